import { countPerDay, dayOf, isInRange, type MetricParts } from '../../db/metric-source.ts';

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
  prices: {
    name: 'metric-prices',
    text: `select c.user_id as owner_id, c.id as subject_id, c.price as value from courses c
      where c.status = 'published'`,
  },
  learners: {
    name: 'metric-learners',
    text: `select count(distinct e.user_id) as count from courses c join enrollments e on e.course_id = c.id
      where c.user_id = $1 and e.last_opened_at > now() - interval '7 days'`,
  },
};
