import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCourse, buildEnrollment, buildUser } from '../../testing/builders.ts';
import { explainByIndex } from '../../testing/plans.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { COURSE_PARTS } from './course-detail.view.ts';

let app: TestApp;
let author: TestClient;
let viewer: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [author, viewer] = [app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await viewer.signUp('student');
});
afterAll(() => app.close());

it('says how many learners completed an item, from ten learners on', async () => {
  const em = app.em();
  const { id: courseId } = await buildCourse(em, { userId: author.user?.id ?? '' });
  const percent = async () => (await viewer.get(`/api/courses/${courseId}`)).body['completionPercent'];
  const add = async (completedAt: Date | null) =>
    buildEnrollment(em, { courseId, userId: (await buildUser(em)).id, completedAt });
  for (let number = 0; number < 9; number += 1) await add(number < 3 ? new Date() : null);
  expect(await percent()).toBeNull();
  await add(null);
  expect(await percent()).toBe(30);
});

it.each([
  [9, 5, null],
  [10, null, null],
  [10, 60, 1],
  [10, 61, 24],
  [50, 4_320, 72],
  [50, 10_080, 168],
  [50, 10_081, null],
])('says how soon the author of %i answers with a median of %s minutes answers', async (answered, median, expected) => {
  const { id, userId } = await buildCourse(app.em());
  const within = async () => (await viewer.get(`/api/courses/${id}`)).body['answersWithinHours'];
  expect(await within()).toBeNull();
  await app.pool.query('insert into answer_times (user_id, answered, median_minutes) values ($1, $2, $3)', [
    userId,
    answered,
    median,
  ]);
  expect(await within()).toBe(expected);
  expect((await app.visitor().get(`/api/public/courses/${id}`)).body).not.toHaveProperty('answersWithinHours');
});

it('shows the office hours of a teacher while they are on, to members alone', async () => {
  const { id } = await buildCourse(app.em(), { userId: author.user?.id ?? '' });
  const hours = async () => (await viewer.get(`/api/courses/${id}`)).body['officeHours'];
  expect(await hours()).toBeNull();
  const officeHours = { isOn: true, days: [1, 2, 5], from: '09:00', to: '17:00', zone: 'Europe/Stockholm' };
  await author.patch('/api/privacy', { body: { officeHours } });
  expect(await hours()).toEqual(officeHours);
  expect(JSON.stringify((await app.visitor().get(`/api/public/courses/${id}`)).body)).not.toContain('Stockholm');
  await author.patch('/api/privacy', { body: { officeHours: { ...officeHours, isOn: false } } });
  expect(await hours()).toBeNull();
});

it('reads the facts by indexes', async () => {
  const plan = await explainByIndex(app.pool, COURSE_PARTS.facts.text);
  expect(plan).toContain('answer_times_pkey');
  expect(plan).not.toContain('Seq Scan');
});
