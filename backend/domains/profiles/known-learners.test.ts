import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  buildBlock,
  buildConnection,
  buildCourse,
  buildEnrollment,
  buildUser,
  buildVerification,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let viewer: TestClient;
let courseId: string;
const idOf = (client: TestClient) => client.user?.id ?? '';
const pathOf = (id: string, query = '') => `/api/courses/${id}/known-learners${query}`;
const list = async (client = viewer) =>
  ((await client.get(pathOf(courseId))).body as unknown as { fullName: string }[]).map(({ fullName }) => fullName);

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  viewer = app.visitor();
  await viewer.signUp('student');
  courseId = (await buildCourse(app.em(), { price: 0 })).id;
});

/** Signs up a connection of the viewer who is enrolled in the item. */
async function enterLearner(fullName: string, day = 1): Promise<TestClient> {
  const learner = app.visitor();
  await learner.signUp('student', { fullName });
  const userId = idOf(learner);
  await buildConnection(app.em(), { userId, connectedUserId: idOf(viewer), status: 'accepted' });
  await buildEnrollment(app.em(), { courseId, userId, createdAt: new Date(Date.UTC(2026, 0, day)) });
  return learner;
}
const show = (learner: TestClient, learning: string) =>
  learner.patch('/api/privacy', { body: { fieldVisibility: { learning } } });

it('are the connections of the viewer who are enrolled, the latest first', async () => {
  await enterLearner('Ana Ruiz', 1);
  await enterLearner('Ben Adu', 2);
  const known = await buildUser(app.em(), { fullName: 'Not enrolled' });
  await buildConnection(app.em(), { userId: idOf(viewer), connectedUserId: known.id, status: 'accepted' });
  const pending = await buildUser(app.em(), { fullName: 'Not connected' });
  await buildConnection(app.em(), { userId: pending.id, connectedUserId: idOf(viewer), status: 'pending' });
  await buildEnrollment(app.em(), { courseId, userId: pending.id });
  await buildEnrollment(app.em(), { courseId, userId: idOf(viewer) });
  expect(await list()).toEqual(['Ben Adu', 'Ana Ruiz']);

  const { body, headers } = await viewer.get(pathOf(courseId, '?limit=1'));
  expect(body).toMatchObject([{ fullName: 'Ben Adu' }]);
  const next = `?limit=1&cursor=${String(headers.get('x-next-cursor'))}`;
  const second = await viewer.get(pathOf(courseId, next));
  expect(second.body).toMatchObject([{ fullName: 'Ana Ruiz' }]);
  expect(second.headers.get('x-next-cursor')).toBeNull();
});

it('leave out members who hide what they learn from the viewer', async () => {
  const ana = await enterLearner('Ana Ruiz');
  const institution = await buildUser(app.em(), { role: 'institution' });
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  const confirm = (userId: string) =>
    buildVerification(app.em(), { userId, institutionId: institution.id, entry, status: 'confirmed' });
  await confirm(idOf(ana));
  const seen = async (learning: string) => {
    await show(ana, learning);
    return list();
  };
  expect(await seen('everyone')).toEqual(['Ana Ruiz']);
  expect(await seen('connections')).toEqual(['Ana Ruiz']);
  expect(await seen('me')).toEqual([]);
  expect(await seen('institution')).toEqual([]);
  await confirm(idOf(viewer));
  expect(await list()).toEqual(['Ana Ruiz']);
});

it('leave out members whom a block separates from the viewer, and closed accounts', async () => {
  const [ana, ben] = [await enterLearner('Ana Ruiz', 1), await enterLearner('Ben Adu', 2)];
  await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(viewer) });
  expect(await list()).toEqual(['Ben Adu']);
  await app.pool.query('update users set deactivated_at = now() where id = $1', [idOf(ben)]);
  expect(await list()).toEqual([]);
});

it('are not shown for an item that the viewer may not see, nor to creators', async () => {
  await enterLearner('Ana Ruiz');
  await app.pool.query(`update courses set status = 'draft' where id = $1`, [courseId]);
  expect((await viewer.get(pathOf(courseId))).status).toBe(404);
  const creator = app.visitor();
  await creator.signUp('creator');
  expect((await creator.get(pathOf(courseId))).status).toBe(403);
});
