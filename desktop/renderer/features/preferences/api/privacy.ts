import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { privacyEndpoints, type PrivacyInput, type PrivacyView } from '#shared/api/privacy.ts';
import { call } from '../../../lib/api.ts';
import { invalidatePath } from '../../../lib/query-client.ts';

/** The signed-in member's privacy. */
export const privacyQuery = queryOptions({
  queryKey: [privacyEndpoints.getPrivacy.path],
  queryFn: ({ signal }) => call(privacyEndpoints.getPrivacy, {}, { signal }),
});

function changed(privacy: PrivacyView, { fieldVisibility, suggestionFacts, ...rest }: PrivacyInput): PrivacyView {
  return {
    ...privacy,
    ...rest,
    fieldVisibility: { ...privacy.fieldVisibility, ...fieldVisibility },
    suggestionFacts: { ...privacy.suggestionFacts, ...suggestionFacts },
  };
}

/** One change after the other, so that the last one made is the last one saved. */
const IN_TURN = { mutationKey: ['privacy'], scope: { id: 'privacy' } };

/** Saves changed privacy; it holds at once and goes back when the server refuses it. */
export function editPrivacyMutation(client: QueryClient) {
  return mutationOptions({
    ...IN_TURN,
    mutationFn: (change: PrivacyInput) => call(privacyEndpoints.editPrivacy, { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries(privacyQuery);
      const before = client.getQueryData(privacyQuery.queryKey);
      if (before) client.setQueryData(privacyQuery.queryKey, changed(before, change));
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(privacyQuery.queryKey, context.before);
    },
    onSuccess: (saved, change) => {
      // What was changed meanwhile is on its way and shown already.
      if (client.isMutating(IN_TURN) === 1) client.setQueryData(privacyQuery.queryKey, saved);
      // What others see of the member, and what is suggested, is cached under other paths.
      if (change.fieldVisibility || change.officeHours) void invalidatePath(client, '/api/users');
      if (change.fieldVisibility || change.directory !== undefined) void invalidatePath(client, '/api/students');
      if (change.suggestionFacts) void invalidatePath(client, '/api/connections');
    },
  });
}
