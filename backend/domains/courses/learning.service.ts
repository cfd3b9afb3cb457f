import type { PoolClient } from 'pg';
import type { LessonView, QuizQuestion } from '#shared/api/courses.ts';
import {
  FILE_DONE_FROM,
  type AnswerQuizInput,
  type FilePositionView,
  type ProgressView,
  type QuizResultView,
  type SetProgressInput,
} from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, isoOrNull, type Timestamp } from '../../db/read.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import { loadEntitledCourse, loadVisibleCourse, notEntitled } from './course.access.ts';
import { isCourseVisible } from './course.view.ts';
import { loadLesson, toLessonView, questionsVersionOf } from './lesson.view.ts';
import { recordOpened } from './uses.service.ts';

/**
 * Locks the enrollment of $1 in item $2, which serialises the writes of its progress, and tests whether the lesson $3
 * or the file $4 belongs to the item; `is_opened` and `questions` are those of the lesson.
 */
const LOCK = {
  name: 'progress-lock',
  text: `with mine as materialized (select e.id, e.source from enrollments e where e.user_id = $1 and e.course_id = $2
      and not e.is_suspended for no key update)
    select exists (select 1 from mine) as is_enrolled, ${isCourseVisible('$2')} as is_visible,
      exists (select 1 from course_lessons l where l.id = $3::uuid
        and (l.is_preview and exists (select 1 from mine where mine.source = 'purchase')
        or exists (select 1 from lesson_uses w where w.user_id = $1 and w.lesson_id = l.id))) as is_opened,
      exists (select 1 from courses o where o.id = $2 and o.user_id = $1) as is_own,
      exists (select 1 from course_lessons l where l.id = $3::uuid and l.course_id = $2)
        or exists (select 1 from course_files t where t.id = $4::uuid and t.course_id = $2) as has_part,
      (select l.questions from course_lessons l where l.id = $3::uuid and l.course_id = $2) as questions`,
};

/** Stores the latest result of $1 in the quiz $2: $3 right answers to $4 questions. */
const STORE_RESULT = {
  name: 'quiz-result',
  text: `update lesson_progress set right_answers = $3, questions = $4, answered_at = now()
    where user_id = $1 and lesson_id = $2`,
};

interface LockRow {
  is_enrolled: boolean;
  is_visible: boolean;
  is_own: boolean;
  has_part: boolean;
  is_opened: boolean;
  questions: QuizQuestion[] | null;
}

/**
 * How far a position in file $5 counts at most, from 0 to 1: twice as far as the server has sent the file to $1. A
 * reported position alone proves nothing; a reader may leave out parts, such as those of a video that is skipped. What
 * is served of the preview of a bought item is not recorded, and not needed.
 */
const SENT = `sent as materialized (select least(1, case when b.size_bytes = 0 or (t.is_preview
        and exists (select 1 from enrollments e
          where e.user_id = $1 and e.course_id = t.course_id and e.source = 'purchase')) then 1
      else 2 * coalesce(u.served_bytes, 0)::float8 / b.size_bytes end) as most
    from course_files t join files b on b.id = t.file_id
      left join file_uses u on u.user_id = $1 and u.course_file_id = t.id where t.id = $5::uuid)`;
/** How far the position $6 in file $5 counts. */
const COUNTED = 'least($6::float8, (select s.most from sent s))';

/** How far $1 has been in a file, an SQL expression; the rows do not yet contain the position in file $5. */
const furthestIn = (file: string) => `greatest(case when ${file} = $5 then ${COUNTED} else 0 end,
  coalesce((select p.furthest from file_positions p where p.user_id = $1 and p.course_file_id = ${file}), 0))`;

/** Tests whether the position in file $5 ($6) is the end of the file of the lesson `l`. */
const IS_READ = `coalesce(l.course_file_id = $5 and ${COUNTED} >= ${FILE_DONE_FROM}, false)`;

/**
 * Stores that $1 has done the lesson $3 of item $2 or not ($4), or the position in file $5 ($6 the percentage from 0 to
 * 1, $7 the place), of which the end completes the lessons of the file. Then computes the progress. The parts are the
 * lessons, or the files of an item without lessons: a lesson counts 1 when it is done, otherwise as its file, if any,
 * but below 1; a file as far as the user has been in it. The time since the last sign of progress in the item is stored
 * as studied, unless it is longer than a pause.
 */
const RECORD = {
  name: 'progress-record',
  text: `with ${SENT},
    done as (insert into lesson_progress (user_id, lesson_id, course_id, created_at)
      select $1, l.id, l.course_id, now() from course_lessons l where l.course_id = $2
        and (l.id = $3::uuid and $4::boolean or ${IS_READ}) for key share on conflict do nothing),
    undone as (delete from lesson_progress where user_id = $1 and lesson_id = $3 and not $4),
    opened as (insert into file_positions (user_id, course_file_id, course_id, percent, furthest, position, updated_at)
      select $1, t.id, t.course_id, $6, ${COUNTED}, $7::text, now() from course_files t
        where t.id = $5::uuid and t.course_id = $2 for key share
      on conflict (user_id, course_file_id) do update set percent = excluded.percent, position = excluded.position,
        furthest = greatest(file_positions.furthest, excluded.furthest), updated_at = excluded.updated_at),
    studied as (insert into study_days (day, user_id, course_id, studied_ms)
      select (now() at time zone 'utc')::date, e.user_id, e.course_id,
        case when now() - e.last_opened_at between interval '0'
            and interval '${COURSE_LIMITS.studyPauseMs} milliseconds'
          then round(1000 * extract(epoch from now() - e.last_opened_at))::int else 0 end
      from enrollments e where e.user_id = $1 and e.course_id = $2
      on conflict (day, user_id, course_id) do update
        set studied_ms = least(study_days.studied_ms + excluded.studied_ms, ${DAY_MS})),
    parts as (select case when l.id = $3 then $4 else ${IS_READ} or exists (select 1 from lesson_progress d
        where d.user_id = $1 and d.lesson_id = l.id) end as is_done,
        least(${furthestIn('l.course_file_id')}, ${FILE_DONE_FROM}) as percent
      from course_lessons l where l.course_id = $2
      union all select ${furthestIn('t.id')} >= ${FILE_DONE_FROM}, ${furthestIn('t.id')} from course_files t
        where t.course_id = $2 and not exists (select 1 from course_lessons l where l.course_id = $2)),
    counted as (select case when is_done then 1 else percent end as part from parts),
    total as (select coalesce(bool_and(part = 1), false) as is_complete,
      coalesce(round(100 * avg(part)), 0) as percentage from counted),
    reached as (select is_complete, case when is_complete then 100 else least(percentage, 99) end as progress
      from total)
    update enrollments e set last_opened_at = now(), progress = r.progress,
      progress_max = greatest(e.progress_max, r.progress),
      completed_at = coalesce(e.completed_at, case when r.is_complete then now() end)
    from reached r where e.user_id = $1 and e.course_id = $2
    returning e.progress, e.completed_at, e.last_opened_at`,
};

/** A row of an enrollment that shows how far the user is. */
export interface ProgressRow {
  progress: number;
  completed_at: Timestamp | null;
  last_opened_at: Timestamp | null;
}

/** Makes the view of a learner's progress. */
export function toProgressView(row: ProgressRow): ProgressView {
  return {
    progress: row.progress,
    completedAt: isoOrNull(row.completed_at),
    lastOpenedAt: isoOrNull(row.last_opened_at),
  };
}

/** Names a lesson or a file of an item. */
interface Part {
  courseId: string;
  lessonId?: string;
  fileId?: string;
}

/**
 * Loads a lesson for its author, a user who is enrolled, and everyone who sees the item when it is a preview. That a
 * learner opens it is recorded.
 *
 * @throws AppError NOT_FOUND, NOT_ENTITLED.
 */
export async function loadLessonView(
  pool: Pool,
  viewerId: string,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<LessonView> {
  const course = await loadVisibleCourse(pool, courseId, viewerId);
  const lesson = await loadLesson(pool, { courseId, lessonId, viewerId });
  const isAuthor = course.user_id === viewerId;
  const isLearner = !isAuthor && course.is_enrolled;
  const isOpened = isLearner && (await recordOpened(pool, { courseId, lessonId, viewerId }));
  if (!isAuthor && !isOpened && !lesson.is_preview) throw notEntitled();
  return toLessonView(lesson, { isAuthor });
}

/**
 * Stores that a lesson is done or not, or the position in a file. The progress is 100 only when everything is done; the
 * time of completion stays when the author adds lessons later.
 *
 * @throws AppError NOT_FOUND, NOT_ENTITLED also for the author, who has no progress, WRONG_STATE for a lesson that was
 *   not opened.
 */
export async function setProgress(
  client: PoolClient,
  userId: string,
  { courseId, ...input }: SetProgressInput & { courseId: string },
): Promise<ProgressView> {
  const { is_opened: isOpened } = await lockLearning(client, userId, { courseId, ...input });
  if ('lessonId' in input && input.isDone && !isOpened)
    throw new AppError('WRONG_STATE', 'Open the lesson before you mark it as done');
  return 'lessonId' in input
    ? record(client, [userId, courseId, input.lessonId, input.isDone, null, null, null])
    : record(client, [userId, courseId, null, null, input.fileId, input.percent, input.position]);
}

/**
 * Checks the answers of a quiz, one option per question; the lesson counts as done.
 *
 * @throws AppError NOT_FOUND, NOT_ENTITLED as {@link setProgress}, STALE when the questions have changed since they
 *   were read as `questionsVersion`.
 */
export async function answerQuiz(
  client: PoolClient,
  userId: string,
  { courseId, lessonId, answers, questionsVersion }: AnswerQuizInput & { courseId: string; lessonId: string },
): Promise<QuizResultView> {
  const { questions } = await lockLearning(client, userId, { courseId, lessonId });
  if (!questions) throw notFound('This quiz');
  if (questionsVersion !== questionsVersionOf(questions) || answers.length !== questions.length)
    throw new AppError('STALE', 'The questions have changed. Open the lesson again.');
  const results = questions.map(({ options, correct, explanation }, at) => {
    const answer = answers[at] ?? options.length;
    if (answer >= options.length) throw invalidField('answers', 'Choose one of the options');
    return { isCorrect: answer === correct, correct, explanation };
  });
  if (!(await recordOpened(client, { courseId, lessonId, viewerId: userId }))) throw notEntitled();
  const progress = await record(client, [userId, courseId, lessonId, true, null, null, null]);
  const right = results.filter(({ isCorrect }) => isCorrect).length;
  await query(client, STORE_RESULT, [userId, lessonId, right, results.length]);
  return { results, progress };
}

async function lockLearning(client: PoolClient, userId: string, part: Part): Promise<LockRow> {
  const { courseId, lessonId = null, fileId = null } = part;
  const [row] = await query<LockRow>(client, LOCK, [userId, courseId, lessonId, fileId]);
  if (!row?.is_visible) throw notFound('This item');
  if (row.is_own) throw new AppError('NOT_ENTITLED', 'This is your own item, in which you have no progress');
  if (!row.is_enrolled) throw notEntitled();
  if (!row.has_part) throw notFound(lessonId === null ? 'This file' : 'This lesson');
  return row;
}

async function record(client: PoolClient, values: readonly unknown[]): Promise<ProgressView> {
  const [row] = await query<ProgressRow>(client, RECORD, values);
  if (!row) throw notEntitled();
  return toProgressView(row);
}

const POSITIONS = {
  name: 'file-positions',
  text: `select course_file_id, percent, furthest, position, updated_at from file_positions
    where course_id = $2 and user_id = $1 order by course_file_id`,
};

interface PositionRow {
  course_file_id: string;
  percent: number;
  furthest: number;
  position: string;
  updated_at: Timestamp;
}

/**
 * Lists where a user stopped in the files of an item, one entry per opened file. @throws AppError NOT_FOUND,
 * NOT_ENTITLED.
 */
export async function listFilePositions(pool: Pool, userId: string, courseId: string): Promise<FilePositionView[]> {
  await loadEntitledCourse(pool, courseId, userId);
  const rows = await query<PositionRow>(pool, POSITIONS, [userId, courseId]);
  return rows.map((row) => ({
    fileId: row.course_file_id,
    percent: row.percent,
    furthest: row.furthest,
    position: row.position,
    updatedAt: isoOf(row.updated_at),
  }));
}
