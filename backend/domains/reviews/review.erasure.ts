import type { EntityManager } from '@mikro-orm/postgresql';
import { repeat } from '../../db/read.ts';
import { uncountRatings } from '../courses/course-ratings.service.ts';

const OWN = {
  name: 'deletion-reviews',
  text: `with gone as (delete from reviews where id in (select id from reviews where user_id = $1 order by course_id
      limit 500) returning course_id, rating),
      counted as (${uncountRatings('select course_id, rating from gone')})
      select count(*)::int as taken from gone`,
};
/** What the user replied to reviews of own items. */
const REPLIES = {
  name: 'deletion-review-replies',
  text: `with changed as (update reviews set reply = null, replied_at = null where id in (select r.id from reviews r
      join courses c on c.id = r.course_id where c.user_id = $1 and r.reply is not null limit 500) returning 1)
    select count(*)::int as taken from changed`,
};
/** Those of the user's items, which are deleted next. */
const OF_ITEMS = {
  name: 'deletion-reviews-of-items',
  text: `with gone as (delete from reviews where id in (select r.id from reviews r join courses c on c.id = r.course_id
      where c.user_id = $1 limit 2000) returning 1) select count(*)::int as taken from gone`,
};

/** Deletes what a user replied to reviews of own items, some of which outlast the account. */
export function eraseReplies(tx: EntityManager, userId: string): Promise<void> {
  return repeat(tx, REPLIES, userId);
}

/** Deletes a user's reviews, with their stars, and the reviews of the user's items. */
export async function eraseReviews(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, OWN, userId);
  await repeat(tx, OF_ITEMS, userId);
}
