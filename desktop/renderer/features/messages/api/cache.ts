import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { CONVERSATION_FILTERS, type ConversationView, type MessageView } from '#shared/api/messages.ts';
import type { ClientPage } from '../../../lib/api.ts';
import { onceATick } from '../../../lib/once-a-tick.ts';
import { putMessage } from '../thread.ts';
import {
  conversationQuery,
  conversationsQuery,
  MESSAGES_PATH,
  sharedFilesQuery,
  threadQuery,
  unreadMessagesQuery,
  type ThreadData,
} from './queries.ts';

/** The other of a message, as the member sees it. */
export function peerOf(message: Pick<MessageView, 'senderId' | 'receiverId'>, userId: string): string | null {
  return message.senderId === userId ? message.receiverId : message.senderId;
}

/** Changes the cached messages with someone, also those around a place; nothing happens before they are loaded. */
export function changeThread(client: QueryClient, peerId: string, change: (thread: ThreadData) => ThreadData): void {
  const { queryKey } = threadQuery(peerId);
  client.setQueriesData<ThreadData>({ queryKey }, (thread) => thread && change(thread));
  // What is being fetched may be older than the change, and would undo it.
  if (client.isFetching({ queryKey }) > 0)
    void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey, type: 'active' }));
}

/** Lets a thread begin at its newest message again, with one page, after one has gone elsewhere in it. */
export function trimThread(client: QueryClient, peerId: string, around: number | null): void {
  const { queryKey } = threadQuery(peerId, around);
  const thread = client.getQueryData<ThreadData>(queryKey);
  if (around !== null || thread?.pages[0]?.hasNewer) client.removeQueries({ queryKey, exact: true });
  else if (thread && thread.pages.length > 1)
    client.setQueryData<ThreadData>(queryKey, {
      pages: thread.pages.slice(0, 1),
      pageParams: thread.pageParams.slice(0, 1),
    });
}

/** Takes over a new or changed message, and refreshes what is counted and ordered by it. */
export function takeMessage(client: QueryClient, userId: string, message: MessageView): void {
  const peerId = peerOf(message, userId);
  if (peerId !== null) changeThread(client, peerId, (thread) => putMessage(thread, message));
  refreshLists(client);
  // One that was deleted took its file along.
  if (peerId !== null && (message.fileUrl !== null || message.deletedAt !== null)) refreshFiles(client, peerId);
}

/** Refreshes what the two have sent each other. */
export function refreshFiles(client: QueryClient, peerId: string): void {
  void client.invalidateQueries({ queryKey: [sharedFilesQuery(peerId, 'images').queryKey[0]] });
}

const refreshing = new WeakMap<QueryClient, () => void>();

/**
 * Refreshes the lists of conversations, how one stands to the others, and the numbers, once a tick; threads stay as
 * they are.
 */
export function refreshLists(client: QueryClient): void {
  const refresh = refreshing.get(client) ?? onceATick(() => refreshNow(client));
  refreshing.set(client, refresh);
  refresh();
}

function refreshNow(client: QueryClient): void {
  const lists = CONVERSATION_FILTERS.map((filter) => conversationsQuery(filter).queryKey[1]);
  void client.invalidateQueries({
    predicate: ({ queryKey }) =>
      (queryKey[0] === MESSAGES_PATH &&
        lists.some(({ filter }) => filter === (queryKey[1] as { filter?: string } | undefined)?.filter)) ||
      queryKey[0] === unreadMessagesQuery.queryKey[0] ||
      (typeof queryKey[0] === 'string' &&
        queryKey[0].startsWith(`${MESSAGES_PATH}/`) &&
        queryKey[0].endsWith('/state')),
  });
}

/** Finds a conversation wherever the cache has it. */
export function findConversation(
  client: QueryClient,
  fits: (view: ConversationView) => boolean,
): ConversationView | undefined {
  for (const filter of CONVERSATION_FILTERS) {
    const data = client.getQueryData<InfiniteData<ClientPage<ConversationView>>>(conversationsQuery(filter).queryKey);
    const found = data?.pages.flatMap((page) => page.items).find(fits);
    if (found) return found;
  }
  return client
    .getQueriesData<ConversationView>({
      predicate: ({ queryKey }) => queryKey[0] !== MESSAGES_PATH && isState(queryKey[0]),
    })
    .flatMap(([, view]) => view ?? [])
    .find(fits);
}

function isState(key: unknown): boolean {
  return typeof key === 'string' && key.startsWith(`${MESSAGES_PATH}/`) && key.endsWith('/state');
}

/** Loads how the member stands to someone, out of the cache where it is there. */
export function fetchConversation(client: QueryClient, peerId: string): Promise<ConversationView> {
  return client.fetchQuery(conversationQuery(peerId));
}
