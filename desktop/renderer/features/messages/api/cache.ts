import type { QueryClient } from '@tanstack/react-query';
import type { ConversationView, MessageView } from '#shared/api/messages.ts';
import { itemsOf, type PagedData } from '../../../lib/http/pages.ts';
import { restartFirstFetches } from '../../../lib/http/local-writes.ts';
import { invalidate } from '../../../lib/http/query-client.ts';
import { onceATick } from '../../../lib/live/once-a-tick.ts';
import { putMessage } from '../thread/thread.ts';
import { threadQuery, type ThreadData } from './queries.ts';

/** Returns the id of the user's peer in a message; null when the peer has deleted their account. */
export function peerOf(message: Pick<MessageView, 'senderId' | 'receiverId'>, userId: string): string | null {
  return message.senderId === userId ? message.receiverId : message.senderId;
}

/** Changes every cached copy of the thread with a peer; does nothing when none is loaded. */
export function changeThread(client: QueryClient, peerId: string, change: (thread: ThreadData) => ThreadData): void {
  const { queryKey } = threadQuery(peerId);
  client.setQueriesData<ThreadData>({ queryKey }, (thread) => thread && change(thread));
  restartFirstFetches(client, queryKey);
}

/** Drops the cached pages of a thread that the user has left, so that it opens at its newest message. */
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

/** Applies a new or changed message to the cache and refetches the lists and counters that depend on it. */
export function takeMessage(client: QueryClient, userId: string, message: MessageView): void {
  const peerId = peerOf(message, userId);
  if (peerId !== null) changeThread(client, peerId, (thread) => putMessage(thread, message));
  refreshLists(client);
  // Deleting a message deletes its file too.
  if (peerId !== null && (message.fileUrl !== null || message.deletedAt !== null)) refreshFiles(client, peerId);
}

/** Refetches the files shared with a peer. */
export function refreshFiles(client: QueryClient, peerId: string): void {
  void client.invalidateQueries({ queryKey: ['messages', 'files', peerId] });
}

const refreshing = new WeakMap<QueryClient, () => void>();

/** Refetches the conversation lists, conversation states and unread counters, at most once per tick. */
export function refreshLists(client: QueryClient): void {
  const refresh =
    refreshing.get(client) ??
    onceATick(() => void invalidate(client, ['messages', 'list'], ['messages', 'unread'], ['messages', 'state']));
  refreshing.set(client, refresh);
  refresh();
}

/** Returns the first cached conversation that matches. */
export function findConversation(
  client: QueryClient,
  matches: (view: ConversationView) => boolean,
): ConversationView | undefined {
  const lists = client.getQueriesData<PagedData<ConversationView>>({ queryKey: ['messages', 'list'] });
  const states = client.getQueriesData<ConversationView>({ queryKey: ['messages', 'state'] });
  return [...lists.flatMap(([, data]) => itemsOf(data)), ...states.flatMap(([, view]) => view ?? [])].find(matches);
}
