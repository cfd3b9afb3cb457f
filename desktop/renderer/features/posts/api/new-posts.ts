import type { QueryClient } from '@tanstack/react-query';
import { postEndpoints, type PostScope } from '#shared/api/posts.ts';
import { callPage, type ClientPage } from '../../../lib/http/api.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { insertPost, type FeedData, type FeedName, type FeedPost, type HeldPost } from '../feed.ts';
import { readFeed, writeFeed } from './queries.ts';

/** The feeds that are in order of time, in which new posts are at the top. */
const IN_ORDER_OF_TIME: ReadonlySet<FeedName> = new Set(['all', 'network', 'mine', 'unanswered']);

/** How often the newest posts are fetched again because a push has changed the feed meanwhile. */
const REPEATS_MAX = 3;

/** The newest posts, and new posts that were held back during the fetch and that they may not contain. */
interface Newest {
  page: ClientPage<FeedPost>;
  late: readonly HeldPost[];
}

/** Fetches the newest posts, again when one of the feed was changed or deleted meanwhile: the response may be older. */
async function fetchNewest(client: QueryClient, name: FeedName, repeats = 0): Promise<Newest> {
  const before = readFeed(client, name);
  const page = await callPage(postEndpoints.listPosts, { query: { scope: name as PostScope } });
  const { feed, held } = readFeed(client, name);
  const isSame = feed === before.feed && before.held.every(({ id }) => held.some((post) => post.id === id));
  if (!isSame && repeats < REPEATS_MAX) return fetchNewest(client, name, repeats + 1);
  const seen = new Set([...before.held, ...page.items].map(({ id }) => id));
  return { page, late: held.filter(({ id }) => !seen.has(id)) };
}

/** Fetches the newest posts and shows them above the others, or alone when there may be more between them. */
export async function showNewPosts(client: QueryClient, name: FeedName): Promise<void> {
  const { page, late } = await fetchNewest(client, name);
  const { feed } = readFeed(client, name);
  const known = new Set(itemsOf(feed).map((post) => post.id));
  const isComplete = page.nextCursor === null || page.items.some((post) => known.has(post.id));
  const next: FeedData =
    feed && isComplete ? page.items.reduce(insertPost, feed) : { pages: [page], pageParams: [undefined] };
  writeFeed(client, name, { feed: next, held: late });
}

/**
 * Brings a cached feed that was not on screen up to date: pushes did not reach it. Shows changes of its newest posts,
 * and holds new posts of others back.
 */
export async function refreshFeed(client: QueryClient, name: FeedName, userId: string): Promise<void> {
  if (!IN_ORDER_OF_TIME.has(name)) return;
  const { items } = (await fetchNewest(client, name)).page;
  const { feed, held } = readFeed(client, name);
  if (!feed) return;
  const known = new Set(itemsOf(feed).map((post) => post.id));
  const shown = items.filter((post) => known.size === 0 || known.has(post.id) || post.userId === userId);
  const isHeld = (id: string): boolean => held.some((post) => post.id === id);
  const added = items
    .filter((post) => !shown.includes(post) && !isHeld(post.id))
    .map((post) => ({ id: post.id, userId: post.userId }));
  writeFeed(client, name, { feed: shown.reduce(insertPost, feed), held: [...added, ...held] });
}
