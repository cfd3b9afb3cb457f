import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  postEndpoints,
  profilePostEndpoints,
  type ClassScope,
  type PostScope,
  type PostSort,
} from '#shared/api/posts.ts';
import { call, callPage, type ClientPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import type { FeedData, FeedName, FeedPost, FeedState, HeldPost } from '../feed.ts';

/** Pages of a feed, in its order. */
export function feedQuery(feed: FeedName) {
  const [scope, sort = 'recent'] = feed.split('-') as [PostScope, PostSort | undefined];
  return pagesQuery(['posts', 'feed', feed], (cursor, options): Promise<ClientPage<FeedPost>> =>
    callPage(postEndpoints.listPosts, { query: { scope, sort, ...cursor } }, options),
  );
}

/** Pages of one user's posts, newest first. */
export function authorPostsQuery(authorId: string) {
  return pagesQuery(['posts', 'author', authorId], (cursor, options): Promise<ClientPage<FeedPost>> =>
    callPage(profilePostEndpoints.listUserPosts, { params: { id: authorId }, query: cursor }, options),
  );
}

/** The key of the discussions of all classes. */
export const CLASS_FEEDS = ['posts', 'class'] as const;

/** Pages of the posts of a class, newest first: the discussion with its newest announcements first, or those alone. */
export function classFeedQuery(courseId: string, scope: ClassScope) {
  return pagesQuery([...CLASS_FEEDS, courseId, scope], (cursor, options): Promise<ClientPage<FeedPost>> =>
    callPage(postEndpoints.listPosts, { query: { scope, courseId, ...cursor } }, options),
  );
}

/** Returns every cached list of one user's posts and of one class, with its key and the id of the user or the item. */
export function listAuthorFeeds(client: QueryClient): { key: QueryKey; feed: FeedData; authorId: string }[] {
  return [['posts', 'author'], CLASS_FEEDS]
    .flatMap((queryKey) => client.getQueriesData<FeedData>({ queryKey }))
    .flatMap(([key, feed]) => (feed ? [{ key, feed, authorId: String(key[2]) }] : []));
}

/** Changes every list of {@link listAuthorFeeds}; an unchanged list keeps its identity. */
export function changeAuthorFeeds(
  client: QueryClient,
  change: (feed: FeedData, authorId: string) => FeedData | undefined,
): void {
  for (const { key, feed, authorId } of listAuthorFeeds(client)) {
    const next = change(feed, authorId);
    if (next !== undefined && next !== feed) client.setQueryData(key, next);
  }
}

/** One post; a missing or hidden one is an error with status 404. */
export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['posts', 'one', id] as const,
    queryFn: ({ signal }): Promise<FeedPost> => call(postEndpoints.getPost, { params: { id } }, { signal }),
  });
}

/** New posts of other users that the button "new posts" will show; filled by pushes, never fetched. */
export function heldQuery(feed: FeedName) {
  return queryOptions({
    // Not below 'posts': nothing fetches these posts, so an invalidation of the lists must not reach them.
    queryKey: ['held-posts', feed] as const,
    queryFn: (): readonly HeldPost[] => [],
    initialData: [] as readonly HeldPost[],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The reasons whose posts the user has hidden. */
export const feedSettingsQuery = queryOptions({
  queryKey: ['feed-settings'],
  queryFn: ({ signal }) => call(postEndpoints.getFeedSettings, {}, { signal }),
});

/** The versions of a post, the current one first. */
export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ['posts', 'history', id],
    queryFn: ({ signal }) => call(postEndpoints.getPostHistory, { params: { id } }, { signal }),
    // The post can change between two visits.
    staleTime: 0,
  });
}

/** Returns a cached feed and its new posts. */
export function readFeed(client: QueryClient, name: FeedName): FeedState {
  return {
    feed: client.getQueryData(feedQuery(name).queryKey),
    held: client.getQueryData(heldQuery(name).queryKey) ?? [],
  };
}

/** Writes the changed parts of a feed to the cache. */
export function writeFeed(client: QueryClient, name: FeedName, next: FeedState): void {
  const now = readFeed(client, name);
  if (next.feed !== undefined && next.feed !== now.feed) client.setQueryData(feedQuery(name).queryKey, next.feed);
  if (next.held !== now.held) client.setQueryData(heldQuery(name).queryKey, next.held);
}
