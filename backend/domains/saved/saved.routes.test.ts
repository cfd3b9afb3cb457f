import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a post is saved once, listed, and taken off again', async () => {
  const post = await buildPost(app.em());
  for (const _ of [1, 2]) expect((await student.put(`/api/saved/post/${post.id}`)).status).toBe(204);
  expect((await student.get('/api/posts?scope=saved')).body).toMatchObject([{ id: post.id, viewer: { saved: true, why: 'saved' } }]);
  for (const _ of [1, 2]) expect((await student.delete(`/api/saved/post/${post.id}`)).status).toBe(204);
  expect((await student.get('/api/posts?scope=saved')).body).toEqual([]);
});

it('what does not exist or cannot be saved is 404', async () => {
  expect((await student.put('/api/saved/post/01a1fc3c-0000-7000-8000-000000000000')).status).toBe(404);
  expect((await student.put('/api/saved/user/01a1fc3c-0000-7000-8000-000000000000')).status).toBe(404);
});
