import type { EntityManager } from '@mikro-orm/postgresql';
import { repeat } from '../../db/read.ts';

const ENROLLMENTS = {
  name: 'deletion-enrollments',
  text: `with gone as (delete from enrollments where id in (select id from enrollments where user_id = $1
      order by course_id limit 500) returning course_id),
      counted as (update courses c set enrollments = greatest(c.enrollments - 1, 0) from gone
        where c.id = gone.course_id) select count(*)::int as taken from gone`,
};

/** Deletes a user's enrollments and corrects the counts of their items. */
export async function eraseEnrollments(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, ENROLLMENTS, userId);
}
