import type { EntityManager } from '@mikro-orm/postgresql';
import { DELETED_MEMBER_ID } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read, repeat } from '../../db/read.ts';
import { reassignFiles } from '../files/files.service.ts';
import { forgetItemsSql } from '../saved/saved.service.ts';
import { createDeletedMember } from '../users/users.service.ts';

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

const IS_SOLD = `exists (select 1 from enrollments e where e.course_id = c.id and e.source = 'purchase')`;
/** A payment that is being recorded sees either its item with the other author, or none, which returns it. */
const LOCK_OWN = { name: 'deletion-lock-courses', text: 'select id from courses where user_id = $1 for update' };
const HAS_SOLD = {
  name: 'deletion-has-sold-courses',
  text: `select 1 from courses c where c.user_id = $1 and ${IS_SOLD} limit 1`,
};
/** Gives the user's ($1) items that others have bought to another author ($2), and selects the files that they use. */
const KEEP_SOLD = {
  name: 'deletion-keep-sold-courses',
  text: `with kept as (update courses c set user_id = $2, status = 'archived' where c.user_id = $1 and ${IS_SOLD}
      returning c.id, c.image_file_id)
    select t.file_id as id from course_files t join kept k on k.id = t.course_id
    union select k.image_file_id from kept k where k.image_file_id is not null`,
};

/**
 * Keeps a user's items that others have bought for their buyers alone: archived, and without the author. Other learners
 * lose them with the author's account, as they lose all others of the user's items.
 */
export async function keepSoldCourses(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, LOCK_OWN, [userId]);
  if ((await read(tx, HAS_SOLD, [userId])).length === 0) return;
  await createDeletedMember(tx);
  const files = await read<{ id: string }>(tx, KEEP_SOLD, [userId, DELETED_MEMBER_ID]);
  const ids = files.map(({ id }) => id);
  await reassignFiles(tx, ids, DELETED_MEMBER_ID);
}

/** A few at a time. */
const LEFT = {
  name: 'courses-left',
  text: `with gone as (delete from courses where id in (select c.id from courses c where c.user_id = $1
      and not ${IS_SOLD} limit 10)
      returning id),
    unsaved as (${forgetItemsSql('course', 'select id from gone')})
    select count(*)::int as taken from gone`,
};

/** Deletes the items of deleted authors that no one has bought any more, such as after refunds. */
export async function removeLeftCourses(pool: Pool): Promise<void> {
  let taken: number | undefined;
  do {
    const [part] = await query<{ taken: number }>(pool, LEFT, [DELETED_MEMBER_ID]);
    taken = part?.taken;
  } while (taken);
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
  ofLearners('file_uses', 'user_id, course_file_id'),
  ofLearners('lesson_uses', 'user_id, lesson_id'),
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

/** Deletes a user's items with everything that belongs to them; those that were sold have another author by then. */
export async function eraseCourses(tx: EntityManager, userId: string): Promise<void> {
  for (const statement of OF_LEARNERS) await repeat(tx, statement, userId);
  await read(tx, UNSAVE, [userId]);
  await repeat(tx, COURSES, userId);
}
