import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { messageEndpoints, type ConversationFilter, type MessageView, type SharedFileKind } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';

/** The path that every cached answer about messages stands under. Source: spec section 7. */
export const MESSAGES_PATH = messageEndpoints.listConversations.path;

/** The cached pages of a thread: each newest first, the newest page first. */
export type ThreadData = InfiniteData<MessageView[], number | undefined>;

/** The pages of one list of conversations. */
export function conversationsQuery(filter: ConversationFilter) {
  return infiniteQueryOptions({
    queryKey: [MESSAGES_PATH, { filter }] as const,
    queryFn: ({ pageParam, signal }) => callPage(messageEndpoints.listConversations, { query: { filter, ...(pageParam !== undefined && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** How the member stands to someone they write with. */
export function conversationQuery(peerId: string) {
  return queryOptions({
    queryKey: [pathOf(messageEndpoints.getConversation, { params: { userId: peerId } })] as const,
    queryFn: ({ signal }) => call(messageEndpoints.getConversation, { params: { userId: peerId } }, { signal }),
  });
}

/** The messages with someone. */
export function threadQuery(peerId: string) {
  return infiniteQueryOptions({
    queryKey: [pathOf(messageEndpoints.listMessages, { params: { userId: peerId } })] as const,
    queryFn: ({ pageParam, signal }) =>
      call(messageEndpoints.listMessages, { params: { userId: peerId }, query: pageParam === undefined ? {} : { before: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length === MESSAGE_LIMITS.pageItems && last && last.conversationSeq > 1 ? last.conversationSeq : undefined;
    },
  });
}

/** The pages of what two have sent each other. */
export function sharedFilesQuery(peerId: string, kind: SharedFileKind) {
  return infiniteQueryOptions({
    queryKey: [pathOf(messageEndpoints.listSharedFiles, { params: { userId: peerId } }), { kind }] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(messageEndpoints.listSharedFiles, { params: { userId: peerId }, query: { kind, ...(pageParam !== undefined && { cursor: pageParam }) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** How many messages and requests wait. */
export const unreadMessagesQuery = queryOptions({
  queryKey: [messageEndpoints.countUnreadMessages.path],
  queryFn: ({ signal }) => call(messageEndpoints.countUnreadMessages, {}, { signal }),
});

/** Own messages that hold the words. */
export function messageSearchQuery(q: string) {
  return queryOptions({
    queryKey: [messageEndpoints.searchMessages.path, { q }] as const,
    queryFn: ({ signal }) => call(messageEndpoints.searchMessages, { query: { q } }, { signal }),
  });
}
