import type { LessonNumbersView } from '#shared/api/analytics.ts';
import { FILE_DONE_FROM } from '#shared/api/enrollments.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';

/**
 * The lessons of the item $1, then its files that are in no lesson, with how many of its latest learners opened and
 * finished each. A file is opened where it has a position or was saved.
 */
export const LESSON_NUMBERS = {
  name: 'lesson-numbers',
  text: `with learners as materialized (select e.user_id, e.completed_at from enrollments e where e.course_id = $1
      order by e.created_at desc, e.id desc limit ${ANALYTICS_LIMITS.learnersMax}),
    done as (select p.lesson_id, count(*)::int as finished from learners n
      join lesson_progress p on p.course_id = $1 and p.user_id = n.user_id group by p.lesson_id),
    touched as (select p.course_file_id, p.user_id, p.furthest from learners n
        join file_positions p on p.course_id = $1 and p.user_id = n.user_id
      union all select d.course_file_id, d.user_id, 0 from learners n
        join course_downloads d on d.user_id = n.user_id and d.course_id = $1),
    opened as (select o.course_file_id, o.user_id, max(o.furthest) as furthest from touched o group by 1, 2),
    file_numbers as (select t.id, t.title, t.position, count(o.user_id)::int as opened,
        (count(*) filter (where o.furthest >= ${FILE_DONE_FROM}))::int as finished
      from course_files t left join opened o on o.course_file_id = t.id
      where t.course_id = $1 group by t.id)
    select r.id, r.title, r.is_file, r.opened, r.finished, (select count(*)::int from learners) as learners from (
      select l.id, l.title, false as is_file, f.opened, coalesce(d.finished, 0) as finished,
          row_number() over (order by s.position, s.id, l.position, l.id) as place
        from course_sections s join course_lessons l on l.section_id = s.id left join done d on d.lesson_id = l.id
          left join file_numbers f on f.id = l.course_file_id where s.course_id = $1
      union all select f.id, f.title, true, f.opened, f.finished, row_number() over (order by f.position, f.id)
        from file_numbers f where not exists (select 1 from course_lessons l where l.course_file_id = f.id)) r
    order by r.is_file, r.place`,
};

interface LessonRow {
  id: string;
  title: string;
  is_file: boolean;
  opened: number | null;
  finished: number;
  learners: number;
}

/**
 * Loads how many learners opened and finished each lesson and file of an own item. @throws AppError NOT_FOUND,
 * NOT_OWNER.
 */
export async function loadLessonNumbers(reader: Reader, userId: string, courseId: string): Promise<LessonNumbersView> {
  const course = await loadVisibleCourse(reader, courseId, userId);
  if (course.user_id !== userId) throw new AppError('NOT_OWNER', 'Only the author can see how far learners come');
  const rows = await read<LessonRow>(reader, LESSON_NUMBERS, [courseId]);
  const learners = rows[0]?.learners ?? 0;
  if (learners < ANALYTICS_LIMITS.groupMin) return { numbers: null };
  const partsOf = (isFile: boolean) =>
    rows
      .filter((row) => row.is_file === isFile)
      .map(({ id, title, opened, finished }) => ({ id, title, opened, finished }));
  return {
    numbers: { learners, isPart: course.enrollments > learners, lessons: partsOf(false), files: partsOf(true) },
  };
}
