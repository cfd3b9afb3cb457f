import { countPerDay, isInRange, type MetricParts } from '../../db/metric-source.ts';

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
  activity: [
    {
      name: 'active-comments',
      text: `select distinct c.user_id from comments c
        where c.user_id = any($3::uuid[]) and ${isInRange('c.created_at')}`,
    },
  ],
};
