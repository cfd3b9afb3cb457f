import type { QueryClient } from '@tanstack/react-query';
import { POST_SCOPES } from '#shared/api/posts.ts';
import { insertPost, listPosts, mapPosts, type FeedPost } from '../feed.ts';
import { changeAuthorFeeds, listAuthorFeeds, postQuery, readFeed, writeFeed } from './queries.ts';

/** Changes a post wherever the cache has it; null drops it from the lists. */
export function changePost(client: QueryClient, id: string, change: (post: FeedPost) => FeedPost | null): void {
  for (const scope of POST_SCOPES) {
    const { feed, held } = readFeed(client, scope);
    if (feed) writeFeed(client, scope, { feed: mapPosts(feed, (post) => (post.id === id ? change(post) : post)), held });
  }
  changeAuthorFeeds(client, (feed) => mapPosts(feed, (post) => (post.id === id ? change(post) : post)));
  const { queryKey } = postQuery(id);
  const one = client.getQueryData(queryKey);
  if (!one) return;
  const next = change(one);
  client.setQueryData(queryKey, next ?? { ...one, isRemoved: true as const });
}

/** Finds a post wherever the cache has it. */
export function findPost(client: QueryClient, id: string): FeedPost | undefined {
  for (const scope of POST_SCOPES) {
    const found = listPosts(readFeed(client, scope).feed).find((post) => post.id === id);
    if (found) return found;
  }
  for (const { feed } of listAuthorFeeds(client)) {
    const found = listPosts(feed).find((post) => post.id === id);
    if (found) return found;
  }
  return client.getQueryData(postQuery(id).queryKey);
}

/** Puts an own new post at the head of the feeds it belongs to; one that its push has brought already is replaced. */
export function addOwnPost(client: QueryClient, post: FeedPost): void {
  for (const scope of ['all', 'network', 'mine'] as const) {
    const { feed, held } = readFeed(client, scope);
    if (feed) writeFeed(client, scope, { feed: insertPost(feed, post), held });
  }
}

/** Whether someone is a connection, as far as cached posts of theirs tell. */
export function isConnection(client: QueryClient, userId: string): boolean | undefined {
  for (const scope of ['network', 'all'] as const) {
    const post = listPosts(readFeed(client, scope).feed).find((item) => item.userId === userId);
    if (post?.viewer.why === 'connection') return true;
    if (post?.viewer.why === 'everyone') return false;
  }
  return undefined;
}

/** Counts an own comment where no push will do it. */
export function countComment(client: QueryClient, id: string, step: 1 | -1): void {
  changePost(client, id, (post) => ({ ...post, comments: Math.max(0, post.comments + step) }));
}

/** Takes everything someone wrote out of the cached feeds, as after a block. */
export function dropAuthor(client: QueryClient, userId: string): void {
  for (const scope of POST_SCOPES) {
    const { feed, held } = readFeed(client, scope);
    writeFeed(client, scope, {
      feed: feed && mapPosts(feed, (post) => (post.userId === userId ? null : post)),
      held: held.filter((post) => post.userId !== userId),
    });
  }
}
