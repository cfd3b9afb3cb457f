import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCourse, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ currency: 'EUR' });
});
afterAll(() => app.close());

it('returns published items of active users to anyone, newest first, and nothing private', async () => {
  const author = await buildUser(app.em(), { role: 'creator', fullName: 'Ada Author' });
  const gone = await buildUser(app.em(), { role: 'teacher', deactivatedAt: new Date() });
  const older = await buildCourse(app.em(), { userId: author.id, title: 'Older', createdAt: new Date('2026-01-01') });
  const newer = await buildCourse(app.em(), {
    userId: author.id,
    title: 'Newer',
    contentType: 'ebook',
    createdAt: new Date('2026-01-02'),
  });
  await buildCourse(app.em(), { userId: author.id, status: 'draft' });
  await buildCourse(app.em(), { userId: author.id, status: 'archived' });
  await buildCourse(app.em(), { userId: gone.id });
  const first = await app.visitor().get('/api/public/courses?limit=1');
  expect(first.body).toEqual([
    {
      id: newer.id,
      title: 'Newer',
      contentType: 'ebook',
      category: 'Mathematics',
      price: 1_500,
      currency: 'EUR',
      imageUrl: null,
      author: { fullName: 'Ada Author', role: 'creator' },
    },
  ]);
  const second = await app.visitor().get(`/api/public/courses?limit=1&cursor=${first.headers.get('x-next-cursor')}`);
  expect(second.body).toMatchObject([{ id: older.id }]);
  expect(second.headers.get('x-next-cursor')).toBeNull();
});
