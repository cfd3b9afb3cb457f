import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { buildBlock, buildComment, buildConnection, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  ana = app.visitor();
  await ana.signUp('teacher');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
let serial = 0;
const member = (fullName: string, role: Role = 'teacher') => {
  serial += 1;
  return buildUser(app.em(), { fullName, role, username: `m${serial}-${fullName.toLowerCase().replaceAll(' ', '.')}` });
};
const suggested = async (q: string, postId?: string) => {
  const query = new URLSearchParams({ q, ...(postId !== undefined && { postId }) });
  const { body } = await ana.get(`/api/mentions?${query.toString()}`);
  return (body as unknown as UserCard[]).map(({ fullName }) => fullName);
};
const settled = () =>
  expect.poll(async () => (await app.pool.query('select count(*)::int as left from outbox')).rows[0].left).toBe(0);
const notified = async (userId: string) =>
  (
    await app.pool.query<{ type: string }>(
      'select type from notifications where user_id = $1 and is_shown order by created_at, id',
      [userId],
    )
  ).rows.map(({ type }) => type);

describe('suggestions', () => {
  it('are connections, then members of the thread, then members that can be found', async () => {
    const connected = await member('Zora Quill');
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: connected.id });
    const author = await member('Yves Quill');
    const student = await member('Xenia Quill', 'student');
    const post = await buildPost(app.em(), { userId: author.id });
    await buildComment(app.em(), { postId: post.id, userId: student.id });
    await member('Quill Adams');
    expect(await suggested('quill')).toEqual(['Zora Quill', 'Quill Adams']);
    expect(await suggested('QUILL', post.id)).toEqual(['Zora Quill', 'Xenia Quill', 'Yves Quill', 'Quill Adams']);
    expect(await suggested('', post.id)).toEqual(['Zora Quill', 'Xenia Quill', 'Yves Quill']);
  });

  it('leave out private students, blocked members, creators, deactivated members and the viewer', async () => {
    await member('Private Wren', 'student');
    await member('Creator Wren', 'creator');
    await buildUser(app.em(), { fullName: 'Wren Gone', role: 'teacher', deactivatedAt: new Date() });
    const blocked = await member('Wren Blocked');
    await buildBlock(app.em(), { blockerId: blocked.id, blockedId: idOf(ana) });
    const post = await buildPost(app.em(), { userId: blocked.id });
    const commenter = await member('Late Wren', 'student');
    await buildComment(app.em(), { postId: post.id, userId: commenter.id });
    await member('Wren Found');
    for (const q of ['wren', 'private', 'creator', 'late']) {
      const names = await suggested(q, post.id);
      expect(names).toEqual(q === 'wren' ? ['Wren Found'] : []);
    }
    expect(await suggested(ana.user?.username ?? '')).toEqual([]);
    expect(await suggested('%')).toEqual([]);
  });

  it('are found by username, and are for members alone', async () => {
    const found = await member('Una Named');
    expect(await suggested(found.username.toUpperCase())).toEqual(['Una Named']);
    expect((await ana.get(`/api/mentions?q=${'x'.repeat(41)}`)).status).toBe(400);
    expect((await app.visitor().get('/api/mentions?q=a')).status).toBe(401);
  });
});

describe('mentions', () => {
  it('link the user and notify once, even after edits, in posts', async () => {
    const ben = await member('Ben Post');
    const { body } = await ana.post('/api/posts', { body: { content: `Hi @${ben.username.toUpperCase()}.` } });
    expect(body).toMatchObject({ mentions: [{ userId: ben.id, username: ben.username }] });
    const path = `/api/posts/${String(body['id'])}`;
    await ana.patch(path, { body: { content: 'No one' } });
    await ana.patch(path, { body: { content: `@${ben.username} again` } });
    await settled();
    expect(await notified(ben.id)).toEqual(['mentioned']);
    const cleo = await member('Cleo Post');
    await ana.patch(path, { body: { content: `@${ben.username} and @${cleo.username}` } });
    await settled();
    expect([await notified(ben.id), await notified(cleo.id)]).toEqual([['mentioned'], ['mentioned']]);
    await ana.delete(path);
    await settled();
    expect(await notified(ben.id)).toEqual([]);
  });

  it('are found directly beside scripts without spaces, and with the full-width sign', async () => {
    const [ben, cleo] = [await member('Ben Han'), await member('Cleo Han')];
    const content = `請問@${ben.username}老師，謝謝＠${cleo.username}。`;
    const { body } = await ana.post('/api/posts', { body: { content } });
    expect((body['mentions'] as { userId: string }[]).map(({ userId }) => userId).toSorted()).toEqual(
      [ben.id, cleo.id].toSorted(),
    );
    await settled();
    expect([await notified(ben.id), await notified(cleo.id)]).toEqual([['mentioned'], ['mentioned']]);
  });

  it('remain those of the same member when the text is edited after another one took the name', async () => {
    const ben = await member('Ben Renamed');
    const name = ben.username;
    const post = await ana.post('/api/posts', { body: { content: `Hi @${name}.` } });
    const thread = await buildPost(app.em(), { userId: (await member('Author R')).id });
    const comment = await ana.post('/api/comments', { body: { postId: thread.id, content: `Hi @${name}` } });
    await app.pool.query('update users set username = $2 where id = $1', [ben.id, `${name}-2`]);
    const stranger = await buildUser(app.em(), { fullName: 'Ben Stranger', role: 'teacher', username: name });
    const dotted = await buildUser(app.em(), { fullName: 'Ben Dotted', role: 'teacher', username: `${name}.` });
    for (const path of [`/api/posts/${String(post.body['id'])}`, `/api/comments/${String(comment.body['id'])}`]) {
      const { body } = await ana.patch(path, { body: { content: `Hello @${name}. And @${name}-2` } });
      expect(body['mentions']).toEqual([
        { userId: ben.id, username: name },
        { userId: ben.id, username: `${name}-2` },
      ]);
    }
    await settled();
    expect([await notified(stranger.id), await notified(dotted.id)]).toEqual([[], []]);
    // Without the member, the name is plain text: it never becomes the name of another.
    await app.pool.query('update users set deactivated_at = now() where id = $1', [ben.id]);
    const { body } = await ana.patch(`/api/posts/${String(post.body['id'])}`, { body: { content: `Bye @${name}` } });
    expect(body['mentions']).toEqual([]);
    await settled();
    expect(await notified(stranger.id)).toEqual([]);
  });

  it('notify in comments, once for all reasons, and only those who may see the post', async () => {
    const [author, ben, hidden, blocker] = [
      await member('Author C'),
      await member('Ben C'),
      await member('Hidden C'),
      await member('Blocker C'),
    ];
    await buildBlock(app.em(), { blockerId: hidden.id, blockedId: author.id });
    await buildBlock(app.em(), { blockerId: blocker.id, blockedId: idOf(ana) });
    const post = await buildPost(app.em(), { userId: author.id });
    await buildComment(app.em(), { postId: post.id, userId: ben.id });
    const content = [ben, author, hidden, blocker].map(({ username }) => `@${username}`).join(' ');
    const { body } = await ana.post('/api/comments', { body: { postId: post.id, content } });
    expect((body['mentions'] as { userId: string }[]).map(({ userId }) => userId)).not.toContain(blocker.id);
    await settled();
    expect(await Promise.all([ben, author, hidden, blocker].map(({ id }) => notified(id)))).toEqual([
      ['mentioned'],
      ['mentioned'],
      [],
      [],
    ]);
    await ana.patch(`/api/comments/${String(body['id'])}`, { body: { content: `${content} !` } });
    await settled();
    expect(await notified(ben.id)).toEqual(['mentioned']);
    await ana.delete(`/api/comments/${String(body['id'])}`);
    await settled();
    expect(await notified(ben.id)).toEqual([]);
  });
});

describe('a thread', () => {
  it('notifies earlier commenters in one group, and not those who muted it', async () => {
    const ben = app.visitor();
    await ben.signUp('teacher');
    const [author, cleo] = [await member('Author T'), await member('Cleo T')];
    const post = await buildPost(app.em(), { userId: author.id });
    await buildComment(app.em(), { postId: post.id, userId: idOf(ben) });
    await buildComment(app.em(), { postId: post.id, userId: cleo.id });
    const say = (content: string) => ana.post('/api/comments', { body: { postId: post.id, content } });
    await say('First');
    await settled();
    const list = await ben.get('/api/notifications');
    const [view] = list.body as unknown as { id: string }[];
    expect(view).toMatchObject({ type: 'thread-commented', path: `/home?post=${post.id}`, canMute: true });
    expect(await notified(author.id)).toEqual(['post-commented']);
    expect(await notified(idOf(ana))).toEqual([]);
    await say('Second');
    await settled();
    expect((await ben.get('/api/notifications')).body).toMatchObject([{ type: 'thread-commented', count: 2 }]);
    await ben.put(`/api/notifications/${view?.id ?? ''}/mute`);
    await say('Third');
    await settled();
    expect(await notified(idOf(ben))).toHaveLength(2);
    expect(await notified(cleo.id)).toHaveLength(3);
  });

  it('notifies the author of the chosen answer once', async () => {
    const ben = await member('Ben A');
    const post = await buildPost(app.em(), { userId: idOf(ana), isQuestion: true });
    const comment = await buildComment(app.em(), { postId: post.id, userId: ben.id });
    for (const method of ['put', 'delete', 'put'] as const) {
      expect((await ana[method](`/api/comments/${comment.id}/answer`)).status).toBe(204);
      await settled();
    }
    expect(await notified(ben.id)).toEqual(['answer-chosen']);
  });
});
