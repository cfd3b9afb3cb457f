import type { QueryClient } from '@tanstack/react-query';
import type { FeedViewer } from '../apply.ts';
import { itemsOf, mapItems } from '../../../lib/http/pages.ts';
import { FEEDS, insertPost, type FeedData, type FeedName, type FeedPost } from '../feed.ts';
import {
  changeAuthorFeeds,
  feedQuery,
  feedSettingsQuery,
  listAuthorFeeds,
  postQuery,
  readFeed,
  writeFeed,
} from './queries.ts';

/** Changes every cached copy of a post; null removes it from the lists. */
export function changePost(client: QueryClient, id: string, change: (post: FeedPost) => FeedPost | null): void {
  const changed = (feed: FeedData): FeedData => mapItems(feed, (post) => (post.id === id ? change(post) : post));
  for (const name of FEEDS) {
    const { feed, held } = readFeed(client, name);
    writeFeed(client, name, { feed: feed && changed(feed), held });
  }
  changeAuthorFeeds(client, changed);
  const { queryKey } = postQuery(id);
  const one = client.getQueryData(queryKey);
  if (!one) return;
  const next = change(one);
  client.setQueryData(queryKey, next ?? { ...one, isRemoved: true as const });
}

/** Returns a cached post; undefined when it is not cached. */
export function findPost(client: QueryClient, id: string): FeedPost | undefined {
  const lists = [
    ...FEEDS.map((name) => readFeed(client, name).feed),
    ...listAuthorFeeds(client).map(({ feed }) => feed),
  ];
  return lists.flatMap(itemsOf).find((post) => post.id === id) ?? client.getQueryData(postQuery(id).queryKey);
}

/** Inserts the user's new post into the feeds it belongs to; replaces it where its push was faster. */
export function addOwnPost(client: QueryClient, post: FeedPost): void {
  const feeds: FeedName[] = post.isQuestion ? ['all', 'network', 'mine', 'unanswered'] : ['all', 'network', 'mine'];
  for (const name of feeds) {
    const { feed, held } = readFeed(client, name);
    if (feed) writeFeed(client, name, { feed: insertPost(feed, post), held });
  }
}

/** Returns the cached data about the user who reads a feed. */
export function feedViewer(client: QueryClient, feed: FeedName, userId: string): FeedViewer {
  return {
    userId,
    feed,
    hiddenReasons: client.getQueryData(feedSettingsQuery.queryKey)?.hiddenReasons ?? [],
    isLoading: client.getQueryState(feedQuery(feed).queryKey)?.fetchStatus === 'fetching',
  };
}

/** Changes the comment counter of a post, where no push will do it. */
export function countComment(client: QueryClient, id: string, step: 1 | -1): void {
  changePost(client, id, (post) => ({ ...post, comments: Math.max(0, post.comments + step) }));
}

/** Removes the posts of a user from the cached feeds, as after a block. */
export function dropAuthor(client: QueryClient, userId: string): void {
  for (const name of FEEDS) {
    const { feed, held } = readFeed(client, name);
    writeFeed(client, name, {
      feed: feed && mapItems(feed, (post) => (post.userId === userId ? null : post)),
      held: held.filter((post) => post.userId !== userId),
    });
  }
}
