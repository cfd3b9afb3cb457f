import { countPerDay, isInRange, latestQuestions, type MetricParts } from '../../db/metric-source.ts';
import { authorOf } from '../courses/course.view.ts';

/** What comments contribute to the numbers of the authors of posts. */
export const commentMetrics: MetricParts = {
  metrics: {
    comments: countPerDay('comments', {
      owner: 'p.user_id',
      subject: 'c.post_id',
      at: 'c.created_at',
      from: 'comments c join posts p on p.id = c.post_id where c.user_id <> p.user_id',
    }),
  },
  // Questions in the discussion of an item, with the first comment of its author.
  questions: latestQuestions('class', {
    questions: `select w.owner_id, p.user_id as asker_id, p.created_at as asked_at, p.id
      from posts p cross join lateral (select ${authorOf('p.course_id')} as owner_id) w
      where p.is_question and p.course_id is not null and p.created_at >= $1::timestamptz and p.user_id <> w.owner_id`,
    answer: `select c.created_at from comments c where c.post_id = q.id and c.user_id = q.owner_id
      order by c.created_at, c.id`,
  }),
  activity: [
    {
      name: 'active-comments',
      text: `select distinct c.user_id from comments c
        where c.user_id = any($3::uuid[]) and ${isInRange('c.created_at')}`,
    },
  ],
};
