import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { connectionEndpoints, type ConnectionView, type SuggestionView } from '#shared/api/connections.ts';
import type { UserCard } from '#shared/api/users.ts';
import { call } from '../../../lib/http/api.ts';
import { mapItems, type PagedData } from '../../../lib/http/pages.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { showUntilStored } from '../../../lib/http/local-writes.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { suggestionsQuery } from './queries.ts';

/** What a change of a connection makes stale; the session contains the number of connections. */
const invalidates = [['connections'], sessionQuery.queryKey] as const;

/** An answer to a received request. */
export type RequestAnswer = 'accept' | 'decline' | 'ignore';

/** Removes a row from every cached list. */
function dropRow(client: QueryClient, id: string): void {
  client.setQueriesData<PagedData<ConnectionView>>(
    { queryKey: ['connections', 'list'] },
    (data) => data && mapItems(data, (item) => (item.id === id ? null : item)),
  );
}

function dropSuggestion(client: QueryClient, userId: string): void {
  client.setQueryData(suggestionsQuery.queryKey, (list) => list?.filter(({ user }) => user.id !== userId));
}

/** Sends a request to connect, once for all retries; it is accepted at once when the other user had sent one. */
export function useRequestConnection({ action }: { action: string | null }) {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ user, note }: { user: UserCard; note?: string }) => {
      const body = { connectedUserId: user.id, ...(note !== undefined && { note }) };
      return once(body, (options) => call(connectionEndpoints.createConnection, { body }, options));
    },
    onSuccess: ({ id, status }, { user }) => {
      dropSuggestion(client, user.id);
      void liveLink.emit(status === 'accepted' ? 'connection-update' : 'connection-create', { id });
      toast({
        title: status === 'accepted' ? `You and ${user.fullName} are connected` : `Request sent to ${user.fullName}`,
      });
    },
    meta: { action, invalidates },
  });
}

/** Answers a received request and removes it from the lists at once; `done` is the title of the toast on success. */
export function useAnswerRequest() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: async ({ id, answer }: { id: string; answer: RequestAnswer; done?: string }) => {
      if (answer === 'ignore') return call(connectionEndpoints.ignoreConnection, { params: { id } });
      const input = { params: { id }, body: { status: answer === 'accept' ? 'accepted' : 'rejected' } as const };
      await once(input, (options) => call(connectionEndpoints.answerConnection, input, options));
      void liveLink.emit('connection-update', { id });
    },
    onMutate: ({ id }) => showUntilStored(client, () => dropRow(client, id)),
    onSettled: (...[, , , end]) => end?.(),
    // Not at the call: of several calls in a row, only the callback of the last one runs.
    onSuccess: (_nothing, { done }) => void (done !== undefined && toast({ title: done })),
    meta: { action: 'answer the request', invalidates },
  });
}

/** Withdraws an own request, or removes a connection, by its id. */
export function useRemoveConnection({ action }: { action: string | null }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(connectionEndpoints.removeConnection, { params: { id } }),
    onSuccess: (_nothing, id) => dropRow(client, id),
    meta: { action, invalidates },
  });
}

/** Dismisses a suggestion at once; the toast can restore it. */
export function useDismissSuggestion() {
  const client = useQueryClient();
  const { mutate: restore } = useMutation({
    mutationFn: ({ user }: SuggestionView) => call(connectionEndpoints.restoreSuggestion, { params: { id: user.id } }),
    meta: { action: 'restore the suggestion', invalidates },
  });
  return useMutation({
    mutationFn: ({ user }: SuggestionView) => call(connectionEndpoints.dismissSuggestion, { params: { id: user.id } }),
    onMutate: ({ user }) => showUntilStored(client, () => dropSuggestion(client, user.id)),
    onSettled: (...[, , , end]) => end?.(),
    onSuccess: (_nothing, suggestion) =>
      toast({
        title: `${suggestion.user.fullName} is no longer suggested`,
        action: { label: 'Undo', onSelect: () => restore(suggestion) },
      }),
    onError: () => void client.invalidateQueries(suggestionsQuery),
    meta: { action: 'dismiss the suggestion' },
  });
}
