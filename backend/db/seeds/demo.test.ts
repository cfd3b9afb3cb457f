import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { fileTypeFromFile } from 'file-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConversationView } from '#shared/api/messages.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { entities } from '../../entities.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { recountProgress } from '../../domains/courses/progress-recount.service.ts';
import { ormConfig } from '../mikro-orm.config.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { seedDemo } from './demo.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const orm = await MikroORM.init(ormConfig({ databaseUrl: app.databaseUrl, entities }));
  await seedDemo(orm, { dataDir: app.dataDir });
  await orm.close();
});
afterAll(() => app.close());

it('gives every item a cover and something to learn from, and counts its learners', async () => {
  const { rows } = await app.pool.query(
    `select c.title from courses c where c.image_file_id is null
      or not exists (select 1 from course_files f where f.course_id = c.id union all
        select 1 from course_lessons l where l.course_id = c.id)
      or c.enrollments <> (select count(*) from enrollments e where e.course_id = c.id)`,
  );
  expect(rows).toEqual([]);
});

it('has no change of an item after its last update', async () => {
  const { rows } = await app.pool.query(
    `select c.title from courses c join course_changes h on h.course_id = c.id where h.created_at > c.updated_at`,
  );
  expect(rows).toEqual([]);
});

it('numbers receipts in the order of the payments', async () => {
  const { rows } = await app.pool.query<{ receipt_number: number }>(
    'select receipt_number from purchases order by paid_at',
  );
  expect(rows.map((row) => row.receipt_number)).toEqual(rows.map((_row, i) => i + 1));
  expect(rows.length).toBeGreaterThan(1);
});

it('has reviews by learners alone, which their items count', async () => {
  const { rows } = await app.pool.query(
    `select c.reviews, c.rating_sum, count(r.*)::int as rows, sum(r.rating)::int as stars from courses c
      join reviews r on r.course_id = c.id
      join enrollments e on e.course_id = c.id and e.user_id = r.user_id and e.progress >= 20
      group by c.id order by c.reviews desc`,
  );
  expect(rows).toHaveLength(3);
  for (const row of rows) expect([row.reviews, row.rating_sum]).toEqual([row.rows, row.stars]);
});

it('stores the bytes of every file', async () => {
  const { rows } = await app.pool.query<{ id: string }>('select id from files');
  expect(rows.filter(({ id }) => !existsSync(join(app.dataDir, 'files', id.slice(-2), id)))).toEqual([]);
});

it('makes documents that their readers accept', async () => {
  const { rows } = await app.pool.query<{ id: string; mime: string; size_bytes: string }>(
    `select id, mime, size_bytes from files where mime in ('application/pdf', 'audio/wav')`,
  );
  const types = await Promise.all(
    rows.map(async ({ id, mime }) => [
      mime,
      (await fileTypeFromFile(join(app.dataDir, 'files', id.slice(-2), id)))?.mime,
    ]),
  );
  expect(types.filter(([mime, detected]) => mime !== detected)).toEqual([]);
  expect(rows.length).toBeGreaterThan(5);
});

it('gives learners progress that their lessons and files confirm', async () => {
  const progress = async () =>
    (await app.pool.query('select id, progress, completed_at from enrollments order by id')).rows;
  const stored = await progress();
  const { rows: courses } = await app.pool.query<{ id: string }>('select id from courses');
  for (const { id } of courses) await recountProgress(app.em(), id);
  expect(await progress()).toEqual(stored);
  const { rows } = await app.pool.query(
    `select u.username, e.progress, count(p.*)::int as done, e.completed_at is not null as is_complete
      from enrollments e join users u on u.id = e.user_id join courses c on c.id = e.course_id
        left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
      where c.title = 'Your first semester: a short course'
      group by u.username, e.progress, e.completed_at order by e.progress desc`,
  );
  expect(rows[0]).toEqual({ username: 'tomas', progress: 100, done: 6, is_complete: true });
  expect(rows.at(-1)).toEqual({ username: 'jonas', progress: 0, done: 0, is_complete: false });
});

it('has learners at every stage, most of whom have begun, and learners of every author of items', async () => {
  const { rows } = await app.pool.query<Record<string, number>>(
    `select (count(*) filter (where e.last_opened_at is null))::float / count(*) as new,
      (count(*) filter (where e.completed_at is not null))::float / count(*) as complete,
      (count(*) filter (where e.completed_at is null
        and e.active_on < (now() at time zone 'utc')::date - ${COURSE_LIMITS.inactiveDays}))::int as inactive
      from enrollments e`,
  );
  expect(rows[0]?.['new']).toBeLessThan(0.3);
  expect(rows[0]?.['complete']).toBeGreaterThan(0.1);
  expect(rows[0]?.['complete']).toBeLessThan(0.6);
  expect(rows[0]?.['inactive']).toBeGreaterThan(0);
  const { rows: active } = await app.pool.query(
    `select u.username from users u where u.username in ('daniel', 'northfield', 'amara') and not exists (
      select 1 from metrics_daily m where m.owner_id = u.id and m.metric = 'active-learners' and m.count > 0)`,
  );
  expect(active).toEqual([]);
});

it('has no progress before its enrollment, after its completion, or after now', async () => {
  const { rows } = await app.pool.query(
    `select c.title, u.username from enrollments e join courses c on c.id = e.course_id join users u on u.id = e.user_id
      left join lateral (select min(at) as first, max(at) as last from (
        select p.created_at as at from lesson_progress p where p.user_id = e.user_id and p.course_id = e.course_id
        union all select p.updated_at from file_positions p where p.user_id = e.user_id and p.course_id = e.course_id) t
      ) t on true
      where e.created_at > now() or e.created_at < c.published_at or t.first < e.created_at or t.last > now()
        or e.last_opened_at is distinct from t.last or e.completed_at > t.last or e.progress > e.progress_max
        or (e.progress = 100) <> (e.completed_at is not null)`,
  );
  expect(rows).toEqual([]);
});

it('has learners learn before they review or ask', async () => {
  const { rows } = await app.pool.query(
    `select u.username, c.title, w.at from (select user_id, course_id, created_at as at, true as is_review from reviews
        union all select sender_id, about_id, created_at, false from messages where about_type = 'course') w
      join users u on u.id = w.user_id join courses c on c.id = w.course_id
      where not exists (select 1 from lesson_progress p where p.user_id = w.user_id and p.course_id = w.course_id
          and p.created_at <= w.at)
        and not exists (select 1 from file_positions p where p.user_id = w.user_id and p.course_id = w.course_id
          and (p.updated_at <= w.at or not w.is_review))`,
  );
  expect(rows).toEqual([]);
});

it('counts the downloads of items, each of a learner once a day', async () => {
  const { rows } = await app.pool.query<{
    title: string;
    downloads: number;
    rows: number;
    is_after_enrollment: boolean | null;
  }>(
    `select c.title, c.downloads, count(d.*)::int as rows, bool_and(d.created_at > e.created_at
        and d.created_at <= now() and d.day = (d.created_at at time zone 'utc')::date) as is_after_enrollment
      from courses c left join course_downloads d on d.course_id = c.id
        left join enrollments e on e.course_id = c.id and e.user_id = d.user_id
      where exists (select 1 from course_files f where f.course_id = c.id) group by c.id`,
  );
  expect(
    rows.filter((row) => row.downloads !== row.rows || row.rows === 0 || row.is_after_enrollment !== true),
  ).toEqual([]);
});

it('notifies sellers of sales and authors of reviews when they happened', async () => {
  const { rows } = await app.pool.query<{ type: string; is_wrong: boolean; username: string }>(
    `select n.type, u.username, (case n.type when 'sale' then p.seller_id = n.user_id and p.buyer_id = n.actor_id
        and p.paid_at = n.created_at and (n.metadata->>'amount')::int = p.amount
        else r.user_id = n.actor_id and r.created_at = n.created_at and c.user_id = n.user_id
        end) is not true as is_wrong
      from notifications n join users u on u.id = n.user_id left join purchases p on p.id = n.source_id
        left join reviews r on n.dedupe_key = 'review:' || r.id left join courses c on c.id = r.course_id
      where n.type in ('sale', 'review')`,
  );
  expect(rows.filter((row) => row.is_wrong)).toEqual([]);
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['sale', 'review']));
  expect(rows.some(({ type, username }) => type === 'sale' && username === 'amara')).toBe(true);
});

it('has numbers of advertisements of days on which they ran, also of a creator', async () => {
  const { rows } = await app.pool.query<{ username: string; is_right: boolean }>(
    `select u.username, bool_and(s.day >= (a.created_at at time zone 'utc')::date and s.clicks <= s.impressions
        and s.day <= (now() at time zone 'utc')::date) is true as is_right
      from advertisements a join users u on u.id = a.user_id left join ad_stats_daily s on s.advertisement_id = a.id
      where a.state = 'active' group by u.username`,
  );
  expect(rows.filter((row) => !row.is_right)).toEqual([]);
  expect(rows.map(({ username }) => username)).toContain('amara');
});

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

it.each([
  ['Open lecture', 'Open lecture on Thursday at 18:00%'],
  ['Tuesday study table', 'Tuesday study table is on again%17:00%'],
  ['Tuesday study table', '%The Tuesday study table has it from 17:00%'],
  ['Question hour: your timetable', 'The question hour about timetables is on Thursday%'],
])('has the event "%s" on the day and at the hour that its posts name', async (title, words) => {
  const { rows: posts } = await app.pool.query<{ content: string }>('select content from posts where content like $1', [
    words,
  ]);
  const { rows: events } = await app.pool.query<{ date: Date }>('select date from events where title like $1', [
    `${title}%`,
  ]);
  expect([posts.length, events.length]).toEqual([1, 1]);
  const content = posts[0]?.content ?? '';
  const date = events[0]?.date ?? new Date(Number.NaN);
  expect(content).toContain(WEEKDAYS[date.getUTCDay()]);
  const [hour] = /\d\d:\d\d/.exec(content) ?? [];
  if (hour !== undefined) expect(date.toISOString().slice(11, 16)).toBe(hour);
});

it('has no calls or connections of creators, who have none, and chats that a learner began', async () => {
  const { rows } = await app.pool.query(
    `select u.username from users u where u.role = 'creator' and (
      exists (select 1 from messages m where u.id in (m.sender_id, m.receiver_id) and (m.kind = 'call'
        or (m.conversation_seq = 1 and (m.sender_id = u.id or m.about_id is null))))
      or exists (select 1 from connections k where u.id in (k.user_id, k.connected_user_id)))`,
  );
  expect(rows).toEqual([]);
});

it('has questions about items by those who had joined them, to their authors', async () => {
  const { rows } = await app.pool.query<{ username: string; asked: number; is_from_learners: boolean }>(
    `select u.username, count(*)::int as asked, bool_and(c.user_id = m.receiver_id
        and m.created_at > e.created_at and m.created_at <= now()) is true as is_from_learners
      from messages m join users u on u.id = m.receiver_id left join courses c on c.id = m.about_id
        left join enrollments e on e.course_id = c.id and e.user_id = m.sender_id
      where m.about_type = 'course' group by u.username order by u.username`,
  );
  expect(rows.map(({ username, asked }) => [username, asked])).toEqual([
    ['amara', 6],
    ['daniel', 1],
    ['diego', 1],
    ['felix', 2],
    ['sora', 2],
  ]);
  expect(rows.filter(({ is_from_learners: isFromLearners }) => !isFromLearners)).toEqual([]);
});

it('shows a creator answered and new questions with the cards of items, and the time to an answer', async () => {
  const amara = app.visitor();
  expect((await amara.post('/api/login', { body: { username: 'amara', password: DEMO_PASSWORD } })).status).toBe(200);
  const { body } = await amara.get('/api/messages');
  const threads = body as unknown as ConversationView[];
  expect(threads.map(({ user, unreadCount }) => [user?.username, unreadCount])).toEqual([
    ['aisha', 1],
    ['aparecida', 1],
    ['linh', 0],
    ['maya', 0],
    ['kenji', 0],
  ]);
  expect(threads[0]?.lastMessage?.about).toMatchObject({ type: 'course', title: 'The illustrated cell' });
  const { rows } = await app.pool.query(
    `select u.username, t.answered, t.median_minutes is not null as is_known from answer_times t
      join users u on u.id = t.user_id order by u.username`,
  );
  expect(rows).toEqual(
    [
      ['amara', 4],
      ['daniel', 1],
      ['felix', 1],
      ['sora', 2],
    ].map(([username, answered]) => ({ username, answered, is_known: true })),
  );
});
