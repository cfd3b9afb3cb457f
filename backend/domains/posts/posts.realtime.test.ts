import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { buildBlock, buildConnection } from '../../testing/builders.ts';
import { enterLive, type LiveUser as Person } from '../../testing/live-user.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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

const named = (person: Person, name: string) => person.live.frames.filter((frame) => frame.name === name);

/** A later push that reaches everyone; an earlier one that has not arrived by then does not arrive. */
async function settle(everyone: readonly Person[]): Promise<void> {
  const witness = await enter('teacher');
  const id = await publishPost(witness, 'The last word');
  const receives = ({ user, live }: Person) =>
    user.role === 'creator' || live.frames.some((frame) => frame.payload['id'] === id);
  await expect.poll(() => everyone.every(receives)).toBe(true);
  witness.live.close();
}

describe('posts', () => {
  it('are pushed once to members, without a viewer, but not to creators or across a block', async () => {
    const [author, reader, creator, blocked, blocking] = await Promise.all([
      enter('teacher'),
      enter(),
      enter('creator'),
      enter(),
      enter(),
    ]);
    await buildBlock(app.em(), { blockerId: author.user.id, blockedId: blocked.user.id });
    await buildBlock(app.em(), { blockerId: blocking.user.id, blockedId: author.user.id });
    const startedAt = performance.now();
    const id = await publishPost(author);
    const push = await reader.live.next('post-created');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(push).toMatchObject({ id, content: 'Hello everyone', author: { fullName: author.user.fullName } });
    expect(push).not.toHaveProperty('viewer');
    await author.http.delete(`/api/posts/${id}`);
    expect(await reader.live.next('post-deleted')).toMatchObject({ id, userId: author.user.id });
    await settle([author, reader]);
    for (const person of [author, reader])
      expect(named(person, 'post-created').filter((frame) => frame.payload['id'] === id)).toHaveLength(1);
    for (const person of [blocked, blocking])
      expect(person.live.frames.filter((frame) => frame.payload['userId'] === author.user.id)).toEqual([]);
    expect(creator.live.frames).toEqual([]);
  });

  it('that share another are pushed without it across a block with its author', async () => {
    const [original, sharer, stranger] = await Promise.all([enter(), enter(), enter()]);
    await buildBlock(app.em(), { blockerId: original.user.id, blockedId: stranger.user.id });
    const id = await publishPost(original, 'Not for everyone');
    const response = await sharer.http.post(`/api/posts/${id}/share`, { body: { comment: 'Look' } });
    expect(response.status).toBe(201);
    expect(await stranger.live.next('post-created')).toMatchObject({ content: 'Look', shared: null });
    await expect
      .poll(() => named(original, 'post-created').at(-1)?.payload['shared'])
      .toMatchObject({ content: 'Not for everyone' });
    expect(JSON.stringify(stranger.live.frames)).not.toContain('Not for everyone');
  });

  it('are pushed once for a burst of likes, with the newest count', async () => {
    const [author, ...fans] = await Promise.all([enter(), enter(), enter(), enter()]);
    const id = await publishPost(author);
    await Promise.all(fans.map((fan) => fan.http.put(`/api/posts/${id}/like`)));
    const changes = () => named(author, 'post-updated').filter((frame) => frame.payload['id'] === id);
    await expect.poll(() => changes().at(-1)?.payload['likes']).toBe(fans.length);
    expect(changes().length).toBeLessThan(fans.length);
  });

  it("accept the author's intent without a second push, and no one else's", async () => {
    const [author, reader] = await Promise.all([enter(), enter()]);
    const id = await publishPost(author);
    expect(await author.live.ask('post-create', { id })).toEqual({ ok: true });
    expect(await reader.live.ask('post-create', { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
    await settle([author, reader]);
    expect(named(reader, 'post-created').filter((frame) => frame.payload['id'] === id)).toHaveLength(1);
  });
});

describe('comments', () => {
  it('are pushed once to readers of the open post and its author, and to no one else', async () => {
    const [author, reader, other] = await Promise.all([enter(), enter(), enter()]);
    const postId = await publishPost(author);
    expect(await author.live.ask('join-room', `post-${postId}`)).toEqual({ ok: true });
    expect(await reader.live.ask('join-room', `post-${postId}`)).toEqual({ ok: true });
    const id = await comment(reader, postId);
    const push = await author.live.next('new-comment');
    expect(push).toMatchObject({ id, postId, postUserId: author.user.id, content: 'Well said' });
    expect(push).not.toHaveProperty('viewer');
    expect(await reader.live.ask('new-comment', { id })).toEqual({ ok: true });
    expect(await author.live.ask('new-comment', { id })).toEqual({ ok: false, code: 'NOT_FOUND' });
    await reader.http.delete(`/api/comments/${id}`);
    expect(await author.live.next('comment-deleted')).toMatchObject({ id, postId });
    await settle([author, reader, other]);
    for (const person of [author, reader]) expect(named(person, 'new-comment')).toHaveLength(1);
    expect([...named(other, 'new-comment'), ...named(other, 'comment-deleted')]).toEqual([]);
  });

  it('are not pushed to a reader with a block with the commenter', async () => {
    const [author, commenter, reader] = await Promise.all([enter(), enter(), enter()]);
    const postId = await publishPost(author);
    await reader.live.ask('join-room', `post-${postId}`);
    await buildBlock(app.em(), { blockerId: reader.user.id, blockedId: commenter.user.id });
    const id = await comment(commenter, postId);
    await author.live.next('new-comment');
    await commenter.http.delete(`/api/comments/${id}`);
    await settle([author, reader]);
    expect([...named(reader, 'new-comment'), ...named(reader, 'comment-deleted')]).toEqual([]);
  });

  it('are not pushed to a reader whom the author of the post has just blocked', async () => {
    const [author, commenter, reader] = await Promise.all([enter(), enter(), enter()]);
    const postId = await publishPost(author);
    await reader.live.ask('join-room', `post-${postId}`);
    await buildBlock(app.em(), { blockerId: author.user.id, blockedId: reader.user.id });
    const id = await comment(commenter, postId);
    await commenter.http.delete(`/api/comments/${id}`);
    await settle([author, reader]);
    expect([...named(reader, 'new-comment'), ...named(reader, 'comment-deleted')]).toEqual([]);
  });

  it('of an unreadable post are not pushed: its room is rejected', async () => {
    const [author, blocked, creator] = await Promise.all([enter(), enter(), enter('creator')]);
    const postId = await publishPost(author);
    await buildBlock(app.em(), { blockerId: author.user.id, blockedId: blocked.user.id });
    for (const { live } of [blocked, creator]) {
      expect(await live.ask('join-room', `post-${postId}`)).toEqual({ ok: false, code: 'FORBIDDEN' });
    }
  });
});

describe('sessions', () => {
  it('are disconnected within a second of signing out, and no others', async () => {
    const person = await enter();
    const other = app.visitor();
    const { username } = person.user;
    await other.post('/api/login', { body: { username, password: person.http.password } });
    const elsewhere = await connectLiveClient({ url: app.url, cookie: other.cookie });
    const { cookie } = person.http;
    const startedAt = performance.now();
    await person.http.post('/api/logout');
    expect(await person.live.cut()).toBe('io server disconnect');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
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

  it('are pushed to connections and own devices', async () => {
    const [person, friend, stranger] = await Promise.all([enter(), enter(), enter()]);
    await buildConnection(app.em(), { userId: person.user.id, connectedUserId: friend.user.id });
    await announceProfile(person);
    await expect.poll(() => named(friend, 'profile-updated').length, { timeout: 5_000 }).toBe(1);
    expect(named(person, 'profile-updated')[0]?.payload).toMatchObject({
      id: person.user.id,
      username: person.user.username,
    });
    expect(JSON.stringify(person.live.frames)).not.toContain(person.user.email);
    expect(named(stranger, 'profile-updated')).toEqual([]);
  });

  it('that are closed notify connections to reload their lists', async () => {
    const [person, friend] = await Promise.all([enter(), enter()]);
    await buildConnection(app.em(), { userId: person.user.id, connectedUserId: friend.user.id });
    await app.pool.query('update users set deactivated_at = now() where id = $1', [person.user.id]);
    await announceProfile(person);
    await expect
      .poll(() => named(friend, 'data-updated').map(({ payload }) => payload['type']), { timeout: 5_000 })
      .toEqual(['post', 'connection']);
    expect(named(friend, 'profile-updated')).toEqual([]);
  });
});
