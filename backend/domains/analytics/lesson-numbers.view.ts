import type { LessonNumbersView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';

/** The lessons of the item $1, and how many of its latest learners have done each. */
const LESSONS = {
  name: 'lesson-numbers',
  text: `with learners as materialized (select e.user_id from enrollments e where e.course_id = $1
      order by e.created_at desc, e.id desc limit ${ANALYTICS_LIMITS.learnersMax}),
    done as (select p.lesson_id, count(*)::int as finished from learners n
      join lesson_progress p on p.course_id = $1 and p.user_id = n.user_id group by p.lesson_id)
    select l.id, l.title, coalesce(d.finished, 0) as finished, (select count(*)::int from learners) as learners
    from course_sections s join course_lessons l on l.section_id = s.id left join done d on d.lesson_id = l.id
    where s.course_id = $1 order by s.position, s.id, l.position, l.id`,
};

interface LessonRow {
  id: string;
  title: string;
  finished: number;
  learners: number;
}

/**
 * Loads how many learners finished each lesson of an own item. @throws AppError NOT_FOUND, NOT_OWNER.
 */
export async function loadLessonNumbers(reader: Reader, userId: string, courseId: string): Promise<LessonNumbersView> {
  const course = await loadVisibleCourse(reader, courseId, userId);
  if (course.user_id !== userId) throw new AppError('NOT_OWNER', 'Only the author can see how far learners come');
  const rows = await read<LessonRow>(reader, LESSONS, [courseId]);
  const learners = rows[0]?.learners ?? 0;
  if (learners < ANALYTICS_LIMITS.groupMin) return { numbers: null };
  const lessons = rows.map(({ id, title, finished }) => ({ id, title, finished }));
  return { numbers: { learners, isPart: course.enrollments > learners, lessons } };
}
