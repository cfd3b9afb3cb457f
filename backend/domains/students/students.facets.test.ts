import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentFacets } from '#shared/api/students.ts';
import { buildBlock, buildConnection, buildCourse, buildEnrollment, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { loadStudentFacets, loadUnfilteredFacets, shareDirectoryFacets } from './students.facets.ts';

const LISTED = 1_200;
let app: TestApp;
/** Ids of the listed students. */
let ids: string[];
let teacherId: string;
beforeAll(async () => {
  app = await createTestApp();
  await app.runAsOwner(`
    with people as (insert into users (id, username, password, email, full_name, role)
      select gen_random_uuid(), 'student' || n, 'x', 'student' || n || '@example.test', 'Student ' || n, 'student'
      from generate_series(1, ${LISTED}) n returning id, substr(username, 8)::int as n)
    insert into directory_listings (user_id, name, has_name, institution, field, year, has_photo, has_courses,
        has_mutuals)
      select id, 'Student ' || n, true, (array['Northfield', 'northfield', 'Lumen'])[n % 3 + 1],
        'Field ' || floor(sqrt(n)), 2000 + n % 40, true, true, true from people`);
  const { rows } = await app.pool.query('select user_id as id from directory_listings order by name');
  ids = rows.map(({ id }) => String(id));
  teacherId = (await buildUser(app.em(), { role: 'teacher' })).id;
  const hiddenAuthor = await buildUser(app.em(), { role: 'teacher' });
  const [shown, hidden] = await Promise.all(
    [teacherId, hiddenAuthor.id].map((userId) => buildCourse(app.em(), { userId })),
  );
  await app
    .em()
    .execute('insert into study_partner_flags (user_id, course_id, until) values (?, ?, ?)', [
      ids[3],
      shown?.id,
      '2999-01-01',
    ]);
  for (const userId of [ids[0], ids[1], ids[2], ids[9]])
    await buildEnrollment(app.em(), { userId: userId ?? '', courseId: shown?.id ?? '' });
  await buildEnrollment(app.em(), { userId: ids[5] ?? '', courseId: hidden?.id ?? '' });
  const [own, other, sent, received, closed, blocked, blocker] = ids as [string, ...string[]];
  for (const viewerId of [teacherId, own]) {
    await buildConnection(app.em(), { userId: viewerId, connectedUserId: other ?? '', status: 'accepted' });
    await buildConnection(app.em(), { userId: viewerId, connectedUserId: sent ?? '', status: 'pending' });
    await buildConnection(app.em(), { userId: received ?? '', connectedUserId: viewerId, status: 'pending' });
    await buildBlock(app.em(), { blockerId: viewerId, blockedId: blocked ?? '' });
    await buildBlock(app.em(), { blockerId: blocker ?? '', blockedId: viewerId });
    await buildBlock(app.em(), { blockerId: viewerId, blockedId: hiddenAuthor.id });
  }
  await app.pool.query('update users set deactivated_at = now() where id = $1', [closed]);
});
afterAll(() => app.close());

/** The order of equal counts is not part of the comparison. */
const sorted = ({ institutions, fields, states, ...rest }: StudentFacets) => ({
  ...rest,
  states: states.toSorted((one, other) => one.value.localeCompare(other.value)),
  institutions: institutions.map(({ value, count }) => ({ value: value.toLowerCase(), count })),
  fields: fields.map(({ count }) => count),
});

it.each([
  ['a teacher', () => teacherId, LISTED - 3],
  ['a listed student', () => ids[0] ?? '', LISTED - 4],
])('facets made of shared ones are those that are read for %s', async (_name, viewer, everyone) => {
  const exact = await loadStudentFacets(app.pool, viewer(), {});
  const shared = await loadUnfilteredFacets(app.pool, viewer(), shareDirectoryFacets(app.pool));
  expect(exact).toMatchObject({ everyone, courses: [{}], partners: 1 });
  expect(exact.states).toHaveLength(3);
  expect(sorted(shared)).toEqual(sorted(exact));
});
