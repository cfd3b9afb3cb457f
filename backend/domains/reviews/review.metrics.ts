import { countPerDay, type MetricParts } from '../../db/metric-source.ts';

/** By the day of a review, with its stars at the time of the count; a later edit of an old one changes nothing. */
const REVIEWS = {
  owner: 'c.user_id',
  subject: 'r.course_id',
  at: 'r.created_at',
  from: 'reviews r join courses c on c.id = r.course_id where true',
};

/** What reviews contribute to the numbers of the authors of items. */
export const reviewMetrics: MetricParts = {
  metrics: {
    reviews: countPerDay('reviews', REVIEWS),
    stars: countPerDay('stars', { ...REVIEWS, count: 'sum(r.rating)' }),
  },
};
