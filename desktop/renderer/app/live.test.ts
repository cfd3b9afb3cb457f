import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveLink, PushName } from '../lib/live-link.ts';
import { LiveListeners } from '../lib/live-listeners.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { currentToasts, removeToast } from '../lib/toasts.ts';
import { goLive } from './live.ts';

const AUTHOR = { id: 'ben', fullName: 'Ben Adu', username: 'ben', role: 'teacher', position: null, institution: null, profileImage: null };
const COMMENT = { id: 'c', postId: 'p', userId: 'ben', content: 'Yes', createdAt: '2026-11-20T10:00:00.000Z', editedAt: null, author: AUTHOR };
const POST = {
  id: 'p2', userId: 'ben', content: 'News', imageUrl: null, imageAlt: null, likes: 0, comments: 0, shares: 0,
  createdAt: '2026-11-20T10:00:00.000Z', editedAt: null, isQuestion: false, answerId: null, sharedPostId: null, shared: null, author: AUTHOR,
};
const KEYS = ['/api/posts', '/api/users/ben', '/api/users/me', '/api/user', '/api/courses'];

let listeners: LiveListeners;
let client: ReturnType<typeof createQueryClient>;
let stop: () => void;
const connect = vi.fn();
const disconnect = vi.fn();

beforeEach(() => {
  listeners = new LiveListeners();
  client = createQueryClient();
  const link = {
    subscribe: listeners.subscribe,
    onStatus: () => () => undefined,
    onReconnected: (run: () => void) => listeners.addReconnected(run),
    onEnded: (run: () => void) => listeners.addEnded(run),
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
  return KEYS.filter((key) => client.getQueryState([key])?.isInvalidated);
}

function fill(): void {
  for (const key of KEYS) client.setQueryData([key], null);
}

it('connects for the member and lets go of everything in the end', () => {
  expect(connect).toHaveBeenLastCalledWith('ana', null);
  stop();
  expect(disconnect).toHaveBeenCalled();
  push('new-comment', { ...COMMENT, postUserId: 'ana' });
  expect(currentToasts()).toEqual([]);
});

it('leaves telling of comments to notifications', () => {
  push('new-comment', { ...COMMENT, postUserId: 'ana' });
  expect(currentToasts()).toEqual([]);
  push('notification', { view: { type: 'post-commented', title: 'New comment', content: 'Ben Adu commented on your post' }, unread: { total: 1, byCategory: {} }, isAlert: true });
  expect(currentToasts()[0]).toMatchObject({ title: 'New comment', description: 'Ben Adu commented on your post' });
});

it('tells of a new post by a connection, and of no other', () => {
  const known = (why: string) => ({ pages: [{ items: [{ ...POST, id: 'p1', viewer: { why } }], nextCursor: null }], pageParams: [undefined] });
  push('post-created', POST);
  client.setQueryData(['/api/posts', { feed: 'all' }], known('everyone'));
  push('post-created', POST);
  expect(currentToasts()).toEqual([]);
  client.setQueryData(['/api/posts', { feed: 'all' }], known('connection'));
  push('post-created', { ...POST, id: 'p3' });
  expect(currentToasts()[0]).toMatchObject({ title: 'New post' });
});

it('refreshes people when one of them changed, and the session when it was the member', () => {
  fill();
  push('profile-updated', AUTHOR);
  expect(stale()).toEqual(['/api/users/ben', '/api/users/me']);
  push('profile-updated', { ...AUTHOR, id: 'ana' });
  expect(stale()).toEqual(['/api/users/ben', '/api/users/me', '/api/user']);
});

it('refreshes by kind of bulk data, the session when it was ended, and everything after a reconnect', () => {
  fill();
  push('data-updated', { type: 'course' });
  expect(stale()).toEqual(['/api/courses']);
  listeners.onEnded();
  expect(stale()).toEqual(['/api/user', '/api/courses']);
  listeners.onReconnected();
  expect(stale()).toEqual(KEYS);
});
