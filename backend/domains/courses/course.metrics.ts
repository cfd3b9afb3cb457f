import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { countPerDay, dayOf, isDayInRange, isInRange, type MetricParts } from '../../db/metric-source.ts';

const ENROLLMENTS = 'enrollments e join courses c on c.id = e.course_id';
const LESSONS = 'lesson_progress p where true';

/** What items contribute to the numbers of their authors, and learning to those of the learners. */
export const courseMetrics: MetricParts = {
  metrics: {
    enrollments: countPerDay('enrollments', {
      owner: 'c.user_id',
      subject: 'e.course_id',
      at: 'e.created_at',
      from: `${ENROLLMENTS} where true`,
    }),
    // A member who has left all items of an author is new again.
    'new-learners': countPerDay('new-learners', {
      owner: 'c.user_id',
      subject: 'e.course_id',
      at: 'e.created_at',
      from: `${ENROLLMENTS} where not exists (select 1 from enrollments b join courses k on k.id = b.course_id
        where b.user_id = e.user_id and k.user_id = c.user_id and (b.created_at, b.id) < (e.created_at, e.id))`,
    }),
    completions: countPerDay('completions', {
      owner: 'c.user_id',
      subject: 'e.course_id',
      at: 'e.completed_at',
      from: `${ENROLLMENTS} where true`,
    }),
    downloads: countPerDay('downloads', {
      owner: 'c.user_id',
      subject: 'd.course_id',
      at: 'd.created_at',
      from: 'course_downloads d join courses c on c.id = d.course_id where d.user_id <> c.user_id',
    }),
    'lessons-done': countPerDay('lessons-done', {
      owner: 'p.user_id',
      subject: 'p.course_id',
      at: 'p.created_at',
      from: LESSONS,
    }),
    'study-days': countPerDay('study-days', {
      owner: 'p.user_id',
      subject: null,
      at: 'p.created_at',
      from: LESSONS,
      count: '1',
    }),
    'study-minutes': {
      name: 'metric-study-minutes',
      text: `select s.user_id as owner_id, s.course_id as subject_id, s.day::text as day,
          round(s.studied_ms / ${MINUTE_MS}.0) as count
        from study_days s where ${isDayInRange('s.day')} and s.studied_ms >= ${MINUTE_MS / 2}`,
    },
    // Of each item and, without a subject, of all items: a learner of two items counts once.
    'active-learners': {
      name: 'metric-active-learners',
      text: `select c.user_id as owner_id, c.id as subject_id, d.day::date::text as day,
          count(distinct s.user_id) as count
        from generate_series(($1::timestamptz at time zone 'utc')::date, ($2::timestamptz at time zone 'utc')::date - 1,
            interval '1 day') d (day)
          join study_days s on s.day between d.day::date - ${ANALYTICS_LIMITS.activeDays - 1} and d.day::date
          join courses c on c.id = s.course_id
        group by grouping sets ((c.user_id, d.day), (c.user_id, c.id, d.day))`,
    },
    'items-joined': countPerDay('items-joined', {
      owner: 'e.user_id',
      subject: 'e.course_id',
      at: 'e.created_at',
      from: 'enrollments e where true',
    }),
    'items-completed': countPerDay('items-completed', {
      owner: 'e.user_id',
      subject: 'e.course_id',
      at: 'e.completed_at',
      from: 'enrollments e where true',
    }),
  },
  annotations: {
    'item-published': {
      name: 'annotation-published',
      text: `select c.user_id as owner_id, c.id as subject_id, ${dayOf('c.published_at')} as day, c.price as value
        from courses c where ${isInRange('c.published_at')}`,
    },
  },
  states: {
    'answer-time': {
      name: 'state-answer-time',
      text: `select max(a.median_minutes) as value from answer_times a where a.user_id = $1`,
    },
    'items-in-progress': {
      name: 'state-items-in-progress',
      text: `select count(*) filter (where e.completed_at is null)::int as value from enrollments e where e.user_id = $1`,
    },
  },
  titles: {
    item: {
      name: 'metric-titles-item',
      text: `select c.id, c.title from courses c where c.id = any($1::uuid[]) and (c.user_id = $2
        or exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = $2))`,
    },
  },
  activity: [
    {
      name: 'active-lessons',
      text: `select distinct p.user_id from lesson_progress p
        where p.user_id = any($3::uuid[]) and ${isInRange('p.created_at')}`,
    },
    {
      name: 'active-enrollments',
      text: `select distinct e.user_id from enrollments e
        where e.user_id = any($3::uuid[]) and ${isInRange('e.created_at')}`,
    },
  ],
  contributions: {
    items: {
      name: 'member-items',
      text: `select c.user_id,
          (count(*) filter (where c.status = 'published' and c.published_at < $2::timestamptz))::int as count
        from courses c where c.user_id = any($1::uuid[]) group by 1`,
    },
    enrollments: {
      name: 'member-enrollments',
      text: `select e.user_id, count(*)::int as count from enrollments e where e.user_id = any($1::uuid[])
        and e.created_at >= $2::timestamptz - interval '168 hours' and e.created_at < $2::timestamptz group by 1`,
    },
  },
  // The learners of the last days are counted from the days before, too.
  forget: {
    name: 'metric-forget-study-days',
    text: `delete from study_days where day < $1::date - ${ANALYTICS_LIMITS.activeDays}`,
  },
  prices: {
    name: 'metric-prices',
    text: `select c.user_id as owner_id, c.id as subject_id, c.price as value from courses c
      where c.status = 'published'`,
  },
};
