import type { EntityManager } from '@mikro-orm/postgresql';
import { FILE_DONE_FROM } from '#shared/api/enrollments.ts';
import { queueJob } from '../../db/job-queue.ts';
import { NIL_UUID, read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { Enrollment } from './enrollment.entity.ts';

/** Name of the job that computes the progress in an item again. */
export const PROGRESS_JOB = 'course-progress';

const AT_ONCE = 500;
/**
 * Computes the progress in the item $1 of the learners after the user $2 as `progress-record` does. The highest
 * progress of a learner does not grow: by it an automatic refund ends, which is not for the author to decide. Returns
 * the last learner, null when there are no more.
 */
const RECOUNT = {
  name: 'progress-recount',
  text: `with learners as materialized (select e.id, e.user_id from enrollments e
      where e.course_id = $1 and e.user_id > $2 order by e.user_id limit ${AT_ONCE} for no key update),
    parts as (select n.id, exists (select 1 from lesson_progress d
          where d.user_id = n.user_id and d.lesson_id = l.id) as is_done,
        least(coalesce(p.percent, 0), ${FILE_DONE_FROM}) as percent
      from learners n cross join course_lessons l
        left join file_positions p on p.user_id = n.user_id and p.course_file_id = l.course_file_id
      where l.course_id = $1
      union all select n.id, coalesce(p.percent, 0) >= ${FILE_DONE_FROM}, coalesce(p.percent, 0)
      from learners n cross join course_files t
        left join file_positions p on p.user_id = n.user_id and p.course_file_id = t.id
      where t.course_id = $1 and not exists (select 1 from course_lessons l where l.course_id = $1)),
    counted as (select id, case when is_done then 1 else percent end as part from parts),
    total as (select n.id, coalesce(bool_and(c.part = 1), false) as is_complete,
        coalesce(round(100 * avg(c.part)), 0) as percentage
      from learners n left join counted c on c.id = n.id group by n.id),
    reached as (select id, is_complete, case when is_complete then 100 else least(percentage, 99) end as progress
      from total),
    changed as (update enrollments e set progress = r.progress,
        completed_at = coalesce(e.completed_at, case when r.is_complete then now() end)
      from reached r where e.id = r.id and e.progress <> r.progress)
    select user_id from learners order by user_id desc limit 1`,
};

/** Computes the progress of the learners of an item again once the running transaction has changed its parts. */
export async function queueRecount(tx: EntityManager, courseId: string): Promise<void> {
  if (!(await tx.findOne(Enrollment, { courseId }))) return;
  await queueJob(tx, { name: PROGRESS_JOB, data: { courseId }, singletonKey: courseId });
}

/** Computes the progress of all learners of an item again, 500 in a transaction. */
export async function recountProgress(em: EntityManager, courseId: string): Promise<void> {
  let after: string | undefined = NIL_UUID;
  while (after !== undefined) {
    const values: unknown[] = [courseId, after];
    const rows: { user_id: string }[] = await transact(em, (tx) => read(tx, RECOUNT, values));
    after = rows[0]?.user_id;
  }
}
