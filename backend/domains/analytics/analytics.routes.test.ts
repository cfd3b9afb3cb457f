import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STATES, type StateName } from '#shared/api/analytics-states.ts';
import { METRICS, type AnalyticsView, type MetricName } from '#shared/api/analytics.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { metricParts } from '../../metrics.ts';
import {
  buildAdvertisement,
  buildComment,
  buildConnection,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildEvent,
  buildLesson,
  buildLike,
  buildPost,
  buildPurchase,
  buildReview,
  buildUser,
  buildVerification,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { countMembers } from './members.service.ts';
import { addDays, countMetrics } from './metrics.service.ts';

const TABLES = ['metrics_daily', 'metric_runs', 'annotations', 'page_views', 'view_salts', 'member_groups'];

let app: TestApp;
let tom: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  await app.pool.query('delete from pgboss.schedule');
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of TABLES) await app.pool.query(`delete from ${table}`);
  tom = await member('teacher');
});

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => addDays(today(), -days);
/** Noon (UTC) of a past day. */
const at = (days: number) => new Date(`${daysAgo(days)}T12:00:00Z`);
const idOf = (client: TestClient) => client.user?.id ?? '';
const count = () => countMetrics(app.em(), metricParts);
const stored = async () =>
  (await app.pool.query('select * from metrics_daily order by owner_id, metric, day, subject_id')).rows;

/** A member whose account is 100 days old. */
async function member(role: 'student' | 'teacher' | 'institution' | 'creator', days = 100): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role);
  await app.pool.query(`update users set created_at = now() - $2 * interval '1 day' where id = $1`, [
    idOf(client),
    days,
  ]);
  return client;
}

async function analytics(client: TestClient, query = `from=${daysAgo(27)}&to=${today()}`): Promise<AnalyticsView> {
  const { status, body } = await client.get(`/api/analytics?${query}`);
  expect(status).toBe(200);
  return body as unknown as AnalyticsView;
}
const metricOf = (view: AnalyticsView, name: MetricName) => {
  const metric = view.metrics.find((entry) => entry.name === name);
  if (!metric) throw new Error(`${name} is missing`);
  return metric;
};
const totalsOf = ({ metrics }: AnalyticsView) =>
  Object.fromEntries(metrics.filter(({ total }) => total > 0).map(({ name, total }) => [name, total]));
const stateOf = ({ states }: AnalyticsView, name: StateName) => states.find((state) => state.name === name)?.value;
const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
const set = (table: string, column: string, value: Date) =>
  app.pool.query(`update ${table} set ${column} = $1 where ${column} > now() - interval '1 hour'`, [value]);

const study = async ({ course, user, days }: { course: { id: string }; user: { id: string }; days: number }) =>
  app.pool.query('insert into study_days (day, user_id, course_id, studied_ms) values ($1, $2, $3, 90000)', [
    daysAgo(days),
    user.id,
    course.id,
  ]);

/** Compares the sums of cards, days, subjects, sources and CSV of a period with what was stored. */
async function compareSums(
  range: string,
  { length, entries }: { length: number; entries: readonly { metric: MetricName; days: number }[] },
): Promise<void> {
  const view = await analytics(tom, range);
  const csv = String((await tom.get(`/api/analytics/export.csv?${range}`)).body);
  const [headings = [], ...lines] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const shownDays = Array.from({ length }, (_, i) => daysAgo(length - 1 - i));
  expect(lines.map(([day]) => day)).toEqual([...shownDays, ...(view.states.length > 0 ? ['Now'] : [])]);
  for (const [index, { name, value }] of view.states.entries()) {
    const column = headings.findIndex((heading) => heading.startsWith(STATES[name].label));
    expect(column).toBe(1 + view.metrics.length + index);
    expect(sum(lines.map((line) => Number(line[column])))).toBe(value ?? 0);
    expect(lines.slice(0, -1).every((line) => line[column] === '')).toBe(true);
  }
  expect(sum((view.viewSources ?? []).map(({ count: views }) => views))).toBe(metricOf(view, 'item-views').total);
  for (const [index, { name, total, days, subjects }] of view.metrics.entries()) {
    const expected = entries.filter(({ metric, days: age }) => metric === name && age < length);
    expect(total > 0).toBe(expected.length > 0);
    expect(sum(days)).toBe(total);
    if (METRICS[name].subject !== null) expect(sum(subjects.map((subject) => subject.count))).toBe(total);
    expect(headings[index + 1]).toContain(METRICS[name].label);
    const cells = lines.map((line) => Number(line[index + 1]) * (METRICS[name].unit === 'money' ? 100 : 1));
    expect(Math.round(sum(cells))).toBe(total);
  }
}

describe('each number', () => {
  it('counts what happened to the items of a teacher', async () => {
    const em = app.em();
    const course = await buildCourse(em, { userId: idOf(tom), createdAt: at(40), title: 'Algebra' });
    const file = await buildCourseFile(em, { courseId: course.id });
    const [ana, ben] = [await buildUser(em), await buildUser(em)];
    await buildEnrollment(em, { courseId: course.id, userId: ana.id, createdAt: at(3), completedAt: at(1) });
    await buildEnrollment(em, { courseId: course.id, userId: ben.id, createdAt: at(3) });
    // A learner of another item of the author, who returns.
    const other = await buildCourse(em, { userId: idOf(tom), createdAt: at(60) });
    await buildEnrollment(em, { courseId: other.id, userId: ben.id, createdAt: at(50) });
    for (const [userId, rating, days] of [
      [ana.id, 5, 2],
      [ben.id, 2, 1],
    ] as const)
      await buildReview(em, { courseId: course.id, userId, rating, createdAt: at(days) });
    await study({ course, user: ben, days: 6 });
    await study({ course, user: ana, days: 7 });
    await buildEnrollment(em, { createdAt: at(3) });
    await buildPurchase(em, {
      courseId: course.id,
      buyerId: ana.id,
      sellerId: idOf(tom),
      paidAt: at(3),
      refundedAt: at(2),
      status: 'refunded',
    });
    for (const days of [3, 2])
      await app.pool.query(
        `insert into course_downloads (user_id, course_file_id, day, course_id, created_at) values ($1, $2, $3, $4, $5)`,
        [ana.id, file.id, daysAgo(days), course.id, at(days)],
      );
    await count();
    const view = await analytics(tom);
    expect(totalsOf(view)).toEqual({
      enrollments: 2,
      'new-learners': 1,
      completions: 1,
      downloads: 2,
      revenue: 1_500,
      refunds: 1_500,
      reviews: 2,
      stars: 7,
    });
    expect(metricOf(view, 'enrollments').subjects).toEqual([{ id: course.id, title: 'Algebra', count: 2 }]);
    expect(metricOf(view, 'enrollments').days.at(-4)).toBe(2);
    expect(stateOf(view, 'active-learners')).toBe(1);
  });

  it('counts what others did with posts, events and advertisements, and not what the author did', async () => {
    const em = app.em();
    const ana = await buildUser(em);
    const post = await buildPost(em, { userId: idOf(tom), content: 'First line\nSecond', createdAt: at(9) });
    for (const userId of [ana.id, idOf(tom)]) {
      await buildLike(em, { postId: post.id, userId });
      await buildComment(em, { postId: post.id, userId, createdAt: at(2) });
      await buildPost(em, { userId, sharedPostId: post.id, createdAt: at(2) });
    }
    await set('post_likes', 'created_at', at(2));
    await buildConnection(em, { userId: ana.id, connectedUserId: idOf(tom), respondedAt: at(2) });
    const event = await buildEvent(em, { userId: idOf(tom), date: at(1) });
    await app.pool.query(
      `insert into event_attendees (event_id, user_id, status, created_at) values ($1, $2, 'going', $3)`,
      [event.id, ana.id, at(2)],
    );
    const ad = await buildAdvertisement(em, { userId: idOf(tom) });
    const shown =
      'insert into ad_stats_daily (advertisement_id, day, impressions, clicks) values ($1, $2, 5, 1), ($1, $3, 4, 0)';
    await app.pool.query(shown, [ad.id, daysAgo(2), daysAgo(1)]);
    await count();
    const view = await analytics(tom);
    expect(totalsOf(view)).toEqual({
      likes: 1,
      comments: 1,
      shares: 1,
      connections: 1,
      rsvps: 1,
      'event-guests': 1,
      'ad-views': 9,
      'ad-clicks': 1,
    });
    expect(metricOf(view, 'likes').subjects).toEqual([{ id: post.id, title: 'First line', count: 1 }]);
    expect(view.annotations).toEqual([
      { day: daysAgo(1), type: 'event-held', subjectId: event.id, title: 'Study table', value: null },
      { day: daysAgo(2), type: 'ad-started', subjectId: ad.id, title: ad.title, value: null },
    ]);
  });

  it('counts what a student has learned', async () => {
    const em = app.em();
    const ana = await member('student');
    const course = await buildCourse(em, { price: 0 });
    await buildEnrollment(em, { courseId: course.id, userId: idOf(ana), createdAt: at(5), completedAt: at(2) });
    await study({ course, user: { id: idOf(ana) }, days: 3 });
    for (const days of [4, 4, 2]) {
      const lesson = await buildLesson(em, { courseId: course.id });
      await app.pool.query(
        'insert into lesson_progress (user_id, lesson_id, course_id, created_at) values ($1, $2, $3, $4)',
        [idOf(ana), lesson.id, course.id, at(days)],
      );
    }
    await count();
    const view = await analytics(ana);
    expect(totalsOf(view)).toEqual({
      'study-minutes': 2,
      'lessons-done': 3,
      'study-days': 2,
      'items-joined': 1,
      'items-completed': 1,
    });
    expect(view.states.map(({ name }) => name)).toEqual(['items-in-progress', 'streak']);
    expect(view.members).toBeNull();
  });

  it('adds up amounts of one currency, and shows those in other ones apart', async () => {
    const em = app.em();
    const [course, other] = [
      await buildCourse(em, { userId: idOf(tom), createdAt: at(40) }),
      await buildCourse(em, { userId: idOf(tom), createdAt: at(40) }),
    ];
    const sold = { courseId: course.id, sellerId: idOf(tom) };
    await buildPurchase(em, { ...sold, amount: 1_000, currency: 'EUR', paidAt: at(5) });
    await buildPurchase(em, {
      ...sold,
      amount: 500,
      currency: 'EUR',
      paidAt: at(5),
      refundedAt: at(4),
      status: 'refunded',
    });
    await buildPurchase(em, { ...sold, courseId: other.id, amount: 900, currency: 'JPY', paidAt: at(4) });
    await buildPurchase(em, { ...sold, amount: 1_000, currency: 'USD', paidAt: at(3) });
    await buildPurchase(em, { ...sold, amount: 7_000, currency: 'EUR', paidAt: at(9) });
    await count();
    const range = `from=${daysAgo(6)}&to=${daysAgo(3)}`;
    const view = await analytics(tom, range);
    expect(totalsOf(view)).toEqual({ revenue: 1_000 });
    expect(metricOf(view, 'revenue').subjects).toEqual([{ id: course.id, title: course.title, count: 1_000 }]);
    expect(view.otherMoney).toEqual([
      { name: 'revenue', currency: 'EUR', total: 1_500, days: [0, 1_500, 0, 0] },
      { name: 'revenue', currency: 'JPY', total: 900, days: [0, 0, 900, 0] },
      { name: 'refunds', currency: 'EUR', total: 500, days: [0, 0, 500, 0] },
    ]);
    const csv = String((await tom.get(`/api/analytics/export.csv?${range}`)).body).split('\r\n');
    expect(csv[0]).toMatch(
      /,Revenue \(USD\),.*,Revenue \(EUR\),Revenue \(JPY\),Refunds \(EUR\),Active learners on the last 7 days \(now\),Median answer time in minutes \(now\)$/,
    );
    expect(csv[3]).toMatch(/,0\.00,900,5\.00,,$/);
    const ofItem = await analytics(tom, `${range}&item=${other.id}`);
    expect(ofItem.otherMoney.map(({ currency, total }) => [currency, total])).toEqual([['JPY', 900]]);
  });

  it('is counted by days in UTC', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    for (const time of ['00:00:00.000Z', '23:59:59.999Z'])
      await buildEnrollment(app.em(), { courseId: course.id, createdAt: new Date(`${daysAgo(5)}T${time}`) });
    await buildEnrollment(app.em(), { courseId: course.id, createdAt: new Date(`${daysAgo(4)}T00:00:00Z`) });
    await count();
    const { days } = metricOf(await analytics(tom, `from=${daysAgo(5)}&to=${daysAgo(4)}`), 'enrollments');
    expect(days).toEqual([2, 1]);
  });
});

describe('views', () => {
  const view = (client: TestClient, type: 'course' | 'profile', id: string) =>
    client.post('/api/analytics/views', { body: { type, id } });

  it('count each viewer once a day, not the owner, and contain no one', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    const [ana, ben] = [await member('student'), await member('student')];
    for (const client of [ana, ana, ben, tom]) expect((await view(client, 'course', course.id)).status).toBe(204);
    for (const client of [ana, tom]) expect((await view(client, 'profile', idOf(tom))).status).toBe(204);
    await count();
    expect(totalsOf(await analytics(tom))).toEqual({ 'item-views': 2, 'profile-views': 1 });
    const rows = (await app.pool.query('select * from page_views')).rows;
    expect(new Set(rows.map(({ visitor }) => String(visitor))).size).toBe(3);
    expect(JSON.stringify(rows)).not.toContain(idOf(ana));
  });

  it('are counted by the place from which each viewer came first', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    const [ana, ben, kim] = [await member('student'), await member('student'), await member('student')];
    const from = (client: TestClient, source?: string) =>
      client.post('/api/analytics/views', { body: { type: 'course', id: course.id, ...(source && { source }) } });
    await from(ana, 'feed');
    await from(ana, 'search');
    await from(ben, 'feed');
    await from(kim);
    expect((await from(kim, 'luck')).status).toBe(400);
    await count();
    const { viewSources } = await analytics(tom);
    expect(viewSources).toEqual([
      { source: 'feed', count: 2 },
      { source: 'direct', count: 1 },
    ]);
    expect((await analytics(ana)).viewSources).toBeNull();
  });

  it('delete the salt when the day is over, and the hashes when it is final', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    const ana = await member('student');
    await view(ana, 'course', course.id);
    await app.pool.query('update view_salts set day = $1', [daysAgo(1)]);
    await app.pool.query('update page_views set day = $1', [daysAgo(3)]);
    await view(ana, 'course', course.id);
    const salts = await app.pool.query('select day::text from view_salts');
    expect(salts.rows).toEqual([{ day: today() }]);
    await count();
    const days = await app.pool.query('select day::text from page_views');
    expect(days.rows).toEqual([{ day: today() }]);
    expect(totalsOf(await analytics(tom))).toEqual({ 'item-views': 2 });
    await count();
    expect(totalsOf(await analytics(tom))).toEqual({ 'item-views': 2 });
  });

  it('refuse what the viewer cannot see', async () => {
    const draft = await buildCourse(app.em(), { userId: idOf(tom), status: 'draft' });
    const ana = await member('student');
    expect((await view(ana, 'course', draft.id)).status).toBe(404);
    expect((await view(ana, 'course', uuidv7())).status).toBe(404);
    expect((await view(await member('creator'), 'profile', idOf(tom))).status).toBe(404);
    await tom.put(`/api/users/${idOf(ana)}/block`);
    expect((await view(ana, 'profile', idOf(tom))).status).toBe(404);
    expect((await app.pool.query('select from page_views')).rowCount).toBe(0);
  });
});

describe('the job', () => {
  beforeEach(async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom), createdAt: at(50), price: 500 });
    for (const days of [45, 12, 3, 0])
      await buildEnrollment(app.em(), {
        courseId: course.id,
        createdAt: days === 0 ? new Date(Date.now() - 1_000) : at(days),
      });
  });

  it('changes nothing when it runs twice, or at once', async () => {
    await count();
    const before = await stored();
    expect(before.length).toBeGreaterThan(3);
    await count();
    expect(await stored()).toEqual(before);
    await Promise.all([count(), count(), count()]);
    expect(await stored()).toEqual(before);
  });

  it('counts all days that it has missed', async () => {
    await count();
    const before = await stored();
    await app.pool.query('delete from metric_runs where day > $1', [daysAgo(15)]);
    await app.pool.query('delete from metrics_daily where day > $1', [daysAgo(15)]);
    await count();
    expect(await stored()).toEqual(before);
    const { rows } = await app.pool.query<{ days: number; final: number; last: string }>(
      `select count(*)::int as days, count(*) filter (where is_final)::int as final, max(day)::text as last
        from metric_runs where day > $1`,
      [daysAgo(15)],
    );
    expect(rows[0]).toMatchObject({ days: 15, last: today() });
    expect(rows[0]?.final).toBeGreaterThanOrEqual(13);
  });

  it('keeps the numbers of a final day when their source goes', async () => {
    await count();
    const before = metricOf(await analytics(tom), 'enrollments').total;
    await app.pool.query(`delete from enrollments where created_at < now() - interval '2 days'`);
    await count();
    expect(metricOf(await analytics(tom), 'enrollments').total).toBe(before);
  });

  it('stores when an item was published, an announcement was posted and a price was changed', async () => {
    const { rows } = await app.pool.query<{ id: string }>('select id from courses where user_id = $1', [idOf(tom)]);
    const courseId = rows[0]?.id ?? '';
    await buildPost(app.em(), {
      userId: idOf(tom),
      audience: 'course',
      courseId,
      isAnnouncement: true,
      content: 'Room 5',
      createdAt: at(4),
    });
    await count();
    await app.pool.query('update courses set price = 900 where id = $1', [courseId]);
    await count();
    await count();
    const { annotations } = await analytics(tom, `from=${daysAgo(60)}&to=${today()}`);
    expect(annotations.map(({ day, type, title, value }) => [day, type, title, value])).toEqual([
      [today(), 'price-changed', 'Statistics from the ground up', 900],
      [daysAgo(4), 'announcement-posted', 'Room 5', null],
      [daysAgo(50), 'item-published', 'Statistics from the ground up', 500],
    ]);
  });
});

describe('the page', () => {
  it('shows a user their own numbers alone, by role', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    await buildEnrollment(app.em(), { courseId: course.id, createdAt: at(2) });
    await count();
    const names = async (client: TestClient) => (await analytics(client)).metrics.map(({ name }) => name);
    expect(totalsOf(await analytics(tom))).toEqual({ enrollments: 1, 'new-learners': 1 });
    expect(totalsOf(await analytics(await member('teacher')))).toEqual({});
    expect(await names(await member('student'))).not.toContain('enrollments');
    const creator = await names(await member('creator'));
    expect(creator).toContain('sales');
    expect(creator).not.toContain('profile-views');
  });

  it('compares with the period before, unless the account is younger', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    for (const days of [1, 8, 9, 20]) await buildEnrollment(app.em(), { courseId: course.id, createdAt: at(days) });
    await count();
    const week = `from=${daysAgo(6)}&to=${today()}&compare=true`;
    const view = await analytics(tom, week);
    expect(view.previous).toEqual({ from: daysAgo(13), to: daysAgo(7) });
    expect(metricOf(view, 'enrollments')).toMatchObject({ total: 1, previousTotal: 2 });
    expect(metricOf(view, 'enrollments').previousDays).toEqual([0, 0, 0, 0, 1, 1, 0]);
    const young = await analytics(await member('teacher', 10), week);
    expect(young.previous).toBeNull();
    expect(young.metrics[0]?.previousTotal).toBeNull();
  });

  it('shows the numbers of one item to its author and to those who learn from it', async () => {
    const [one, other] = [
      await buildCourse(app.em(), { userId: idOf(tom), title: 'One', price: 500 }),
      await buildCourse(app.em(), { userId: idOf(tom), title: 'Other' }),
    ];
    const ana = await member('student');
    await buildEnrollment(app.em(), { courseId: one.id, userId: idOf(ana), createdAt: at(2) });
    for (const days of [1, 2]) await buildEnrollment(app.em(), { courseId: other.id, createdAt: at(days) });
    await study({ course: one, user: { id: idOf(ana) }, days: 0 });
    await count();
    const query = `from=${daysAgo(6)}&to=${today()}&item=`;
    const view = await analytics(tom, query + one.id);
    expect(view.item).toEqual({ id: one.id, title: 'One' });
    expect(totalsOf(view)).toEqual({ enrollments: 1, 'new-learners': 1 });
    expect(view.metrics.every(({ name }) => METRICS[name].subject === 'item')).toBe(true);
    expect(stateOf(view, 'active-learners')).toBe(1);
    expect(stateOf(await analytics(tom, query + other.id), 'active-learners')).toBe(0);
    expect(totalsOf(await analytics(ana, query + one.id))).toEqual({ 'items-joined': 1, 'study-minutes': 2 });
    const stranger = await member('teacher');
    for (const path of ['/api/analytics', '/api/analytics/export.csv'])
      expect((await stranger.get(`${path}?${query}${one.id}`)).status).toBe(404);
  });

  it('keeps notes beside what happened, for their author alone', async () => {
    const note = await tom.post('/api/analytics/notes', { body: { day: daysAgo(2), text: 'Exams began' } });
    const created = { day: daysAgo(2), type: 'note', subjectId: expect.any(String), title: 'Exams began', value: null };
    expect([note.status, note.body]).toEqual([201, created]);
    await count();
    expect((await analytics(tom)).annotations).toEqual([created]);
    const course = await buildCourse(app.em(), { userId: idOf(tom) });
    expect((await analytics(tom, `from=${daysAgo(6)}&to=${today()}&item=${course.id}`)).annotations).toEqual([created]);
    const ana = await member('student');
    expect((await analytics(ana)).annotations).toEqual([]);
    const path = `/api/analytics/notes/${String(note.body['subjectId'])}`;
    expect((await ana.delete(path)).status).toBe(204);
    expect((await analytics(tom)).annotations).toHaveLength(1);
    for (const _ of [1, 2]) expect((await tom.delete(path)).status).toBe(204);
    expect((await analytics(tom)).annotations).toEqual([]);
    for (const body of [
      { day: addDays(today(), 1), text: 'Later' },
      { day: today(), text: ' ' },
      { day: today(), text: 'x'.repeat(201) },
    ])
      expect((await tom.post('/api/analytics/notes', { body })).status).toBe(400);
    await app.pool.query(
      `insert into annotations (owner_id, day, type, subject_id, text)
        select $1, $2, 'note', gen_random_uuid(), 'Many' from generate_series(1, 500)`,
      [idOf(tom), today()],
    );
    expect((await tom.post('/api/analytics/notes', { body: { day: today(), text: 'Full' } })).status).toBe(409);
  });

  it.each([
    ['a reversed period', () => `from=${today()}&to=${daysAgo(1)}`],
    ['too many days', () => `from=${daysAgo(366)}&to=${today()}`],
    ['tomorrow', () => `from=${today()}&to=${addDays(today(), 1)}`],
    ['no date', () => 'from=yesterday&to=today'],
    ['a day that does not exist', () => 'from=2025-02-30&to=2025-03-01'],
  ])('refuses %s', async (_what, query) => {
    for (const path of ['/api/analytics', '/api/analytics/export.csv'])
      expect((await tom.get(`${path}?${query()}`)).status).toBe(400);
  });

  it('has the same sums in cards, days, items and CSV, at random', async () => {
    const courses = await Promise.all(
      Array.from({ length: 25 }, () => buildCourse(app.em(), { userId: idOf(tom), title: '=Sum' })),
    );
    const entry = fc.record({
      metric: fc.constantFrom<MetricName>('item-views', 'enrollments', 'revenue', 'ad-views', 'likes', 'connections'),
      days: fc.integer({ min: 0, max: 40 }),
      course: fc.integer({ min: 0, max: 24 }),
      count: fc.integer({ min: 1, max: 3_000_000 }),
    });
    const daysShown = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 150 }), daysShown, async (entries, length) => {
        await app.pool.query('delete from metrics_daily');
        for (const { metric, days, course, count: counted } of entries)
          await app.pool.query(
            `insert into metrics_daily (owner_id, metric, day, subject_id, count) values ($1, $2, $3, $4, $5)
              on conflict do nothing`,
            [
              idOf(tom),
              METRICS[metric].unit === 'money' ? `${metric}:USD` : metric,
              daysAgo(days),
              METRICS[metric].subject === null ? '00000000-0000-0000-0000-000000000000' : courses[course]?.id,
              counted,
            ],
          );
        // A part of the views has a known source.
        await app.pool.query(
          `insert into metrics_daily (owner_id, metric, day, subject_id, count)
            select m.owner_id, 'item-views:' || s.source, m.day, m.subject_id, m.count / 3
            from metrics_daily m, (values ('feed'), ('search')) s (source)
            where m.metric = 'item-views' and m.count >= 3`,
        );
        const period = `from=${daysAgo(length - 1)}&to=${today()}`;
        await compareSums(period, { length, entries });
        const ofItem = entries.filter(({ metric, course }) => METRICS[metric].subject === 'item' && course === 0);
        await compareSums(`${period}&item=${courses[0]?.id}`, { length, entries: ofItem });
      }),
      { numRuns: 15 },
    );
  });
});

describe('the members of an institution', () => {
  const lastWeek = async () => {
    const { rows } = await app.pool.query<{ day: string }>(
      `select (date_trunc('week', now() at time zone 'utc')::date - 7)::text as day`,
    );
    return rows[0]?.day ?? '';
  };
  const approve = (school: TestClient) =>
    app.pool.query('update users set is_awaiting_approval = false where id = $1', [idOf(school)]);
  const csvOf = async (school: TestClient) => {
    const { status, body } = await school.get('/api/analytics/members.csv');
    expect(status).toBe(200);
    return String(body).replace('\uFEFF', '').trimEnd().split('\r\n');
  };
  const HEADINGS = 'Week from,Field,Members (at least),Active (at least),Items (at least),Enrollments (at least)';

  it('are counted once a week in groups of five, of those who were confirmed before', async () => {
    const school = await member('institution');
    await approve(school);
    const week = await lastWeek();
    const before = new Date(Date.parse(week) - DAY_MS);
    const during = new Date(Date.parse(week) + 30 * HOUR_MS);
    const join = async (isActive: boolean, decidedAt: Date) => {
      const user = await buildUser(app.em());
      await buildVerification(app.em(), {
        userId: user.id,
        institutionId: idOf(school),
        entry: { kind: 'education', place: 'School', what: 'BSc, Biology', start: '2024-09', end: null },
        status: 'confirmed',
        decidedAt,
      });
      if (isActive) await buildPost(app.em(), { userId: user.id, createdAt: during });
      return user.id;
    };
    const joined: string[] = [];
    for (let i = 0; i < 11; i += 1) joined.push(await join(i < 6, before));
    joined.push(await join(true, during));
    for (const userId of joined.slice(0, 5)) {
      for (const createdAt of [before, during]) await buildCourse(app.em(), { userId, createdAt });
      await buildCourse(app.em(), { userId, createdAt: new Date(Date.parse(week) + 8 * DAY_MS) });
      await buildCourse(app.em(), { userId, createdAt: before, status: 'draft' });
      for (const createdAt of [before, during, during]) await buildEnrollment(app.em(), { userId, createdAt });
    }
    await countMembers(app.em(), metricParts);
    const expected = {
      week,
      groups: [{ field: null, isOthers: false, members: 10, active: 5, items: 10, enrollments: 10 }],
    };
    expect((await analytics(school)).members).toEqual(expected);
    for (let i = 0; i < 5; i += 1) await join(true, before);
    await countMembers(app.em(), metricParts);
    expect((await analytics(school)).members).toEqual(expected);
    expect((await analytics(tom)).members).toBeNull();
    expect(await csvOf(school)).toEqual([HEADINGS, `${week},All members,10,5,10,10`]);
  });

  it('are in the CSV file as they are shown, with empty cells for hidden sums', async () => {
    const school = await member('institution');
    await approve(school);
    await app.pool.query(
      `insert into member_groups
          (institution_id, week, position, field, is_others, members, active, items, enrollments) values
        ($1, '2026-01-05', 0, null, false, 95, 95, 95, 95), ($1, '2026-01-12', 0, null, false, 20, 10, 35, 15),
        ($1, '2026-01-12', 1, '=Biology', false, 10, null, null, 5),
        ($1, '2026-01-12', 2, null, true, 10, null, 15, null)`,
      [idOf(school)],
    );
    expect(await csvOf(school)).toEqual([
      HEADINGS,
      '2026-01-12,All members,20,10,35,15',
      `2026-01-12,"'=Biology",10,,,5`,
      '2026-01-12,Other fields,10,,15,',
    ]);
    await app.pool.query('update users set is_awaiting_approval = true where id = $1', [idOf(school)]);
    for (const client of [school, tom, await member('student'), await member('creator')])
      expect(await client.get('/api/analytics/members.csv')).toMatchObject({
        status: 403,
        body: { code: 'ROLE_FORBIDDEN' },
      });
    expect((await app.visitor().get('/api/analytics/members.csv')).status).toBe(401);
  });

  it('are not shown when they are fewer than five', async () => {
    const school = await member('institution');
    await countMembers(app.em(), metricParts);
    expect((await analytics(school)).members).toBeNull();
    await approve(school);
    expect(await csvOf(school)).toEqual([HEADINGS]);
  });
});
