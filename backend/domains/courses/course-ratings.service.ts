import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';

/** Serialises the reviews of an item. */
const LOCK = { name: 'course-lock-ratings', text: 'select id from courses where id = $1 for no key update' };
const COUNT = {
  name: 'course-count-ratings',
  text: 'update courses set reviews = reviews + $2, rating_sum = rating_sum + $3 where id = $1',
};

/** Locks the counters of an item's reviews until the end of the transaction; taken before any of the reviews. */
export async function lockRatings(tx: EntityManager, courseId: string): Promise<void> {
  await read(tx, LOCK, [courseId]);
}

/** Adds a number of reviews and of stars, which can be negative, to the counters of an item. */
export async function countRatings(
  tx: EntityManager,
  courseId: string,
  { reviews, stars }: { reviews: number; stars: number },
): Promise<void> {
  await read(tx, COUNT, [courseId, reviews, stars]);
  publishDomainEvent(tx, 'course-counted', { courseId });
}

/** Removes deleted reviews from the counters of their items; `rows` is SQL that selects `course_id` and `rating`. */
export const uncountRatings = (rows: string) =>
  `update courses c set reviews = c.reviews - gone.made, rating_sum = c.rating_sum - gone.stars
    from (select d.course_id, count(*)::int as made, sum(d.rating)::int as stars from (${rows}) d
      group by d.course_id) gone where c.id = gone.course_id`;
