import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { connectionEndpoints, type ConnectionView, type SuggestionView } from '#shared/api/connections.ts';
import { call, type ClientPage } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { invalidatePath } from '../../../lib/query-client.ts';
import { CONNECTIONS_PATH, suggestionsQuery } from './queries.ts';

/** Everything a member does to connections. Errors as call's. */
export interface ConnectionWrites {
  /**
   * Asks someone; the answer is accepted at once when the other one had asked. The same key makes a repeat safe
   * (decision 20).
   */
  request: (input: { connectedUserId: string; note?: string }, idempotencyKey: string) => Promise<ConnectionView>;
  answer: (id: string, status: 'accepted' | 'rejected') => Promise<void>;
  ignore: (id: string) => Promise<void>;
  /** Withdraws or removes. */
  remove: (id: string) => Promise<void>;
  dismiss: (userId: string) => Promise<void>;
  /** Takes a dismissal back; `suggestion` stands where it stood. */
  restore: (suggestion: SuggestionView) => Promise<void>;
}

type Pages = InfiniteData<ClientPage<ConnectionView>>;

/** Takes a row out of every list at once; what the server says comes with the refresh. */
function dropRow(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => queryKey[0] === CONNECTIONS_PATH && queryKey.length > 1 },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  );
}

/** Brings lists, count and the session's numbers up to date. */
async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([invalidatePath(client, CONNECTIONS_PATH), invalidatePath(client, '/api/user')]);
}

function dropSuggestion(client: QueryClient, userId: string): void {
  client.setQueryData(suggestionsQuery.queryKey, (list) => list?.filter(({ user }) => user.id !== userId));
}

/** Makes the writes over a cache. A write that fails refreshes as well, since somebody else may have been first. */
function createConnectionWrites(client: QueryClient): ConnectionWrites {
  const settle = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } finally {
      void refresh(client);
    }
  };
  return {
    async request(input, idempotencyKey) {
      const view = await settle(call(connectionEndpoints.createConnection, { body: input }, { idempotencyKey }));
      dropSuggestion(client, input.connectedUserId);
      void liveLink.emit(view.status === 'accepted' ? 'connection-update' : 'connection-create', { id: view.id });
      return view;
    },
    async answer(id, status) {
      dropRow(client, id);
      await settle(call(connectionEndpoints.answerConnection, { params: { id }, body: { status } }));
      void liveLink.emit('connection-update', { id });
    },
    async ignore(id) {
      dropRow(client, id);
      await settle(call(connectionEndpoints.ignoreConnection, { params: { id } }));
    },
    async remove(id) {
      await settle(call(connectionEndpoints.removeConnection, { params: { id } }));
      dropRow(client, id);
    },
    async dismiss(userId) {
      dropSuggestion(client, userId);
      try {
        await call(connectionEndpoints.dismissSuggestion, { params: { id: userId } });
      } catch (error) {
        void invalidatePath(client, CONNECTIONS_PATH);
        throw error;
      }
    },
    async restore({ user }) {
      await settle(call(connectionEndpoints.restoreSuggestion, { params: { id: user.id } }));
    },
  };
}

/** The writes over the app's cache. */
export function useConnectionWrites(): ConnectionWrites {
  const client = useQueryClient();
  return useMemo(() => createConnectionWrites(client), [client]);
}
