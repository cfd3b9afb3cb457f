import { countPerDay, dayOf, isInRange, type MetricParts } from '../../db/metric-source.ts';

const EXCERPT_CHARS = 80;

/** What posts contribute to the numbers of their authors. */
export const postMetrics: MetricParts = {
  metrics: {
    likes: countPerDay('likes', {
      owner: 'p.user_id',
      subject: 'l.post_id',
      at: 'l.created_at',
      from: 'post_likes l join posts p on p.id = l.post_id where l.user_id <> p.user_id',
    }),
    shares: countPerDay('shares', {
      owner: 'p.user_id',
      subject: 'p.id',
      at: 's.created_at',
      from: 'posts s join posts p on p.id = s.shared_post_id where s.user_id <> p.user_id',
    }),
  },
  annotations: {
    'announcement-posted': {
      name: 'annotation-announcement',
      text: `select p.user_id as owner_id, p.id as subject_id, ${dayOf('p.created_at')} as day, null::int as value
        from posts p where p.is_announcement and ${isInRange('p.created_at')}`,
    },
  },
  titles: {
    post: {
      name: 'metric-titles-post',
      text: `select p.id, left(split_part(p.content, E'\\n', 1), ${EXCERPT_CHARS}) as title from posts p
        where p.id = any($1::uuid[]) and p.user_id = $2`,
    },
  },
  activity: [
    {
      name: 'active-posts',
      text: `select distinct p.user_id from posts p where p.user_id = any($3::uuid[]) and ${isInRange('p.created_at')}`,
    },
  ],
};
