import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import {
  messageEndpoints,
  type ConversationFilter,
  type MessageView,
  type SharedFileKind,
} from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import type { MessageSearch } from '../search/message-search.ts';

/** Position of a page in a thread, as a sequence number; undefined for the newest page. */
type ThreadCursor = { before?: number; after?: number; around?: number } | undefined;

/** One page of a thread, newest first, with its first and last sequence number. */
export interface ThreadPage {
  messages: MessageView[];
  newest: number;
  oldest: number;
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The cached pages of a thread, newest first. */
export type ThreadData = InfiniteData<ThreadPage, ThreadCursor>;

/** Pages of one list of conversations. */
export function conversationsQuery(filter: ConversationFilter) {
  return pagesQuery(['messages', 'list', filter], (cursor, options) =>
    callPage(messageEndpoints.listConversations, { query: { filter, ...cursor } }, options),
  );
}

/** The conversation with a peer, without its messages. */
export function conversationQuery(peerId: string) {
  return queryOptions({
    queryKey: ['messages', 'state', peerId] as const,
    queryFn: ({ signal }) => call(messageEndpoints.getConversation, { params: { userId: peerId } }, { signal }),
  });
}

/** Maximum cached pages per thread; pages far from the visible one are fetched again. */
const MAX_PAGES = 8;

/** Messages with a peer: the newest ones, or those around a sequence number. */
export function threadQuery(peerId: string, around: number | null = null) {
  return infiniteQueryOptions({
    queryKey: around === null ? ['messages', 'thread', peerId] : ['messages', 'thread', peerId, { around }],
    queryFn: async ({ pageParam, signal }) =>
      toThreadPage(
        pageParam,
        await call(messageEndpoints.listMessages, { params: { userId: peerId }, query: pageParam ?? {} }, { signal }),
      ),
    initialPageParam: (around === null ? undefined : { around }) as ThreadCursor,
    getNextPageParam: ({ hasOlder, oldest }): ThreadCursor => (hasOlder ? { before: oldest } : undefined),
    getPreviousPageParam: ({ hasNewer, newest }): ThreadCursor => (hasNewer ? { after: newest } : undefined),
    maxPages: MAX_PAGES,
  });
}

/** Pages of the files that the user and a peer have sent each other. */
export function sharedFilesQuery(peerId: string, kind: SharedFileKind) {
  return pagesQuery(['messages', 'files', peerId, kind], (cursor, options) =>
    callPage(messageEndpoints.listSharedFiles, { params: { userId: peerId }, query: { kind, ...cursor } }, options),
  );
}

/** Builds a page from the messages that the server returned for a cursor. */
export function toThreadPage(cursor: ThreadCursor, messages: MessageView[]): ThreadPage {
  const edge = cursor?.after ?? cursor?.around ?? cursor?.before ?? 0;
  const newest = messages[0]?.conversationSeq ?? edge;
  const oldest = messages.at(-1)?.conversationSeq ?? edge + 1;
  const isFull = messages.length === MESSAGE_LIMITS.pageItems;
  if (cursor?.after !== undefined) return { messages, newest, oldest, hasOlder: oldest > 1, hasNewer: isFull };
  if (cursor?.around !== undefined)
    return { messages, newest, oldest, hasOlder: messages.length > 0 && oldest > 1, hasNewer: messages.length > 0 };
  return { messages, newest, oldest, hasOlder: isFull && oldest > 1, hasNewer: cursor !== undefined };
}

/** Numbers of unread messages and of open requests. */
export const unreadMessagesQuery = queryOptions({
  queryKey: ['messages', 'unread'],
  queryFn: ({ signal }) => call(messageEndpoints.countUnreadMessages, {}, { signal }),
});

/** Pages of the user's messages that match a search. */
export function messageSearchQuery(search: MessageSearch) {
  return pagesQuery(['messages', 'search', search], (cursor, options) =>
    callPage(messageEndpoints.searchMessages, { query: { ...search, ...cursor } }, options),
  );
}
