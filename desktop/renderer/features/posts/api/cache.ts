import type { QueryClient } from '@tanstack/react-query';
import { authEndpoints, type CurrentUser } from '#shared/api/auth.ts';
import type { FeedViewer } from '../apply.ts';
import { FEEDS, insertPost, listPosts, mapPosts, type FeedName, type FeedPost } from '../feed.ts';
import { changeAuthorFeeds, feedSettingsQuery, listAuthorFeeds, postQuery, readFeed, writeFeed } from './queries.ts';

/** Changes a post wherever the cache has it; null drops it from the lists. */
export function changePost(client: QueryClient, id: string, change: (post: FeedPost) => FeedPost | null): void {
  for (const name of FEEDS) {
    const { feed, held } = readFeed(client, name);
    if (feed) writeFeed(client, name, { feed: mapPosts(feed, (post) => (post.id === id ? change(post) : post)), held });
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
  for (const name of FEEDS) {
    const found = listPosts(readFeed(client, name).feed).find((post) => post.id === id);
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
  const feeds: FeedName[] = post.isQuestion ? ['all', 'network', 'mine', 'unanswered'] : ['all', 'network', 'mine'];
  for (const name of feeds) {
    const { feed, held } = readFeed(client, name);
    if (feed) writeFeed(client, name, { feed: insertPost(feed, post), held });
  }
}

/** Whether someone is a connection, as far as cached posts of theirs tell. */
export function isConnection(client: QueryClient, userId: string): boolean | undefined {
  for (const name of ['network', 'all'] as const) {
    const post = listPosts(readFeed(client, name).feed).find((item) => item.userId === userId);
    if (post) return post.viewer.why === 'connection' || post.viewer.why === 'shared';
  }
  return undefined;
}

/**
 * Who looks at a feed, as far as the cache tells; the session's answer is read by its path, since posts know nothing of
 * sign-in.
 */
export function feedViewer(client: QueryClient, feed: FeedName, userId: string): FeedViewer {
  return {
    userId,
    feed,
    institution: client.getQueryData<CurrentUser>([authEndpoints.getCurrentUser.path])?.institution ?? null,
    hiddenFacts: client.getQueryData(feedSettingsQuery.queryKey)?.hiddenFacts ?? [],
    isConnection: (id) => isConnection(client, id),
  };
}

/** Counts an own comment where no push will do it. */
export function countComment(client: QueryClient, id: string, step: 1 | -1): void {
  changePost(client, id, (post) => ({ ...post, comments: Math.max(0, post.comments + step) }));
}

/** Takes everything someone wrote out of the cached feeds, as after a block. */
export function dropAuthor(client: QueryClient, userId: string): void {
  for (const name of FEEDS) {
    const { feed, held } = readFeed(client, name);
    writeFeed(client, name, {
      feed: feed && mapPosts(feed, (post) => (post.userId === userId ? null : post)),
      held: held.filter((post) => post.userId !== userId),
    });
  }
}
