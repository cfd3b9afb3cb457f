import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CourseView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { buildBlock, buildCourse, buildEnrollment, buildUser } from '../../testing/builders.ts';
import { watchStatements } from '../../testing/statements.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const record = watchStatements();
let app: TestApp;
let viewer: TestClient;
let teacherId: string;
const idOf = (client: TestClient) => client.user?.id ?? '';
const pathOf = (ids: readonly string[]) => `/api/course-cards?ids=${ids.join(',')}`;
const cards = async (ids: readonly string[]) => (await viewer.get(pathOf(ids))).body as unknown as CourseView[];
const idsShown = async (ids: readonly string[]) => (await cards(ids)).map(({ id }) => id).toSorted();
const make = async (fields: Parameters<typeof buildCourse>[1]) =>
  (await buildCourse(app.em(), { userId: teacherId, ...fields })).id;

beforeAll(async () => {
  app = await createTestApp({ currency: 'EUR' });
  viewer = app.visitor();
  await viewer.signUp('student');
  teacherId = (await buildUser(app.em(), { role: 'teacher', fullName: 'Quill Quimby' })).id;
});
afterAll(() => app.close());

it('shows items by their ids, without those that are gone or hidden from the viewer', async () => {
  const [free, paid] = [await make({ price: 0, title: 'Algebra' }), await make({ price: 300 })];
  const [draft, archived] = [await make({ status: 'draft' }), await make({ status: 'archived' })];
  const closed = await buildUser(app.em(), { role: 'teacher', deactivatedAt: new Date() });
  const gone = [draft, archived, await make({ userId: closed.id }), randomUUID()];
  expect(await idsShown([free, paid, ...gone])).toEqual([free, paid].toSorted());
  expect(await cards([free])).toMatchObject([
    {
      title: 'Algebra',
      currency: 'EUR',
      enrollments: 0,
      rating: null,
      author: { fullName: 'Quill Quimby' },
      viewer: { isOwner: false, isEnrolled: false, isSaved: false, progress: null },
    },
  ]);
});

it('shows an item that is no longer offered to its learners, until a block', async () => {
  const id = await make({ status: 'archived', price: 0 });
  await buildEnrollment(app.em(), { courseId: id, userId: idOf(viewer) });
  expect(await cards([id])).toMatchObject([{ status: 'archived', viewer: { isEnrolled: true } }]);
  await buildBlock(app.em(), { blockerId: teacherId, blockedId: idOf(viewer) });
  expect(await cards([id])).toEqual([]);
  await app.pool.query('delete from blocks');
});

it('reads the items of a page in one statement', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await make({}));
  await cards(ids);
  const statements = await record(async () => expect(await cards(ids)).toHaveLength(5));
  expect(statements.filter((name) => name.startsWith('course'))).toEqual(['course-cards']);
});

it('refuses too many ids and what is no id', async () => {
  const many = Array.from({ length: COURSE_LIMITS.pageMaxItems + 1 }, () => randomUUID());
  expect((await viewer.get(pathOf(many))).status).toBe(400);
  expect((await viewer.get(pathOf(many.slice(1)))).status).toBe(200);
  for (const path of [pathOf(['x']), '/api/course-cards']) expect((await viewer.get(path)).status).toBe(400);
});
