import type { EntityManager } from '@mikro-orm/postgresql';
import { read, repeat } from '../../db/read.ts';
import { forgetItemsSql } from '../saved/saved.service.ts';

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

/** Deletes in parts what learners store about the user's ($1) items, which can be more than one statement deletes. */
const ofLearners = (table: string, key: string) => ({
  name: `deletion-learners-${table}`,
  text: `with gone as (delete from ${table} where (${key}) in (select ${key} from ${table}
      where course_id in (select id from courses where user_id = $1) limit 2000) returning 1)
    select count(*)::int as taken from gone`,
});
const OF_LEARNERS = [
  ofLearners('lesson_progress', 'user_id, lesson_id'),
  ofLearners('file_positions', 'user_id, course_file_id'),
  ofLearners('study_days', 'day, user_id, course_id'),
  ofLearners('course_downloads', 'user_id, course_file_id, day'),
  ofLearners('enrollments', 'id'),
];
const UNSAVE = {
  name: 'deletion-unsave-courses',
  text: forgetItemsSql('course', 'select id from courses where user_id = $1'),
};
const COURSES = {
  name: 'deletion-courses',
  text: `with gone as (delete from courses where id in (select id from courses where user_id = $1 order by id limit 50)
      returning 1) select count(*)::int as taken from gone`,
};

/** Deletes a user's items with everything that belongs to them. */
export async function eraseCourses(tx: EntityManager, userId: string): Promise<void> {
  for (const statement of OF_LEARNERS) await repeat(tx, statement, userId);
  await read(tx, UNSAVE, [userId]);
  await repeat(tx, COURSES, userId);
}
