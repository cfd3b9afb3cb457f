import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StateName } from '#shared/api/analytics-states.ts';
import type { AnalyticsView } from '#shared/api/analytics.ts';
import { buildEnrollment } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { addDays } from './metrics.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query('delete from pgboss.schedule');
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => addDays(today(), -days);
/** Noon (UTC) of a past day. */
const at = (days: number) => new Date(`${daysAgo(days)}T12:00:00Z`);
const idOf = (client: TestClient) => client.user?.id ?? '';

async function member(role: 'student' | 'teacher'): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role);
  return client;
}

/** The numbers that are true now; the period is over, and of one item on request. */
async function states(client: TestClient, item?: string): Promise<Partial<Record<StateName, number>>> {
  const period = `from=${daysAgo(9)}&to=${daysAgo(8)}`;
  const { status, body } = await client.get(`/api/analytics?${period}${item === undefined ? '' : `&item=${item}`}`);
  expect(status).toBe(200);
  return Object.fromEntries((body as unknown as AnalyticsView).states.map(({ name, value }) => [name, value]));
}

it('counts the items that a student has in progress now', async () => {
  const em = app.em();
  const ana = await member('student');
  const inProgress = async () => (await states(ana))['items-in-progress'];
  expect(await inProgress()).toBe(0);
  const [first] = [
    await buildEnrollment(em, { userId: idOf(ana), createdAt: at(50) }),
    await buildEnrollment(em, { userId: idOf(ana), createdAt: at(1) }),
    await buildEnrollment(em, { userId: idOf(ana), createdAt: at(9), completedAt: at(8) }),
    await buildEnrollment(em),
  ];
  expect(await inProgress()).toBe(2);
  await app.pool.query('update enrollments set completed_at = now() where id = $1', [first.id]);
  expect(await inProgress()).toBe(1);
  expect(await states(ana, first.courseId)).toEqual({});
});

it.each([
  ['none before the first day of study', [], 0],
  ['the days up to today', [0, 1, 2, 4], 3],
  ['the days up to yesterday', [1, 2, 4, 5, 6], 2],
  ['nothing when yesterday and today are missing', [2, 3, 4], 0],
  ['more days than a period', Array.from({ length: 400 }, (_, ago) => ago), 400],
])('has as streak %s', async (_what, days, expected) => {
  const ana = await member('student');
  await app.pool.query(
    `insert into metrics_daily (owner_id, metric, day, subject_id, count)
      select $1, case when d.ago % 2 = 0 then 'study-days' else 'study-minutes' end,
        (now() at time zone 'utc')::date - d.ago, gen_random_uuid(), 1 from unnest($2::int[]) d (ago)`,
    [idOf(ana), days],
  );
  await app.pool.query(
    `insert into metrics_daily (owner_id, metric, day, subject_id, count) values ($1, 'likes', $2, $3, 1)`,
    [idOf(ana), daysAgo(3), uuidv7()],
  );
  expect((await states(ana)).streak).toBe(expected);
});
