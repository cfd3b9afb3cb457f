import type { EntityManager } from '@mikro-orm/postgresql';
import { FILE_DONE_FROM } from '#shared/api/enrollments.ts';
import { queueJob } from '../../db/job-queue.ts';
import { NIL_UUID, read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { Enrollment } from './enrollment.entity.ts';

/** Name of the job that computes the progress in an item again. */
export const PROGRESS_JOB = 'course-progress';

/**
 * Changes of so many seconds are counted together, after a rest: an author who replaces a lesson deletes it first, and
 * no learner completes the item by that.
 */
const PERIOD_SECONDS = 600;
/** Longer than a transaction that has changed the parts at the end of a period. */
const MARGIN_SECONDS = 10;
const AT_ONCE = 100;
/** Locks the next learners of the item $1 after the user $2: what they do meanwhile is counted after it. */
const LOCK = {
  name: 'progress-recount-lock',
  text: `select e.user_id from enrollments e where e.course_id = $1 and e.user_id > $2
    order by e.user_id limit ${AT_ONCE} for no key update`,
};
/**
 * Computes the progress in the item $1 of the learners $2 as `progress-record` does. The highest progress of a learner
 * does not grow: by it an automatic refund ends, which is not for the author to decide.
 */
const RECOUNT = {
  name: 'progress-recount',
  text: `with learners as materialized (select e.id, e.user_id from enrollments e
      where e.course_id = $1 and e.user_id = any($2::uuid[])),
    parts as (select n.id, exists (select 1 from lesson_progress d
          where d.user_id = n.user_id and d.lesson_id = l.id) as is_done,
        least(coalesce(p.furthest, 0), ${FILE_DONE_FROM}) as percent
      from learners n cross join course_lessons l
        left join file_positions p on p.user_id = n.user_id and p.course_file_id = l.course_file_id
      where l.course_id = $1
      union all select n.id, coalesce(p.furthest, 0) >= ${FILE_DONE_FROM}, coalesce(p.furthest, 0)
      from learners n cross join course_files t
        left join file_positions p on p.user_id = n.user_id and p.course_file_id = t.id
      where t.course_id = $1 and not exists (select 1 from course_lessons l where l.course_id = $1)),
    counted as (select id, case when is_done then 1 else percent end as part from parts),
    total as (select n.id, coalesce(bool_and(c.part = 1), false) as is_complete,
        coalesce(round(100 * avg(c.part)), 0) as percentage
      from learners n left join counted c on c.id = n.id group by n.id),
    reached as (select id, is_complete, case when is_complete then 100 else least(percentage, 99) end as progress
      from total)
    update enrollments e set progress = r.progress,
      completed_at = coalesce(e.completed_at, case when r.is_complete then now() end)
    from reached r where e.id = r.id and e.progress <> r.progress`,
};

/** Lets the progress of the learners of an item be computed again after the running transaction changed its parts. */
export async function queueRecount(tx: EntityManager, courseId: string): Promise<void> {
  if (!(await tx.findOne(Enrollment, { courseId }))) return;
  await queueJob(tx, {
    name: PROGRESS_JOB,
    data: { courseId },
    singletonKey: courseId,
    singletonSeconds: PERIOD_SECONDS,
    startAfter: PERIOD_SECONDS + MARGIN_SECONDS,
  });
}

/** Computes the progress of all learners of an item again, a part of them in each transaction. */
export async function recountProgress(em: EntityManager, courseId: string): Promise<void> {
  let after: string | undefined = NIL_UUID;
  while (after !== undefined) after = await recountAfter(em, courseId, after);
}

/** Returns the last learner who was counted; undefined when there are no more. */
function recountAfter(em: EntityManager, courseId: string, after: string): Promise<string | undefined> {
  return transact(em, async (tx) => {
    const users = (await read<{ user_id: string }>(tx, LOCK, [courseId, after])).map(({ user_id }) => user_id);
    // A statement of its own sees what the learners had stored before they were locked.
    if (users.length > 0) await read(tx, RECOUNT, [courseId, users]);
    return users.at(-1);
  });
}
