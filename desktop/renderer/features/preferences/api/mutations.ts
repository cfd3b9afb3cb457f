import { mutationOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import type { PreferencesView } from '#shared/api/preferences.ts';
import { call } from '../../../lib/api.ts';
import { preferencesQuery } from './queries.ts';

/** One change after the other, so that the last one made is the last one saved. */
const IN_TURN = { mutationKey: ['preferences'], scope: { id: 'preferences' } };

/** Saves changed preferences; they hold at once and go back when the server refuses them. */
export function editPreferencesMutation(client: QueryClient) {
  return mutationOptions({
    ...IN_TURN,
    mutationFn: (change: Partial<PreferencesView>) => call(preferencesEndpoints.editPreferences, { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries(preferencesQuery);
      const before = client.getQueryData(preferencesQuery.queryKey);
      if (before) client.setQueryData(preferencesQuery.queryKey, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(preferencesQuery.queryKey, context.before);
    },
    onSuccess: (saved) => {
      // What was changed meanwhile is on its way and shown already.
      if (client.isMutating(IN_TURN) === 1) client.setQueryData(preferencesQuery.queryKey, saved);
    },
  });
}
