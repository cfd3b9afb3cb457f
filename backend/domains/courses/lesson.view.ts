import { createHash } from 'node:crypto';
import type { LessonEntry, LessonKind, LessonView, QuizQuestion } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';

/** Columns of lessons `l` in an outline; $1 is the viewer. */
export const LESSON_ENTRY_COLUMNS = `l.id, l.section_id, l.title, l.kind, l.is_preview,
  exists (select 1 from lesson_progress d where d.user_id = $1 and d.lesson_id = l.id) as is_done`;

/** One row of {@link LESSON_ENTRY_COLUMNS}. */
export interface LessonEntryRow {
  id: string;
  section_id: string;
  title: string;
  kind: LessonKind;
  is_preview: boolean;
  is_done: boolean;
}

/** A lesson with its content; the columns of other kinds are null. */
interface LessonRow extends LessonEntryRow {
  text: string | null;
  link_url: string | null;
  course_file_id: string | null;
  questions: QuizQuestion[] | null;
  text_version: number;
}

const BY_ID = {
  name: 'course-lesson',
  text: `select ${LESSON_ENTRY_COLUMNS}, l.text, l.link_url, l.course_file_id, l.questions, l.text_version
    from course_lessons l where l.course_id = $2 and l.id = $3`,
};

/** Loads a lesson of an item; the caller checks that the viewer may read it. @throws AppError NOT_FOUND. */
export async function loadLesson(
  reader: Reader,
  { courseId, lessonId, viewerId }: { courseId: string; lessonId: string; viewerId: string },
): Promise<LessonRow> {
  const [row] = await read<LessonRow>(reader, BY_ID, [viewerId, courseId, lessonId]);
  if (!row) throw notFound('This lesson');
  return row;
}

/** Makes the view of a lesson in an outline. */
export function toLessonEntry(row: LessonEntryRow): LessonEntry {
  return { id: row.id, title: row.title, kind: row.kind, isPreview: row.is_preview, isDone: row.is_done };
}

/** Returns the version of questions as a learner sees them; a corrected answer or explanation changes nothing. */
export function questionsVersionOf(questions: readonly QuizQuestion[]): string {
  const shown = questions.map(({ text, options }) => [text, ...options]);
  return createHash('sha256')
    .update(JSON.stringify(shown))
    .digest('base64url')
    .slice(0, COURSE_LIMITS.questionsVersionMaxChars);
}

/** Makes the view of a lesson with its content; correct options and explanations are for the author alone. */
export function toLessonView(row: LessonRow, { isAuthor }: { isAuthor: boolean }): LessonView {
  return {
    ...toLessonEntry(row),
    sectionId: row.section_id,
    version: String(row.text_version),
    text: row.text,
    linkUrl: row.link_url,
    fileId: row.course_file_id,
    questionsVersion: row.questions && questionsVersionOf(row.questions),
    questions: isAuthor ? row.questions : (row.questions?.map(({ text, options }) => ({ text, options })) ?? null),
  };
}
