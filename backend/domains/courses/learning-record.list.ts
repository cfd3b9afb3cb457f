import type { Response } from 'express';
import type { ContentType, LessonKind } from '#shared/api/courses.ts';
import type { LearningRecordView } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { sendCsv } from '../../http/csv.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { isCourseVisible } from './course.view.ts';
import { toProgressView, type ProgressRow } from './learning.service.ts';

const RECORD = {
  name: 'learning-record',
  text: `select n.id, n.course_id, n.created_at, n.progress, n.completed_at, n.last_opened_at, c.title, c.content_type,
      u.full_name,
      (select count(*)::int from course_lessons l where l.course_id = c.id) as lesson_count,
      coalesce((select json_agg(json_build_object('title', l.title, 'kind', l.kind, 'done_at', d.created_at,
          'right', d.right_answers, 'questions', d.questions) order by s.position, s.id, l.position, l.id)
        from lesson_progress d join course_lessons l on l.id = d.lesson_id
          join course_sections s on s.id = l.section_id
        where d.course_id = c.id and d.user_id = $1), '[]') as lessons
    from enrollments n join courses c on c.id = n.course_id join users u on u.id = c.user_id
    where n.user_id = $1 and (n.created_at, n.id) < ($2::timestamptz, $3::uuid) and ${isCourseVisible('n.course_id')}
    order by n.created_at desc, n.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
};

interface RecordRow extends ProgressRow {
  id: string;
  course_id: string;
  created_at: Timestamp;
  title: string;
  content_type: ContentType;
  full_name: string;
  lesson_count: number;
  lessons: { title: string; kind: LessonKind; done_at: string; right: number | null; questions: number | null }[];
}

/** Lists what a user has learned, latest enrollment first, without the items that are hidden from the user. */
export async function listLearningRecord(
  pool: Pool,
  userId: string,
  { cursor, limit = COURSE_LIMITS.pageItems }: PageQuery,
): Promise<Page<LearningRecordView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<RecordRow>(pool, RECORD, [userId, at, id]);
  return toPage(rows, limit, {
    cursorOf: creationCursor,
    view: (row) => ({
      courseId: row.course_id,
      title: row.title,
      contentType: row.content_type,
      authorName: row.full_name,
      enrolledAt: isoOf(row.created_at),
      ...toProgressView(row),
      lessonCount: row.lesson_count,
      lessons: row.lessons.map(({ title, kind, done_at, right, questions }) => ({
        title,
        kind,
        doneAt: new Date(done_at).toISOString(),
        quiz: right === null || questions === null ? null : { right, questions },
      })),
    }),
  });
}

// oxfmt-ignore
const HEADINGS = [
  'Item', 'Type', 'Author', 'Enrolled', 'Progress in percent', 'Completed',
  'Lesson', 'Kind', 'Done', 'Right answers', 'Questions',
];

/** One line per lesson that is done; one line for an item without any. */
function toLines({ lessons, ...item }: LearningRecordView) {
  const { title, contentType, authorName, enrolledAt, progress, completedAt } = item;
  const start = [title, contentType, authorName, enrolledAt, progress, completedAt];
  if (lessons.length === 0) return [[...start, null, null, null, null, null]];
  return lessons.map((lesson) => [
    ...start,
    lesson.title,
    lesson.kind,
    lesson.doneAt,
    lesson.quiz?.right ?? null,
    lesson.quiz?.questions ?? null,
  ]);
}

async function* pagesOf(pool: Pool, userId: string): AsyncGenerator<ReturnType<typeof toLines>> {
  let cursor: string | undefined;
  do {
    const page = await listLearningRecord(pool, userId, { cursor, limit: COURSE_LIMITS.pageMaxItems });
    yield page.items.flatMap(toLines);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Streams what a user has learned as CSV. */
export async function sendLearningRecord(pool: Pool, userId: string, res: Response): Promise<void> {
  await sendCsv(res, { name: 'learning-record', headings: HEADINGS, pages: pagesOf(pool, userId) });
}
