import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { buildBlock, buildConnection } from '../../testing/builders.ts';
import { enterLive, receivedBy, settlePushes, show, type LiveUser as Person } from '../../testing/live-user.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { publishPosts } from './posts.realtime.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

// Who joins the feed receives the posts of the last seconds, here of earlier tests.
beforeEach(() => app.pool.query(`update posts set created_at = created_at - interval '1 minute'`));

const enter = (role: Role = 'student') => enterLive(app, { role });

async function publishPost({ http }: Person, content = 'Hello everyone'): Promise<string> {
  const response = await http.post('/api/posts', { body: { content } });
  expect(response.status).toBe(201);
  return response.body['id'] as string;
}

async function comment({ http }: Person, postId: string, content = 'Well said'): Promise<string> {
  const response = await http.post('/api/comments', { body: { postId, content } });
  expect(response.status).toBe(201);
  return response.body['id'] as string;
}

const pushesOf = (person: Person, name: string, id: string) =>
  receivedBy(person, name).filter((payload) => payload['id'] === id);
const like = async ({ http }: Person, postId: string) =>
  expect((await http.put(`/api/posts/${postId}/like`)).status).toBe(200);

describe('a new post', () => {
  it('is pushed once, by its ids, to the feed, the author and, marked, the connections', async () => {
    const [author, reader, friend, elsewhere] = await Promise.all([enter('teacher'), enter(), enter(), enter()]);
    await buildConnection(app.em(), { userId: friend.id, connectedUserId: author.id });
    for (const person of [author, reader, friend]) await show(person, 'feed');
    const id = await publishPost(author);
    await settlePushes(app, [author, reader, friend, elsewhere]);
    const ids = { id, userId: author.id, at: expect.any(String) };
    for (const person of [author, reader]) expect(receivedBy(person, 'post-created')).toEqual([ids]);
    expect(receivedBy(friend, 'post-created')).toEqual([
      { ...ids, isConnection: true, authorName: author.user.fullName },
    ]);
    expect(elsewhere.live.frames).toEqual([]);
  });

  it('is pushed to connections that are on another page', async () => {
    const [author, friend] = await Promise.all([enter(), enter()]);
    await buildConnection(app.em(), { userId: author.id, connectedUserId: friend.id });
    const id = await publishPost(author);
    expect(await friend.live.next('post-created')).toMatchObject({ id, isConnection: true });
  });

  it('and its deletion are not pushed across a block, in either direction', async () => {
    const [author, reader, blocked, blocking] = await Promise.all([enter(), enter(), enter(), enter()]);
    await buildBlock(app.em(), { blockerId: author.id, blockedId: blocked.id });
    await buildBlock(app.em(), { blockerId: blocking.id, blockedId: author.id });
    for (const person of [reader, blocked, blocking]) await show(person, 'feed');
    const id = await publishPost(author);
    await author.http.delete(`/api/posts/${id}`);
    expect(await reader.live.next('post-deleted')).toMatchObject({ id, userId: author.id });
    await settlePushes(app, [blocked, blocking]);
    expect(receivedBy(author, 'post-deleted')).toHaveLength(1);
    expect([...blocked.live.frames, ...blocking.live.frames]).toEqual([]);
  });

  it('that shares another says nothing about it to those who may not see it', async () => {
    const [original, sharer, stranger] = await Promise.all([enter(), enter(), enter()]);
    await buildBlock(app.em(), { blockerId: original.id, blockedId: stranger.id });
    await show(stranger, 'feed');
    const id = await publishPost(original, 'Not for everyone');
    const shared = await sharer.http.post(`/api/posts/${id}/share`, { body: { comment: 'Look' } });
    expect(shared.status).toBe(201);
    const shareId = String(shared.body['id']);
    await show(stranger, `post-${shareId}`);
    await sharer.http.patch(`/api/posts/${shareId}`, { body: { content: 'Look here' } });
    await expect
      .poll(() => pushesOf(stranger, 'post-updated', shareId).at(-1))
      .toMatchObject({ content: 'Look here', sharedPostId: id });
    expect(JSON.stringify(stranger.live.frames)).not.toContain('Not for everyone');
  });

  it("is acknowledged to the author's intent without a second push, and to no one else's", async () => {
    const [author, reader] = await Promise.all([enter(), enter()]);
    await show(reader, 'feed');
    const id = await publishPost(author);
    expect(await author.live.ask('post-create', { id })).toEqual({ ok: true });
    expect(await reader.live.ask('post-create', { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
    await settlePushes(app, [reader]);
    expect(receivedBy(reader, 'post-created')).toHaveLength(1);
  });
});

describe('joining the feed', () => {
  it('sends the posts of others that were written since the page may have read it', async () => {
    const [author, blocked, reader] = await Promise.all([enter(), enter(), enter()]);
    await buildBlock(app.em(), { blockerId: blocked.id, blockedId: reader.id });
    const old = await publishPost(author);
    await app.pool.query(`update posts set created_at = created_at - interval '1 minute' where id = $1`, [old]);
    const id = await publishPost(author);
    await publishPost(blocked);
    await publishPost(reader);
    await settlePushes(app, [author, blocked, reader]);
    await show(reader, 'feed');
    const sent = receivedBy(reader, 'post-created').filter(({ userId }) =>
      [author.id, blocked.id].includes(String(userId)),
    );
    expect(sent).toEqual([{ id, userId: author.id, at: expect.any(String) }]);
  });
});

describe('a changed post', () => {
  it('is pushed as its view after an edit, to those who have it on screen and its author', async () => {
    const [author, reader, feedReader, friend] = await Promise.all([enter(), enter(), enter(), enter()]);
    await buildConnection(app.em(), { userId: author.id, connectedUserId: friend.id });
    const id = await publishPost(author);
    await show(reader, `post-${id}`);
    await show(feedReader, 'feed');
    await author.http.patch(`/api/posts/${id}`, { body: { content: 'Hello again' } });
    const isEdit = (payload: Record<string, unknown>) => 'content' in payload;
    for (const person of [reader, author]) {
      await expect.poll(() => pushesOf(person, 'post-updated', id).filter(isEdit)).toHaveLength(1);
      const [view] = pushesOf(person, 'post-updated', id).filter(isEdit);
      expect(view).toMatchObject({ content: 'Hello again', author: { fullName: author.user.fullName } });
      expect(view).not.toHaveProperty('viewer');
      expect(view).not.toHaveProperty('shared');
    }
    await settlePushes(app, [feedReader, friend]);
    for (const person of [feedReader, friend]) expect(receivedBy(person, 'post-updated')).toEqual([]);
  });

  it('sends its counters to a socket that joins its room', async () => {
    const [author, reader] = await Promise.all([enter(), enter()]);
    const id = await publishPost(author);
    await like(author, id);
    await show(reader, `post-${id}`);
    expect(pushesOf(reader, 'post-updated', id).slice(0, 1)).toEqual([
      { id, likes: 1, comments: 0, shares: 0, editedAt: null, countedAt: expect.any(String), at: expect.any(String) },
    ]);
  });

  it('is pushed by its counters alone, at most once a second, with the newest number', async () => {
    const [author, reader, other, ...fans] = await Promise.all(Array.from({ length: 6 }, () => enter()));
    if (!author || !reader || !other) throw new Error('missing');
    const id = await publishPost(author);
    await show(reader, `post-${id}`);
    const changes = (person: Person) => pushesOf(person, 'post-updated', id);
    const joinedWith = changes(reader).length;
    const startMs = performance.now();
    await Promise.all(fans.map((fan) => like(fan, id)));
    await comment(other, id);
    await expect.poll(() => changes(reader).at(-1)).toMatchObject({ likes: fans.length, comments: 1 });
    await expect.poll(() => changes(author).at(-1)).toMatchObject({ likes: fans.length, comments: 1 });
    const mostPushes = 1 + Math.floor((performance.now() - startMs) / 1_000);
    expect(changes(reader).length - joinedWith).toBeLessThanOrEqual(mostPushes);
    expect(changes(author).length).toBeLessThanOrEqual(mostPushes);
    for (const change of changes(reader)) expect(change).not.toHaveProperty('content');
    expect(receivedBy(other, 'post-updated')).toEqual([]);
  });

  it('is pushed no more to a reader who lost the right to see it', async () => {
    const [author, reader, witness, creator] = await Promise.all([enter(), enter(), enter(), enter('creator')]);
    const id = await publishPost(author);
    for (const person of [reader, witness]) await show(person, `post-${id}`);
    await buildBlock(app.em(), { blockerId: author.id, blockedId: reader.id });
    reader.live.frames.length = 0;
    await like(witness, id);
    await author.http.patch(`/api/posts/${id}`, { body: { content: 'Changed' } });
    await expect.poll(() => pushesOf(witness, 'post-updated', id).at(-1)).toMatchObject({ content: 'Changed' });
    await author.http.delete(`/api/posts/${id}`);
    await witness.live.next('post-deleted');
    await settlePushes(app, [reader]);
    expect(reader.live.frames).toEqual([]);
    for (const room of ['feed', 'events', `post-${id}`])
      expect(await creator.live.ask('join-room', room)).toEqual({ ok: false, code: 'FORBIDDEN' });
  });
});

describe('comments', () => {
  it('are pushed once to readers of the post and its author, and to no one else', async () => {
    const [author, reader, other] = await Promise.all([enter(), enter(), enter()]);
    const postId = await publishPost(author);
    await show(author, `post-${postId}`);
    await show(reader, `post-${postId}`);
    const id = await comment(reader, postId);
    const push = await author.live.next('new-comment');
    expect(push).toMatchObject({ id, postId, postUserId: author.id, content: 'Well said' });
    expect(push).not.toHaveProperty('viewer');
    expect(await reader.live.ask('new-comment', { id })).toEqual({ ok: true });
    expect(await author.live.ask('new-comment', { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
    await reader.http.delete(`/api/comments/${id}`);
    expect(await author.live.next('comment-deleted')).toMatchObject({ id, postId });
    await settlePushes(app, [author, reader, other]);
    for (const person of [author, reader]) expect(receivedBy(person, 'new-comment')).toHaveLength(1);
    expect(other.live.frames).toEqual([]);
  });

  it.each(['commenter', 'author'] as const)('are not pushed to a reader with a block with the %s', async (who) => {
    const [author, commenter, reader] = await Promise.all([enter(), enter(), enter()]);
    const postId = await publishPost(author);
    await show(reader, `post-${postId}`);
    const { id: blockedId } = { commenter, author }[who];
    await buildBlock(app.em(), { blockerId: reader.id, blockedId });
    const id = await comment(commenter, postId);
    await author.live.next('new-comment');
    await commenter.http.delete(`/api/comments/${id}`);
    await settlePushes(app, [author, reader]);
    expect([...receivedBy(reader, 'new-comment'), ...receivedBy(reader, 'comment-deleted')]).toEqual([]);
  });

  it('of an unreadable post are not pushed: its room is rejected', async () => {
    const [author, blocked, creator] = await Promise.all([enter(), enter(), enter('creator')]);
    const postId = await publishPost(author);
    await buildBlock(app.em(), { blockerId: author.id, blockedId: blocked.id });
    for (const { live } of [blocked, creator]) {
      expect(await live.ask('join-room', `post-${postId}`)).toEqual({ ok: false, code: 'FORBIDDEN' });
    }
  });
});

describe('sessions', () => {
  it('are disconnected by signing out, and no others', async () => {
    const person = await enter();
    const other = app.visitor();
    const { username } = person.user;
    await other.post('/api/login', { body: { username, password: person.http.password } });
    const elsewhere = await connectLiveClient({ url: app.url, cookie: other.cookie });
    const { cookie } = person.http;
    await person.http.post('/api/logout');
    expect(await person.live.cut()).toBe('io server disconnect');
    expect(elsewhere.socket.connected).toBe(true);
    await expect(connectLiveClient({ url: app.url, cookie })).rejects.toThrow();
  });

  it('of a visitor are not connected', async () => {
    const visitor = app.visitor();
    await visitor.token();
    await expect(connectLiveClient({ url: app.url, cookie: visitor.cookie })).rejects.toThrow();
  });
});

describe('profiles', () => {
  /** Left in the outbox as by a node that crashed; the sweep publishes it. */
  const announceProfile = ({ user }: Person) =>
    app.pool.query(
      `insert into outbox (id, name, payload, created_at)
        values (gen_random_uuid(), 'profile-updated', $1, now() - interval '1 minute')`,
      [{ userId: user.id }],
    );

  it('are pushed by their id to own devices, and to connections once a minute', async () => {
    const [person, friend, stranger] = await Promise.all([enter(), enter(), enter()]);
    await buildConnection(app.em(), { userId: person.user.id, connectedUserId: friend.user.id });
    await announceProfile(person);
    await expect.poll(() => receivedBy(friend, 'profile-updated').length).toBe(1);
    const push = { id: person.id, at: expect.any(String) };
    expect(receivedBy(person, 'profile-updated')).toEqual([push]);
    // One connection fetches the profile within some milliseconds, thousands would within some seconds.
    expect(receivedBy(friend, 'profile-updated')).toEqual([push]);
    for (let times = 0; times < 2; times += 1) await announceProfile(person);
    await expect.poll(() => receivedBy(person, 'profile-updated').length).toBe(3);
    await settlePushes(app, [friend, stranger]);
    expect(receivedBy(friend, 'profile-updated')).toHaveLength(1);
    expect(receivedBy(stranger, 'profile-updated')).toEqual([]);
  });

  it('that are closed notify connections to reload their lists', async () => {
    const [person, friend] = await Promise.all([enter(), enter()]);
    await buildConnection(app.em(), { userId: person.user.id, connectedUserId: friend.user.id });
    await app.pool.query('update users set deactivated_at = now() where id = $1', [person.user.id]);
    await announceProfile(person);
    await expect.poll(() => receivedBy(friend, 'data-updated').map(({ type }) => type)).toEqual(['post', 'connection']);
    expect(receivedBy(friend, 'profile-updated')).toEqual([]);
  });
});

it('sends what it holds back when the node stops: an edit, and counters', async () => {
  const author = await enter();
  const id = await publishPost(author);
  const handlers = new Map<string, (payload: { postId: string }) => void>();
  const published: Record<string, unknown>[] = [];
  const flush = publishPosts({
    events: { on: (name, handler) => void handlers.set(name, handler as never) },
    publish: (_audience, _name, payload) => void published.push({ ...payload }),
    pool: app.pool,
    log: pino({ level: 'silent' }),
  });
  for (const name of ['post-counted', 'post-counted', 'post-updated']) handlers.get(name)?.({ postId: id });
  await flush();
  expect(published.filter((payload) => 'content' in payload)).toHaveLength(1);
  expect(published.filter((payload) => !('content' in payload))).toHaveLength(2);
  for (const payload of published) expect(payload).toMatchObject({ id, countedAt: expect.any(String) });
});
