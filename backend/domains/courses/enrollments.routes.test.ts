import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnerView } from '#shared/api/enrollments.ts';
import { DAY_MS } from '#shared/time.ts';
import { buildBlock, buildCourse, buildEnrollment, buildUser } from '../../testing/builders.ts';
import { enterLive, receivedBy, settlePushes } from '../../testing/live-user.ts';
import { explainByIndex } from '../../testing/plans.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import type { Course } from './course.entity.ts';
import { LEARNERS } from './learners.list.ts';

let app: TestApp;
let author: TestClient;
let student: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [author, student] = [app.visitor(), app.visitor()];
  await author.signUp('teacher', { fullName: 'Ada Author' });
  await student.signUp('student', { fullName: 'Sam Student' });
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const course = (fields: Partial<Course> = {}) =>
  buildCourse(app.em(), { userId: idOf(author), price: 0, ...(fields as object) });
const rows = async (sql: string, values: unknown[]) => (await app.pool.query(sql, values)).rows;
const counted = async (courseId: string): Promise<[number, number]> => {
  const [row] = await rows(
    `select enrollments, (select count(*)::int from enrollments e where e.course_id = c.id) as rows
      from courses c where c.id = $1`,
    [courseId],
  );
  return [row.enrollments, row.rows];
};

describe('joining an item', () => {
  it('enrolls in a free one, counts it, and reloads the items on the other devices', async () => {
    const { id } = await course();
    const learner = await enterLive(app);
    const joined = await learner.http.post(`/api/courses/${id}/enroll`);
    expect(joined).toMatchObject({ status: 201, body: { enrollmentId: expect.any(String) } });
    expect(
      await rows('select user_id, source, progress from enrollments where id = $1', [joined.body['enrollmentId']]),
    ).toEqual([{ user_id: learner.id, source: 'free', progress: 0 }]);
    expect(await counted(id)).toEqual([1, 1]);
    await settlePushes(app, [learner]);
    await expect.poll(() => receivedBy(learner, 'data-updated')).toMatchObject([{ type: 'course' }]);
    expect((await learner.http.delete(`/api/courses/${id}/enroll`)).status).toBe(204);
    expect(await counted(id)).toEqual([0, 0]);
    await expect.poll(() => receivedBy(learner, 'data-updated')).toHaveLength(2);
    learner.live.close();
  });

  it('is refused with the reason', async () => {
    const [free, paid, draft, archived] = [
      await course(),
      await course({ price: 500 }),
      await course({ status: 'draft' }),
      await course({ status: 'archived' }),
    ];
    const join = async (client: TestClient, { id }: { id: string }) => {
      const { status, body } = await client.post(`/api/courses/${id}/enroll`);
      return [status, body['code']];
    };
    expect(await join(student, paid)).toEqual([402, 'PAYMENT_REQUIRED']);
    expect(await join(student, draft)).toEqual([404, 'NOT_FOUND']);
    expect(await join(student, archived)).toEqual([404, 'NOT_FOUND']);
    expect(await join(author, free)).toEqual([409, 'OWN_ITEM']);
    expect(await join(author, draft)).toEqual([409, 'WRONG_STATE']);
    expect(await join(author, archived)).toEqual([409, 'WRONG_STATE']);
    expect(await join(student, free)).toEqual([201, undefined]);
    expect(await join(student, free)).toEqual([409, 'ALREADY_ENROLLED']);
    await buildEnrollment(app.em(), { userId: idOf(student), courseId: archived.id });
    expect(await join(student, archived)).toEqual([409, 'ALREADY_ENROLLED']);
    for (const { id } of [paid, draft]) expect(await counted(id)).toEqual([0, 0]);
    expect(await counted(free.id)).toEqual([1, 1]);
  });

  it('counts each user once, also with requests at the same time', async () => {
    const { id } = await course();
    const clients = [student, ...Array.from({ length: 4 }, () => app.visitor())];
    for (const client of clients.slice(1)) await client.signUp('student');
    for (const client of clients) await client.token();
    const statuses = await Promise.all(
      clients.flatMap((client) => [1, 2].map(async () => (await client.post(`/api/courses/${id}/enroll`)).status)),
    );
    expect(statuses.toSorted()).toEqual([...clients.map(() => 201), ...clients.map(() => 409)]);
    expect(await counted(id)).toEqual([5, 5]);
    await Promise.all(
      clients.flatMap((client) => [
        client.delete(`/api/courses/${id}/enroll`),
        client.post(`/api/courses/${id}/enroll`),
        client.delete(`/api/courses/${id}/enroll`),
      ]),
    );
    const [number, enrolled] = await counted(id);
    expect(number).toBe(enrolled);
  });
});

describe('leaving an item', () => {
  it('deletes the progress and the flag of a study partner; without an enrollment it does nothing', async () => {
    const { id } = await course();
    await student.put('/api/students/listing', { body: { isListed: true } });
    await student.post(`/api/courses/${id}/enroll`);
    const until = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    expect((await student.put(`/api/students/partners/${id}`, { body: { until } })).status).toBe(200);
    for (const _ of [1, 2]) expect((await student.delete(`/api/courses/${id}/enroll`)).status).toBe(204);
    expect(await counted(id)).toEqual([0, 0]);
    await expect.poll(() => rows('select 1 from study_partner_flags where course_id = $1', [id])).toEqual([]);
  });

  it('works where the counter has lost an enrollment', async () => {
    const { id } = await course();
    await student.post(`/api/courses/${id}/enroll`);
    await app.pool.query('update courses set enrollments = 0 where id = $1', [id]);
    expect((await student.delete(`/api/courses/${id}/enroll`)).status).toBe(204);
    expect(await counted(id)).toEqual([0, 0]);
  });

  it('is refused for an item that was bought', async () => {
    const { id } = await course({ price: 500 });
    await buildEnrollment(app.em(), { userId: idOf(student), courseId: id, source: 'purchase' });
    expect((await student.delete(`/api/courses/${id}/enroll`)).body).toMatchObject({ code: 'WRONG_STATE' });
    expect(await counted(id)).toEqual([1, 1]);
  });
});

describe('the learners of an item', () => {
  const days = (count: number) => new Date(Date.now() - count * DAY_MS);
  const learner = async (courseId: string, fullName: string, fields: object = {}) => {
    const user = await buildUser(app.em(), { fullName });
    await buildEnrollment(app.em(), { courseId, userId: user.id, ...fields });
    return user;
  };
  const names = async (path: string) =>
    ((await author.get(path)).body as unknown as LearnerView[]).map(({ user }) => user.fullName);

  it('are listed to its author, newest first, in pages and by activity', async () => {
    const { id } = await course();
    await learner(id, 'Long ago', { createdAt: days(40), lastOpenedAt: days(15) });
    await learner(id, 'Never opened', { createdAt: days(30) });
    await learner(id, 'Finished', {
      createdAt: days(20),
      lastOpenedAt: days(20),
      progress: 100,
      completedAt: days(20),
    });
    await learner(id, 'Active', { createdAt: days(16), lastOpenedAt: days(2), progress: 40 });
    await learner(id, 'New', { createdAt: days(1) });
    const path = `/api/courses/${id}/learners`;
    expect(await names(path)).toEqual(['New', 'Active', 'Finished', 'Never opened', 'Long ago']);
    expect(await names(`${path}?filter=inactive`)).toEqual(['Long ago', 'Never opened']);
    const inactive = await author.get(`${path}?filter=inactive&limit=1`);
    expect(await names(`${path}?filter=inactive&cursor=${inactive.headers.get('x-next-cursor')}`)).toEqual([
      'Never opened',
    ]);
    expect(await names(`${path}?filter=completed`)).toEqual(['Finished']);
    expect(await names(`${path}?filter=behind`)).toEqual(['New', 'Never opened', 'Long ago']);
    const first = await author.get(`${path}?limit=2`);
    expect(first.body[1]).toEqual({
      user: expect.objectContaining({ fullName: 'Active' }),
      enrolledAt: expect.any(String),
      progress: 40,
      completedAt: null,
      lastOpenedAt: expect.any(String),
    });
    expect(JSON.stringify(first.body)).not.toContain('@');
    expect(await names(`${path}?limit=2&cursor=${first.headers.get('x-next-cursor')}`)).toEqual([
      'Finished',
      'Never opened',
    ]);
    expect((await author.get(`${path}?cursor=nothing`)).status).toBe(400);
  });

  it.each([
    ['all', 'enrollments_course_list'],
    ['behind', 'enrollments_behind_list'],
    ['completed', 'enrollments_completed_list'],
    ['inactive', 'enrollments_activity_list'],
  ] as const)('are read in order by an index with the filter %s', async (filter, index) => {
    const plan = await explainByIndex(app.pool, LEARNERS[filter].text);
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toContain('Sort');
  });

  it('leave out those whom a block hides and closed accounts', async () => {
    const { id } = await course();
    const [blocked, blocker, gone] = [
      await learner(id, 'Blocked'),
      await learner(id, 'Blocker'),
      await learner(id, 'Gone'),
    ];
    await learner(id, 'Here');
    await buildBlock(app.em(), { blockerId: idOf(author), blockedId: blocked.id });
    await buildBlock(app.em(), { blockerId: blocker.id, blockedId: idOf(author) });
    await app.pool.query('update users set deactivated_at = now() where id = $1', [gone.id]);
    expect(await names(`/api/courses/${id}/learners`)).toEqual(['Here']);
  });

  it('are exported without email addresses, by the same filter, for the author alone', async () => {
    const { id } = await course();
    const name = '=cmd() Lee';
    await buildEnrollment(app.em(), {
      courseId: id,
      userId: (await buildUser(app.em(), { fullName: name, institution: 'Northfield' })).id,
      progress: 40,
    });
    const path = `/api/courses/${id}/learners/export.csv`;
    const { status, headers, body } = await author.get(path);
    const text = String(body);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [heading, line, ...rest] = text.split('\r\n');
    expect(heading).toContain('Name,Username,Institution,Enrolled,Progress in %,Last activity,Completed');
    expect(line).toMatch(/^"'=cmd\(\) Lee",[^,]+,Northfield,[^,]+,40,,$/);
    expect(rest).toEqual(['']);
    expect(text).not.toContain('@');
    expect(String((await author.get(`${path}?filter=completed`)).body).split('\r\n')).toHaveLength(2);
    expect((await student.get(path)).body).toMatchObject({ code: 'NOT_OWNER' });
  });

  it('of all items of an author are one list, newest first', async () => {
    const teacher = app.visitor();
    await teacher.signUp('teacher');
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((title) => buildCourse(app.em(), { userId: idOf(teacher), title, price: 0 })),
    );
    for (const [day, id] of [one?.id ?? '', other?.id ?? '', one?.id ?? ''].entries())
      await buildEnrollment(app.em(), { courseId: id, createdAt: new Date(Date.UTC(2026, 0, day + 1)), progress: 10 });
    const titles = ({ body }: { body: unknown }) =>
      (body as { course: { title: string } }[]).map(({ course: { title } }) => title);
    const first = await teacher.get('/api/learners?limit=2');
    expect(titles(first)).toEqual(['One', 'Other']);
    expect(titles(await teacher.get(`/api/learners?limit=2&cursor=${first.headers.get('x-next-cursor')}`))).toEqual([
      'One',
    ]);
    expect(titles(await teacher.get('/api/learners?filter=inactive'))).toEqual(['One', 'Other', 'One']);
    expect(titles(await teacher.get('/api/learners?filter=behind'))).toEqual(['One', 'Other', 'One']);
    expect(titles(await teacher.get('/api/learners?filter=completed'))).toEqual([]);
    expect((await student.get('/api/learners')).body).toEqual([]);
  });

  it('are not listed to anyone else', async () => {
    const { id } = await course();
    await student.post(`/api/courses/${id}/enroll`);
    expect((await student.get(`/api/courses/${id}/learners`)).body).toMatchObject({ code: 'NOT_OWNER' });
    const draft = await course({ status: 'draft' });
    expect((await student.get(`/api/courses/${draft.id}/learners`)).status).toBe(404);
    expect((await author.get(`/api/courses/${draft.id}/learners`)).body).toEqual([]);
  });
});
