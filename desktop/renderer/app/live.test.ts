import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { suggestionsQuery } from '../features/connections/api/queries.ts';
import { publicCoursesQuery } from '../features/courses/api/queries.ts';
import { conversationQuery } from '../features/messages/api/queries.ts';
import { unreadQuery } from '../features/notifications/api/queries.ts';
import { classFeedQuery, feedQuery } from '../features/posts/api/queries.ts';
import { profileQuery } from '../features/users/api/queries.ts';
import type { LiveLink, PushName } from '../lib/live/live-link.ts';
import { LiveListeners } from '../lib/live/live-listeners.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { preferencesQuery, sessionQuery } from '../lib/me.ts';
import { currentToasts, removeToast } from '../lib/page/toasts.ts';
import { store } from '../lib/store.ts';
import { goLive } from './live.ts';

const AUTHOR = {
  id: 'ben',
  fullName: 'Ben Adu',
  username: 'ben',
  role: 'teacher',
  position: null,
  institution: null,
  profileImage: null,
};
const COMMENT = {
  id: 'c',
  postId: 'p',
  userId: 'ben',
  content: 'Yes',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  mentions: [],
  author: AUTHOR,
};
const POST = {
  id: 'p2',
  userId: 'ben',
  content: 'News',
  imageUrl: null,
  imageAlt: null,
  likes: 0,
  comments: 0,
  shares: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  mentions: [],
  isQuestion: false,
  isAnnouncement: false,
  isPinned: false,
  audience: { type: 'everyone', id: null, name: null },
  answerId: null,
  attached: null,
  sharedPostId: null,
  shared: null,
  author: AUTHOR,
};
const KEYS: Readonly<Record<string, readonly unknown[]>> = {
  feed: feedQuery('all').queryKey,
  ben: profileQuery('ben').queryKey,
  own: profileQuery(null).queryKey,
  session: sessionQuery.queryKey,
  courses: publicCoursesQuery().queryKey,
};

let listeners: LiveListeners;
let client: ReturnType<typeof createQueryClient>;
let stop: () => void;
const connect = vi.fn();
const disconnect = vi.fn();

beforeEach(() => {
  // Of a file before, which shares the modules.
  removeToast();
  listeners = new LiveListeners();
  client = createQueryClient();
  const link = {
    subscribe: listeners.pushes.on,
    on: listeners.events.on,
    connect,
    disconnect,
  } as unknown as LiveLink;
  stop = goLive({ link, client, userId: 'ana' });
});
afterEach(() => {
  stop();
  removeToast();
});

function push(name: PushName, payload: object): void {
  listeners.onPush(name, { ...payload, at: '2026-11-20T10:00:01.000Z' });
}

function stale(): string[] {
  return Object.keys(KEYS).filter((name) => client.getQueryState(KEYS[name] ?? [])?.isInvalidated);
}

function fill(): void {
  for (const key of Object.values(KEYS)) client.setQueryData(key, null);
}

it('connects for the user and removes every listener at the end', () => {
  expect(connect).toHaveBeenLastCalledWith('ana', null);
  stop();
  expect(disconnect).toHaveBeenCalled();
  push('new-comment', { ...COMMENT, postUserId: 'ana' });
  expect(currentToasts()).toEqual([]);
});

it('shows no toast for a comment, which has a notification', async () => {
  push('new-comment', { ...COMMENT, postUserId: 'ana' });
  expect(currentToasts()).toEqual([]);
  push('notification', {
    view: { type: 'post-commented', actors: [AUTHOR], actorCount: 1, params: { excerpt: null } },
    unread: { total: 1, byCategory: {} },
    isAlert: true,
  });
  await expect
    .poll(() => currentToasts()[0])
    .toMatchObject({ title: 'New comment', description: 'Ben Adu commented on your post' });
});

it('shows a toast for a new post by a connection, whatever is cached, without a request, and for no other', () => {
  const fetched = vi.fn((_url: string) => Promise.resolve(Response.json(POST)));
  vi.stubGlobal('fetch', fetched);
  push('post-created', { id: 'p1', userId: 'cleo' });
  push('post-created', { id: POST.id, userId: 'ben', isConnection: true, authorName: 'Ben Adu' });
  expect(currentToasts()).toMatchObject([{ title: 'New post', description: 'Ben Adu posted' }]);
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('fetches the lists of a class again when a post is pinned, which moves it, and not after other edits', () => {
  const { queryKey } = classFeedQuery('c1', 'course');
  const listed = { ...POST, viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'group' } };
  const edit = { ...POST, countedAt: '2026-11-20T10:00:01.000Z' };
  client.setQueryData(queryKey, { pages: [{ items: [listed], nextCursor: null }], pageParams: [undefined] } as never);
  push('post-updated', { ...edit, content: 'Changed' });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  push('post-updated', { ...edit, isPinned: true, countedAt: '2026-11-20T10:00:02.000Z' });
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('refreshes users when one of them changed, and the session when it was the signed-in user', () => {
  fill();
  push('profile-updated', { id: 'ben' });
  expect(stale()).toEqual(['ben', 'own']);
  push('profile-updated', { id: 'ana' });
  expect(stale()).toEqual(['ben', 'own', 'session']);
});

it('refreshes the type of a bulk change, the session when it ends, and everything after a reconnect', async () => {
  fill();
  push('data-updated', { type: 'course' });
  await vi.waitFor(() => expect(stale()).toEqual(['feed', 'courses']));
  listeners.onEnded();
  expect(stale()).toEqual(['feed', 'session', 'courses']);
  listeners.onReconnected();
  expect(stale()).toEqual(Object.keys(KEYS));
});

it('checks the session when the link is given up: a refused handshake may mean that it has ended', () => {
  fill();
  listeners.onStatus('connecting');
  expect(stale()).toEqual([]);
  listeners.onStatus('paused');
  expect(stale()).toEqual(['session']);
});

/** The missed events, as GET /api/sync returns them page by page; the cursor of the device is 0. */
async function missed(events: { name: PushName; push: object }[], pageEntries = 2): Promise<void> {
  const caughtUp = new Promise<void>((resolve) => listeners.events.on('caughtUp', () => resolve()));
  const numbered = events.map(({ name, push: view }, at) => ({
    name,
    push: { ...view, seq: at + 1, at: '2026-11-20T10:00:01.000Z' },
  }));
  vi.stubGlobal('fetch', (url: string) => {
    const since = Number(new URL(url, 'http://localhost').searchParams.get('since'));
    const cursor = Math.min(since + pageEntries, numbered.length);
    return Promise.resolve(
      Response.json({
        events: numbered.slice(since, cursor),
        cursor,
        hasMore: cursor < numbered.length,
        isReset: false,
      }),
    );
  });
  listeners.sequencer.begin(0);
  push('hello', { cursor: events.length });
  await caughtUp;
  vi.unstubAllGlobals();
}

const ALERT = {
  name: 'notification' as const,
  push: {
    view: { type: 'post-commented', actors: [AUTHOR], actorCount: 1, params: { excerpt: null } },
    unread: { total: 3, byCategory: {} },
    isAlert: true,
  },
};
const QUIET = {
  name: 'notification' as const,
  push: { view: null, unread: { total: 4, byCategory: {} }, isAlert: false },
};
const messageOf = (seq: number, receiverId: string, read: boolean) => ({
  name: 'new-message' as const,
  push: {
    id: `m${seq}`,
    clientId: `c${seq}`,
    conversationId: 'k',
    conversationSeq: seq,
    senderId: receiverId === 'ana' ? 'ben' : 'ana',
    receiverId,
    content: 'Hello',
    read,
    deletedAt: null,
  },
});

it('shows one toast for everything missed in a long absence, without what has been read since', async () => {
  const shown: string[] = [];
  const stopCounting = setInterval(() => shown.push(currentToasts()[0]?.id ?? ''), 0);
  await missed([
    ALERT,
    messageOf(1, 'ana', false),
    messageOf(2, 'ana', true),
    messageOf(3, 'ben', false),
    ALERT,
    QUIET,
  ]);
  clearInterval(stopCounting);
  expect(currentToasts()).toMatchObject([
    { title: 'While you were away', description: '1 new message and 2 notifications' },
  ]);
  expect(client.getQueryData(unreadQuery.queryKey)).toMatchObject({ total: 4 });
  expect(new Set(shown.filter(Boolean)).size).toBeLessThanOrEqual(1);
});

it('shows sender and text of a message, unless its conversation is open', async () => {
  const quietHours = { isOn: false, from: '22:00', to: '07:00', zone: 'UTC' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: AUTHOR, muted: false, quietHours })));
  const { push: message } = messageOf(1, 'ana', false);
  push('new-message', { ...message, seq: 1 });
  await expect.poll(() => currentToasts()).toMatchObject([{ title: 'New message', description: 'Ben Adu: Hello' }]);
  vi.unstubAllGlobals();
});

it('shows no toast for the row of a call', async () => {
  const quietHours = { isOn: false, from: '22:00', to: '07:00', zone: 'UTC' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: AUTHOR, muted: false, quietHours })));
  const shown: unknown[] = [];
  const stopWatching = store.subscribe(() => shown.push(...currentToasts().map(({ description }) => description)));
  const { push: message } = messageOf(1, 'ana', false);
  push('new-message', { ...message, seq: 1, kind: 'call', content: '' });
  push('new-message', { ...message, seq: 2, content: 'Second' });
  await expect.poll(() => shown).toContain('Ben Adu: Second');
  expect(shown).not.toContain('Ben Adu: ');
  stopWatching();
  vi.unstubAllGlobals();
});

it('shows no toast for a message while the switch for messages is off', async () => {
  const quietHours = { isOn: false, from: '22:00', to: '07:00', zone: 'UTC' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: AUTHOR, muted: false, quietHours })));
  const shown: unknown[] = [];
  const stopWatching = store.subscribe(() => shown.push(...currentToasts().map(({ description }) => description)));
  const { push: message } = messageOf(1, 'ana', false);
  client.setQueryData<unknown>(preferencesQuery.queryKey, { messageNotifications: false });
  push('new-message', { ...message, seq: 1, content: 'First' });
  await expect.poll(() => client.getQueryData(conversationQuery('ben').queryKey)).toBeDefined();
  client.setQueryData<unknown>(preferencesQuery.queryKey, { messageNotifications: true });
  push('new-message', { ...message, seq: 2, content: 'Second' });
  await expect.poll(() => shown).toContain('Ben Adu: Second');
  expect(shown).not.toContain('Ben Adu: First');
  stopWatching();
  vi.unstubAllGlobals();
});

it('shows a single missed event as its own toast, and none when there is nothing to show', async () => {
  await missed([QUIET, messageOf(1, 'ben', false)]);
  expect(currentToasts()).toEqual([]);
  await missed([QUIET, ALERT]);
  await expect
    .poll(currentToasts)
    .toMatchObject([{ title: 'New comment', description: 'Ben Adu commented on your post' }]);
});

it('refreshes a list once for many events that were missed', async () => {
  client.setQueryData(suggestionsQuery.queryKey, []);
  const refreshed = vi.spyOn(client, 'invalidateQueries');
  const deleted = { name: 'connection-deleted' as const, push: { id: 'x', userId: 'ana', connectedUserId: 'ben' } };
  await missed(
    Array.from({ length: 200 }, () => deleted),
    100,
  );
  // Two pages, each with a few paths.
  expect(refreshed.mock.calls.length).toBeLessThanOrEqual(20);
  expect(client.getQueryState(suggestionsQuery.queryKey)?.isInvalidated).toBe(true);
});
