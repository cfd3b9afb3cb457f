import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import {
  messageEndpoints,
  type ConversationFilter,
  type MessageView,
  type SharedFileKind,
} from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';
import type { MessageSearch } from '../message-search.ts';

/** The path that every cached answer about messages stands under. Source: spec section 7. */
export const MESSAGES_PATH = messageEndpoints.listConversations.path;

/** Which page of a thread: the newest one, or one next to a place. */
export type ThreadPlace = { before?: number; after?: number; around?: number } | undefined;

/** One page of a thread, newest first, with its edges and whether something lies beyond them. */
export interface ThreadPage {
  messages: MessageView[];
  newest: number;
  oldest: number;
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The cached pages of a thread, the newest first. */
export type ThreadData = InfiniteData<ThreadPage, ThreadPlace>;

/** The pages of one list of conversations. */
export function conversationsQuery(filter: ConversationFilter) {
  return infiniteQueryOptions({
    queryKey: [MESSAGES_PATH, { filter }] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        messageEndpoints.listConversations,
        { query: { filter, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
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

/** How much of a thread is kept at once: what is far from where one reads is fetched again. */
const PAGES_KEPT = 8;

/** The messages with someone: from the newest on, or around a place. */
export function threadQuery(peerId: string, around: number | null = null) {
  const path = pathOf(messageEndpoints.listMessages, { params: { userId: peerId } });
  return infiniteQueryOptions({
    queryKey: (around === null ? [path] : [path, { around }]) as readonly [string, { around: number }?],
    queryFn: async ({ pageParam, signal }) =>
      toThreadPage(
        pageParam,
        await call(messageEndpoints.listMessages, { params: { userId: peerId }, query: pageParam ?? {} }, { signal }),
      ),
    initialPageParam: (around === null ? undefined : { around }) as ThreadPlace,
    getNextPageParam: ({ hasOlder, oldest }): ThreadPlace => (hasOlder ? { before: oldest } : undefined),
    getPreviousPageParam: ({ hasNewer, newest }): ThreadPlace => (hasNewer ? { after: newest } : undefined),
    maxPages: PAGES_KEPT,
  });
}

/** The pages of what two have sent each other. */
export function sharedFilesQuery(peerId: string, kind: SharedFileKind) {
  return infiniteQueryOptions({
    queryKey: [pathOf(messageEndpoints.listSharedFiles, { params: { userId: peerId } }), { kind }] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        messageEndpoints.listSharedFiles,
        { params: { userId: peerId }, query: { kind, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Makes a page of what was answered for a place. */
export function toThreadPage(place: ThreadPlace, messages: MessageView[]): ThreadPage {
  const edge = place?.after ?? place?.around ?? place?.before ?? 0;
  const newest = messages[0]?.conversationSeq ?? edge;
  const oldest = messages.at(-1)?.conversationSeq ?? edge + 1;
  const isFull = messages.length === MESSAGE_LIMITS.pageItems;
  if (place?.after !== undefined) return { messages, newest, oldest, hasOlder: oldest > 1, hasNewer: isFull };
  if (place?.around !== undefined)
    return { messages, newest, oldest, hasOlder: messages.length > 0 && oldest > 1, hasNewer: messages.length > 0 };
  return { messages, newest, oldest, hasOlder: isFull && oldest > 1, hasNewer: place !== undefined };
}

/** How many messages and requests wait. */
export const unreadMessagesQuery = queryOptions({
  queryKey: [messageEndpoints.countUnreadMessages.path],
  queryFn: ({ signal }) => call(messageEndpoints.countUnreadMessages, {}, { signal }),
});

/** Own messages that hold the words, page by page. */
export function messageSearchQuery(search: MessageSearch) {
  return infiniteQueryOptions({
    queryKey: [messageEndpoints.searchMessages.path, search] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        messageEndpoints.searchMessages,
        { query: { ...search, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
