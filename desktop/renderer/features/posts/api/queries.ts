import { infiniteQueryOptions, queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { postEndpoints, type PostScope, type PostSort, type PublicPostView } from '#shared/api/posts.ts';
import { call, callPage, pathOf, type ClientPage } from '../../../lib/api.ts';
import type { FeedData, FeedName, FeedPost, FeedState } from '../feed.ts';

/** The path that every cached list of posts stands under. Source: spec section 7. */
const POSTS_PATH = postEndpoints.listPosts.path;

/** Keys of what is cached about posts; nothing else spells them. */
const postKeys = {
  feed: (feed: FeedName) => [POSTS_PATH, { feed }] as const,
  ofAuthor: (authorId: string) => [POSTS_PATH, { authorId }] as const,
  one: (id: string) => [pathOf(postEndpoints.getPost, { params: { id } })] as const,
  /** Not under the posts' path: a refresh of the lists is no reason to fetch what only waits here. */
  held: (feed: FeedName) => ['held-posts', { feed }] as const,
};

/** The pages of a feed in its order. */
export function feedQuery(feed: FeedName) {
  const [scope, sort = 'recent'] = feed.split('-') as [PostScope, PostSort | undefined];
  return infiniteQueryOptions({
    queryKey: postKeys.feed(feed),
    queryFn: ({ pageParam, signal }): Promise<ClientPage<FeedPost>> =>
      callPage(
        postEndpoints.listPosts,
        { query: { scope, sort, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** The pages of one person's posts, newest first. */
export function authorPostsQuery(authorId: string) {
  return infiniteQueryOptions({
    queryKey: postKeys.ofAuthor(authorId),
    queryFn: ({ pageParam, signal }): Promise<ClientPage<FeedPost>> =>
      callPage(
        postEndpoints.listUserPosts,
        { params: { id: authorId }, query: pageParam === undefined ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Every cached list of one person's posts, with its key and its author. */
export function listAuthorFeeds(client: QueryClient): { key: QueryKey; feed: FeedData; authorId: string }[] {
  return client.getQueriesData<FeedData>({ queryKey: [POSTS_PATH] }).flatMap(([key, feed]) => {
    const about = key[1];
    if (!feed || typeof about !== 'object' || about === null || !('authorId' in about)) return [];
    return [{ key, feed, authorId: String(about.authorId) }];
  });
}

/** Changes every cached list of one person's posts; one that stays the same is left alone. */
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
    queryKey: postKeys.one(id),
    queryFn: ({ signal }): Promise<FeedPost> => call(postEndpoints.getPost, { params: { id } }, { signal }),
  });
}

/** New posts of others that wait behind the pill; filled by pushes, never fetched. */
export function heldQuery(feed: FeedName) {
  return queryOptions({
    queryKey: postKeys.held(feed),
    queryFn: (): readonly PublicPostView[] => [],
    initialData: [] as readonly PublicPostView[],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Which reasons the reader has switched off. */
export const feedSettingsQuery = queryOptions({
  queryKey: [postEndpoints.getFeedSettings.path],
  queryFn: ({ signal }) => call(postEndpoints.getFeedSettings, {}, { signal }),
});

/** What a post says and said, the present version first. */
export function historyQuery(id: string) {
  return queryOptions({
    queryKey: [pathOf(postEndpoints.getPostHistory, { params: { id } })],
    queryFn: ({ signal }) => call(postEndpoints.getPostHistory, { params: { id } }, { signal }),
    // Each look may come after another change.
    staleTime: 0,
  });
}

/** Reads a feed and what waits for it out of the cache. */
export function readFeed(client: QueryClient, name: FeedName): FeedState {
  return {
    feed: client.getQueryData(feedQuery(name).queryKey),
    held: client.getQueryData(heldQuery(name).queryKey) ?? [],
  };
}

/** Writes a feed back; what did not change is left alone. */
export function writeFeed(client: QueryClient, name: FeedName, next: FeedState): void {
  const now = readFeed(client, name);
  if (next.feed !== undefined && next.feed !== now.feed) client.setQueryData(feedQuery(name).queryKey, next.feed);
  if (next.held !== now.held) client.setQueryData(heldQuery(name).queryKey, next.held);
}
