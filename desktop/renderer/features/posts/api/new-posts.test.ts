import { expect, it, vi } from 'vitest';
import { callPage } from '../../../lib/http/api.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { applyPostCreated, applyPostDeleted } from '../apply.ts';
import type { FeedPost, HeldPost } from '../feed.ts';
import { showNewPosts } from './new-posts.ts';
import { readFeed, writeFeed } from './queries.ts';

vi.mock('../../../lib/http/api.ts', async (original) => ({ ...(await original<object>()), callPage: vi.fn() }));

const post = (id: string) =>
  ({ id, userId: 'ben', createdAt: `2026-11-22T10:0${id}:00.000Z`, shared: null }) as FeedPost;
const held = (id: string): HeldPost => ({ id, userId: 'ben' });
const viewer = { userId: 'ana', feed: 'all', hiddenReasons: [], isLoading: false } as const;
const pageOf = (...ids: string[]) => ({ items: ids.map(post), nextCursor: null as string | null });

/** A feed with one post and one that is held back, and its fetches, which the test answers. */
function setUp() {
  const client = createQueryClient();
  writeFeed(client, 'all', { feed: { pages: [pageOf('1')], pageParams: [undefined] }, held: [held('2')] });
  const fetches: ((page: ReturnType<typeof pageOf>) => void)[] = [];
  vi.mocked(callPage).mockImplementation(() => new Promise((resolve) => fetches.push(resolve as never)));
  const change = (apply: (state: ReturnType<typeof readFeed>) => ReturnType<typeof readFeed>) =>
    writeFeed(client, 'all', apply(readFeed(client, 'all')));
  const shown = () => {
    const { feed, held: waiting } = readFeed(client, 'all');
    return [itemsOf(feed).map(({ id }) => id), waiting.map(({ id }) => id)];
  };
  return { client, fetches, change, shown };
}

it('shows new posts, and holds one back that arrived during the fetch', async () => {
  const { client, fetches, change, shown } = setUp();
  const showing = showNewPosts(client, 'all');
  change((state) => applyPostCreated(state, held('3'), viewer));
  fetches[0]?.(pageOf('2', '1'));
  await showing;
  expect(shown()).toEqual([['2', '1'], ['3']]);
  expect(fetches).toHaveLength(1);
});

it('shows a page without posts alone when there is a next one, which may have posts above the others', async () => {
  const { client, fetches, shown } = setUp();
  const showing = showNewPosts(client, 'all');
  fetches[0]?.({ items: [], nextCursor: 'next' });
  await showing;
  expect(shown()).toEqual([[], []]);
  expect(readFeed(client, 'all').feed?.pages).toEqual([{ items: [], nextCursor: 'next' }]);
});

it('does not show a post again that was deleted during the fetch', async () => {
  const { client, fetches, change, shown } = setUp();
  const showing = showNewPosts(client, 'all');
  change((state) => applyPostDeleted(state, held('2'), 'ana'));
  fetches[0]?.(pageOf('2', '1'));
  await expect.poll(() => fetches.length).toBe(2);
  fetches[1]?.(pageOf('1'));
  await showing;
  expect(shown()).toEqual([['1'], []]);
});
