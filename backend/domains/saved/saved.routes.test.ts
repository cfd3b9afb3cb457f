import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPost } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let student: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  student = app.visitor();
  await student.signUp('student');
});
afterAll(() => app.close());

it('a post is saved once, listed, and removed', async () => {
  const post = await buildPost(app.em());
  for (const _ of [1, 2]) expect((await student.put(`/api/saved/post/${post.id}`)).status).toBe(204);
  expect((await student.get('/api/posts?scope=saved')).body).toMatchObject([
    { id: post.id, viewer: { saved: true, why: 'saved' } },
  ]);
  for (const _ of [1, 2]) expect((await student.delete(`/api/saved/post/${post.id}`)).status).toBe(204);
  expect((await student.get('/api/posts?scope=saved')).body).toEqual([]);
});

it('a record that does not exist or cannot be saved is 404', async () => {
  expect((await student.put('/api/saved/post/01a1fc3c-0000-7000-8000-000000000000')).status).toBe(404);
  expect((await student.put('/api/saved/user/01a1fc3c-0000-7000-8000-000000000000')).status).toBe(404);
});

describe('drafts', () => {
  const comment = 'comment:01a1fc3c-0000-7000-8000-000000000000';

  it('are stored per form and user, and deleted when empty', async () => {
    const other = app.visitor();
    await other.signUp('creator');
    expect((await student.get('/api/drafts/post')).body).toEqual({ body: '', updatedAt: null });
    await student.put('/api/drafts/post', { body: { body: 'Half a thought' } });
    await student.put(`/api/drafts/${comment}`, { body: { body: 'Half a comment' } });
    expect((await student.get('/api/drafts/post')).body).toEqual({
      body: 'Half a thought',
      updatedAt: expect.any(String),
    });
    expect((await other.get('/api/drafts/post')).body).toEqual({ body: '', updatedAt: null });
    await student.put('/api/drafts/post', { body: { body: '  ' } });
    expect((await student.delete(`/api/drafts/${comment}`)).status).toBe(204);
    for (const key of ['post', comment])
      expect((await student.get(`/api/drafts/${key}`)).body).toMatchObject({ body: '' });
  });

  it('are limited in size and number, and named by a form', async () => {
    expect((await student.put('/api/drafts/post', { body: { body: 'x'.repeat(5_001) } })).status).toBe(400);
    expect((await student.put('/api/drafts/POST', { body: { body: 'x' } })).status).toBe(404);
    for (let number = 0; number < 102; number += 1) {
      await student.put(`/api/drafts/comment:01a1fc3c-0000-7000-8000-${String(number).padStart(12, '0')}`, {
        body: { body: 'x' },
      });
    }
    expect((await app.pool.query('select 1 from drafts where user_id = $1', [student.user?.id])).rowCount).toBe(100);
  });
});

describe('markers', () => {
  it('only move forward, and return the time', async () => {
    const at = (ms: number) =>
      `${ms
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
    const [early, late] = [at(Date.UTC(2026, 0, 1)), at(Date.UTC(2026, 0, 2))];
    expect((await student.get('/api/markers/feed')).body).toEqual({ lastSeenId: null, lastSeenAt: null });
    const moved = { lastSeenId: late, lastSeenAt: '2026-01-02T00:00:00.000Z' };
    for (const lastSeenId of [early, late, early]) await student.put('/api/markers/feed', { body: { lastSeenId } });
    expect((await student.get('/api/markers/feed')).body).toEqual(moved);
    expect((await student.get('/api/markers/notifications')).body).toMatchObject({ lastSeenId: null });
    expect(
      (await student.put('/api/markers/feed', { body: { lastSeenId: '01a1fc3c-0000-4000-8000-000000000000' } })).status,
    ).toBe(400);
    expect((await student.get('/api/markers/else')).status).toBe(404);
  });
});
