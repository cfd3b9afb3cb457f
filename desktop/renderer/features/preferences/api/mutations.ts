import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { preferencesEndpoints, type PreferencesView } from '#shared/api/preferences.ts';
import { privacyEndpoints, type PrivacyInput, type PrivacyView } from '#shared/api/privacy.ts';
import { call } from '../../../lib/http/api.ts';
import { showRecord } from '../../../lib/http/local-writes.ts';
import { invalidate } from '../../../lib/http/query-client.ts';
import { preferencesQuery, privacyQuery } from '../../../lib/me.ts';

/** Runs the changes of one record in sequence, so that the last change is saved last. */
const inTurn = (id: string) => ({ mutationKey: [id], scope: { id } });

/** Saves changed preferences; shows them at once and restores the old ones when the request fails. */
export function editPreferencesMutation(client: QueryClient) {
  const options = inTurn('preferences');
  return mutationOptions({
    ...options,
    mutationFn: (change: Partial<PreferencesView>) => call(preferencesEndpoints.editPreferences, { body: change }),
    onMutate: (change) => showRecord(client, preferencesQuery.queryKey, (now) => ({ ...now, ...change })),
    onError: (_error, _change, shown) => shown?.undo(),
    onSettled: (...[, , , shown]) => shown?.end(),
    onSuccess: (saved) => {
      // A later change is already shown and its request is running.
      if (client.isMutating(options) === 1) client.setQueryData(preferencesQuery.queryKey, saved);
    },
    meta: { action: 'save your preferences' },
  });
}

/** Saves changed privacy settings; shows them at once and restores the old ones when the request fails. */
export function editPrivacyMutation(client: QueryClient) {
  const options = inTurn('privacy');
  return mutationOptions({
    ...options,
    mutationFn: (change: PrivacyInput) => call(privacyEndpoints.editPrivacy, { body: change }),
    onMutate: (change) => showRecord(client, privacyQuery.queryKey, (now) => changed(now, change)),
    onError: (_error, _change, shown) => shown?.undo(),
    onSettled: (...[, , , shown]) => shown?.end(),
    onSuccess: (saved, change) => {
      if (client.isMutating(options) === 1) client.setQueryData(privacyQuery.queryKey, saved);
      if (change.fieldVisibility || change.officeHours) void invalidate(client, ['users']);
      if (change.fieldVisibility || change.directory !== undefined) void invalidate(client, ['students']);
      if (change.suggestionSources) void invalidate(client, ['connections']);
    },
    meta: { action: 'save your privacy settings' },
  });
}

function changed(privacy: PrivacyView, { fieldVisibility, suggestionSources, ...rest }: PrivacyInput): PrivacyView {
  return {
    ...privacy,
    ...rest,
    fieldVisibility: { ...privacy.fieldVisibility, ...fieldVisibility },
    suggestionSources: { ...privacy.suggestionSources, ...suggestionSources },
  };
}
