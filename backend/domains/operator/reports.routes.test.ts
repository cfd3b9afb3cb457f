import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBlock, buildComment, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let reporter: TestClient;

beforeAll(async () => {
  app = await createTestApp({ limitFactor: 1 });
  reporter = app.visitor();
  await reporter.signUp('student');
});
afterAll(() => app.close());

const send = (body: object, key?: string) => reporter.post('/api/reports', { body, ...(key !== undefined && { key }) });
const rows = async (targetId: string) =>
  (
    await app.pool.query<{
      reason: string;
      note: string | null;
      snapshot: unknown;
      status: string;
      target_user_id: string;
    }>('select * from reports where target_id = $1', [targetId])
  ).rows;

describe('POST /api/reports', () => {
  it('stores a report with a copy of its target, once while it is open', async () => {
    const post = await buildPost(app.em(), { content: 'Buy now' });
    const body = { targetType: 'post', targetId: post.id, reason: 'spam', note: 'again and again' };
    const first = await send(body);
    expect(first.status).toBe(202);
    expect((await send({ ...body, reason: 'hate' })).body['id']).toBe(first.body['id']);
    expect(await rows(post.id)).toMatchObject([
      {
        reason: 'spam',
        note: 'again and again',
        status: 'open',
        target_user_id: post.userId,
        snapshot: { text: 'Buy now', imageUrl: null },
      },
    ]);
  });

  it('accepts comments and users', async () => {
    const comment = await buildComment(app.em(), { content: 'You fool' });
    const person = await buildUser(app.em(), { fullName: 'Nora Field', bio: 'I am someone else' });
    expect((await send({ targetType: 'comment', targetId: comment.id, reason: 'harassment' })).status).toBe(202);
    expect((await send({ targetType: 'user', targetId: person.id, reason: 'impersonation' })).status).toBe(202);
    expect(await rows(comment.id)).toMatchObject([{ target_user_id: comment.userId, snapshot: { text: 'You fool' } }]);
    expect(await rows(person.id)).toMatchObject([
      { snapshot: { text: `Nora Field (@${person.username})\nI am someone else` } },
    ]);
  });

  it('rejects a target that is the reporter’s own, hidden or deleted', async () => {
    const own = await buildPost(app.em(), { userId: reporter.user?.id ?? '' });
    expect((await send({ targetType: 'post', targetId: own.id, reason: 'spam' })).status).toBe(400);
    expect((await send({ targetType: 'user', targetId: reporter.user?.id, reason: 'spam' })).status).toBe(400);
    const hidden = await buildPost(app.em());
    await buildBlock(app.em(), { blockerId: hidden.userId, blockedId: reporter.user?.id ?? '' });
    expect((await send({ targetType: 'post', targetId: hidden.id, reason: 'spam' })).status).toBe(404);
    expect((await send({ targetType: 'user', targetId: hidden.userId, reason: 'spam' })).status).toBe(404);
    const gone = await buildUser(app.em(), { deactivatedAt: new Date() });
    expect((await send({ targetType: 'user', targetId: gone.id, reason: 'spam' })).status).toBe(404);
  });

  it('requires a note for another reason', async () => {
    const post = await buildPost(app.em());
    const answer = await send({ targetType: 'post', targetId: post.id, reason: 'other', note: ' ' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { note: ['Describe in a few words what is wrong'] } },
    });
    expect((await send({ targetType: 'course', targetId: post.id, reason: 'spam' })).status).toBe(400);
  });

  it('limits the reports of an hour', async () => {
    const post = await buildPost(app.em());
    let status = 202;
    for (let sent = 0; sent < 20 && status !== 429; sent += 1)
      ({ status } = await send({ targetType: 'post', targetId: post.id, reason: 'spam' }));
    expect(status).toBe(429);
  });
});
