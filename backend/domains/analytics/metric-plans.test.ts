import { afterAll, beforeAll, expect, it } from 'vitest';
import { VIEW_SOURCES } from '#shared/api/analytics.ts';
import { createPool, type Pool } from '../../db/pool.ts';
import { metricParts } from '../../metrics.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { explainByIndex } from '../../testing/plans.ts';

/** The index by time that each count of a range reads, and nothing else of the table. */
const INDEXES: Readonly<Record<string, string>> = {
  'metric-item-views': 'page_views_pkey',
  'metric-profile-views': 'page_views_pkey',
  ...Object.fromEntries(VIEW_SOURCES.map((source) => [`metric-item-views-from-${source}`, 'page_views_pkey'])),
  'metric-enrollments': 'enrollments_created_index',
  'metric-new-learners': 'enrollments_created_index',
  'metric-completions': 'enrollments_completed_index',
  'metric-downloads': 'course_downloads_created_index',
  'metric-lessons-done': 'lesson_progress_created_index',
  'metric-study-days': 'lesson_progress_created_index',
  'metric-study-minutes': 'study_days_pkey',
  'metric-active-learners': 'study_days_pkey',
  'metric-items-joined': 'enrollments_created_index',
  'metric-items-completed': 'enrollments_completed_index',
  'metric-sales': 'purchases_paid_index',
  'metric-revenue': 'purchases_paid_index',
  'metric-refunds': 'purchases_refunded_index',
  'metric-reviews': 'reviews_created_index',
  'metric-stars': 'reviews_created_index',
  'metric-likes': 'post_likes_created_index',
  'metric-shares': 'posts_shares_index',
  'metric-comments': 'comments_created_index',
  'metric-connections': 'connections_accepted_index',
  'metric-rsvps': 'event_attendees_going_index',
  'metric-event-guests': 'events_date_list',
  'metric-ad-impressions': 'ad_stats_daily_day_index',
  'metric-ad-clicks': 'ad_stats_daily_day_index',
  'annotation-published': 'courses_published_index',
  'annotation-announcement': 'posts_announced_index',
  'annotation-event': 'events_date_list',
  'annotation-advertisement': 'ad_stats_daily_day_index',
};

/** The index by user that each number of now, and of the members of an institution, reads. */
const USER_INDEXES: Readonly<Record<string, string>> = {
  'state-items-in-progress': 'enrollments_user_(?:list|course_unique)',
  'state-answer-time': 'answer_times_pkey',
  'state-streak': 'metrics_daily_pkey',
  'member-items': 'courses_user_list',
  'member-enrollments': 'enrollments_user_(?:list|course_unique)',
};

/** The index by time that the questions to authors read. */
const QUESTION_INDEXES: Readonly<Record<string, string>> = {
  'questions-chat': 'messages_about_course_index',
  'questions-class': 'posts_class_questions_index',
};

const questions = metricParts.flatMap(({ questions: found }) => found ?? []);
const ofUsers = metricParts.flatMap(({ states = {}, contributions = {} }) => [
  ...Object.values(states),
  ...Object.values(contributions),
]);
const counts = metricParts.flatMap(({ metrics = {}, annotations = {} }) => [
  ...Object.values(metrics),
  ...Object.values(annotations),
]);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each(counts.map(({ name, text }) => ({ name, text })))(
  '$name reads its range by an index',
  async ({ name, text }) => {
    const plan = await explainByIndex(pool, text);
    expect(plan).toMatch(
      new RegExp(
        `(?:Scan using|Index Scan on) ${INDEXES[name] ?? 'an index that is listed here'}\\b[^\\n]*\\n\\s*Index Cond`,
      ),
    );
  },
);

it.each(ofUsers.map(({ name, text }) => ({ name, text })))(
  '$name reads its users by an index',
  async ({ name, text }) => {
    const plan = await explainByIndex(pool, text);
    expect(plan).toMatch(new RegExp(`(?:Scan using|Index Scan on) ${USER_INDEXES[name] ?? 'none'}\\b`));
    expect(plan).not.toContain('Seq Scan');
  },
);

it.each(questions.map(({ name, text }) => ({ name, text })))(
  '$name reads its days by an index',
  async ({ name, text }) => {
    const plan = await explainByIndex(pool, text);
    expect(plan).toMatch(
      new RegExp(`(?:Scan using|Index Scan on) ${QUESTION_INDEXES[name] ?? 'none'}\\b[^\\n]*\\n\\s*Index Cond`),
    );
    expect(plan).not.toContain('Seq Scan');
  },
);
