import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { PushMap } from '#shared/realtime/index.ts';
import { LiveListeners } from '../../../lib/live/live-listeners.ts';
import type { LiveLink } from '../../../lib/live/live-link.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { bindPosts } from '../live.ts';
import type { FeedName, FeedPost } from '../feed.ts';
import { Feed } from './Feed.tsx';

const joined = vi.hoisted(() => [] as string[]);
const server = vi.hoisted(() => ({ posts: [] as FeedPost[] }));
vi.mock('../../../lib/live/live.ts', () => ({
  liveLink: {
    joinRoom: (room: string) => joined.push(room),
    leaveRoom: (room: string) => joined.splice(joined.indexOf(room), 1),
  },
}));
vi.mock('../../../lib/http/api.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/http/api.ts')>()),
  call: vi.fn(({ path }: { path: string }, { params }: { params?: { id: string } }) =>
    path === '/api/posts/:id'
      ? Promise.resolve(server.posts.find(({ id }) => id === params?.id))
      : Promise.resolve(path === '/api/feed-settings' ? { hiddenReasons: [] } : { lastSeenAt: null }),
  ),
  callPage: vi.fn(() => Promise.resolve({ items: [...server.posts], nextCursor: null })),
}));

function post(number: number, part: Partial<FeedPost> = {}): FeedPost {
  const author = { id: 'ben', fullName: 'Ben Adu', username: 'ben', role: 'teacher' as const };
  return {
    id: `p${number}`,
    userId: 'ben',
    content: `Post ${number}`,
    imageUrl: null,
    imageAlt: null,
    likes: 0,
    comments: 0,
    shares: 0,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    editedAt: null,
    isQuestion: false,
    isAnnouncement: false,
    isPinned: false,
    audience: { type: 'everyone', id: null, name: null },
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    mentions: [],
    author: { ...author, position: null, institution: null, profileImage: null },
    viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'everyone' },
    ...part,
  };
}

let client: QueryClient;
let listeners: LiveListeners;
beforeEach(() => {
  joined.length = 0;
  server.posts = [post(1)];
  client = createQueryClient();
  listeners = new LiveListeners();
  bindPosts({ link: { subscribe: listeners.pushes.on } as unknown as LiveLink, client, userId: 'me' });
  vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
});

function push<Name extends keyof PushMap>(name: Name, payload: Omit<PushMap[Name], 'at'>): void {
  listeners.onPush(name, { ...payload, at: '2026-01-02T00:00:00.000Z' });
}

function show(name: FeedName = 'all') {
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Feed name={name} userId="me" onWrite={vi.fn()} comments={() => null} attachment={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('joins the room of the feed in All only, and leaves it with the page', async () => {
  const all = show('all');
  expect(joined).toEqual(['feed']);
  all.unmount();
  expect(joined).toEqual([]);
  show('network');
  expect(joined).toEqual([]);
});

/** Replaces the observer of positions: every element is near the viewport, and none ever moves. */
function stubObserver(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly run: (entries: object[]) => void;
      constructor(run: (entries: object[]) => void) {
        this.run = run;
      }
      observe(target: Element): void {
        this.run([{ target, isIntersecting: true, boundingClientRect: { height: 64 } }]);
      }
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** Serves pages without posts, then one with a post, and one without. Returns the cursors of the requests. */
async function serveEmptyPages(before: (cursor: number) => Promise<void> = () => Promise.resolve()) {
  const callPage = vi.mocked((await import('../../../lib/http/api.ts')).callPage);
  const usual = callPage.getMockImplementation();
  onTestFinished(() => void callPage.mockImplementation(usual as never));
  const cursors: number[] = [];
  callPage.mockImplementation((async (_: object, { query }: { query: { cursor?: string } }) => {
    const cursor = Number(query.cursor ?? 0);
    cursors.push(cursor);
    await before(cursor);
    return { items: cursor === 4 ? [post(1)] : [], nextCursor: cursor === 5 ? null : String(cursor + 1) };
  }) as never);
  return cursors;
}

it('loads on after pages without posts', async () => {
  stubObserver();
  const cursors = await serveEmptyPages();
  show();
  await screen.findByText('Post 1');
  await expect.poll(() => cursors).toEqual([0, 1, 2, 3, 4, 5]);
  expect(screen.getByRole('feed').childElementCount).toBe(1);
});

it('does not start again because of a new post while pages without posts load', async () => {
  stubObserver();
  const loading = Promise.withResolvers<void>();
  const cursors = await serveEmptyPages((cursor) => (cursor === 2 ? loading.promise : Promise.resolve()));
  show();
  await expect.poll(() => cursors).toEqual([0, 1, 2]);
  push('post-created', { id: 'p9', userId: 'ben' });
  await screen.findByRole('button', { name: '1 new post' });
  loading.resolve();
  await screen.findByText('Post 1');
  await expect.poll(() => cursors).toEqual([0, 1, 2, 3, 4, 5]);
});

it('says where the feed ends', async () => {
  show();
  await screen.findByText('You have reached the end');
});

it('counts new posts by their ids and fetches them on request', async () => {
  show();
  await screen.findByText('Post 1');
  server.posts = [post(3), post(2), post(1)];
  push('post-created', { id: 'p2', userId: 'ben' });
  push('post-created', { id: 'p3', userId: 'cleo' });
  push('post-created', { id: 'p3', userId: 'cleo' });
  const button = await screen.findByRole('button', { name: '2 new posts' });
  expect(screen.queryByText('Post 2')).toBeNull();
  await userEvent.click(button);
  await screen.findByText('Post 3');
  expect(screen.getAllByText(/^Post \d$/).map((element) => element.textContent)).toEqual([
    'Post 3',
    'Post 2',
    'Post 1',
  ]);
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
});

it('shows only the newest posts when there may be more between them and the others', async () => {
  show();
  await screen.findByText('Post 1');
  const { callPage } = await import('../../../lib/http/api.ts');
  vi.mocked(callPage).mockResolvedValueOnce({ items: [post(40), post(39)], nextCursor: 'more' } as never);
  push('post-created', { id: 'p40', userId: 'ben' });
  await userEvent.click(await screen.findByRole('button', { name: '1 new post' }));
  await screen.findByText('Post 40');
  expect(screen.queryByText('Post 1')).toBeNull();
});

it('counts what was published while another page was on screen, and shows its changes', async () => {
  const page = show();
  await screen.findByText('Post 1');
  page.unmount();
  server.posts = [post(2), post(1, { content: 'Post 1, edited' })];
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  show();
  await screen.findByRole('button', { name: '1 new post' });
  await screen.findByText('Post 1, edited');
  vi.mocked(Date.now).mockRestore();
});

it('fills an empty feed at once, and adds a post that the user wrote on another device', async () => {
  server.posts = [];
  show();
  await screen.findByText('No posts yet');
  server.posts = [post(2)];
  push('post-created', { id: 'p2', userId: 'ben' });
  await screen.findByText('Post 2');
  server.posts = [post(3, { userId: 'me' }), post(2)];
  push('post-created', { id: 'p3', userId: 'me' });
  await screen.findByText('Post 3');
});

it('shows pushed counters, no older ones, and fetches a post whose counters show an edit it missed', async () => {
  const counters = { id: 'p1', likes: 0, comments: 0, shares: 0, editedAt: null };
  show();
  await screen.findByText('Post 1');
  push('post-updated', { ...counters, likes: 7, countedAt: '2026-01-01T00:00:01.000Z' });
  await screen.findByText('7');
  push('post-updated', { ...counters, likes: 6, countedAt: '2026-01-01T00:00:00.500Z' });
  push('post-updated', { ...counters, likes: 7, comments: 5, countedAt: '2026-01-01T00:00:01.000Z' });
  await screen.findByText('5');
  expect(screen.queryByText('6')).toBeNull();
  server.posts = [post(1, { content: 'Post 1, edited', editedAt: '2026-01-02T00:00:00.000Z', likes: 8 })];
  const editedAt = '2026-01-02T00:00:00.000Z';
  push('post-updated', { ...counters, likes: 8, editedAt, countedAt: editedAt });
  await screen.findByText('Post 1, edited');
  await screen.findByText('8');
});
