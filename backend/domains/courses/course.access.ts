import type { EntityManager } from '@mikro-orm/postgresql';
import { NIL_UUID, read, type Reader } from '../../db/read.ts';
import { LOCKED } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { toReadableFile, toReadablePreview, type FileRow, type ReadableFile } from '../files/file.access.ts';
import { Course } from './course.entity.ts';
import { imageOf, isCourseVisible, loadCourseRow, type CourseRow } from './course.view.ts';

/** Loads the row of an item that is visible to the viewer. @throws AppError NOT_FOUND. */
export async function loadVisibleCourse(reader: Reader, id: string, viewerId: string): Promise<CourseRow> {
  const row = await loadCourseRow(reader, id, viewerId);
  if (!row) throw notFound('This item');
  return row;
}

/**
 * Locks and loads an item of its author, which serialises the changes of it. @throws AppError NOT_FOUND, NOT_OWNER for
 * another visible one.
 */
export async function lockOwnCourse(tx: EntityManager, id: string, viewerId: string): Promise<Course> {
  const { user_id } = await loadVisibleCourse(tx, id, viewerId);
  if (user_id !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can change this item');
  const course = await tx.findOne(Course, { id }, { ...LOCKED, refresh: true });
  if (!course) throw notFound('This item');
  return course;
}

/** Loads an item whose lessons and files the viewer may use. @throws AppError NOT_FOUND, NOT_ENTITLED. */
export async function loadEntitledCourse(reader: Reader, id: string, viewerId: string): Promise<CourseRow> {
  const row = await loadVisibleCourse(reader, id, viewerId);
  if (row.user_id !== viewerId && !row.is_enrolled) throw notEntitled();
  return row;
}

/** Returns the error for a viewer who sees an item and has not joined it. */
export function notEntitled(): AppError {
  return new AppError('NOT_ENTITLED', 'Join this item first');
}

/** The only test of who may read a file of an item: its author, enrolled users, and all who see it for a preview. */
export const COURSE_FILE_READABLE = {
  name: 'course-file-readable',
  text: `select ${isCourseVisible('$2')} as is_visible, f.id, f.sha256, f.mime, f.name, f.size_bytes,
      f.preview_bytes, f.width,
      t.is_preview or exists (select 1 from courses c where c.id = t.course_id and c.user_id = $1) as is_open,
      exists (select 1 from enrollments e where e.course_id = t.course_id and e.user_id = $1 and not e.is_suspended)
        as is_learner,
      (select case when u.is_saved then 'saved' else 'shown' end from file_uses u where u.user_id = $1
        and u.course_file_id = t.id and u.served @> int8range(0, f.size_bytes)) as use,
      exists (select 1 from course_downloads d where d.user_id = $1 and d.course_file_id = t.id
        and d.day = (now() at time zone 'utc')::date) as is_counted
    from course_files t join files f on f.id = t.file_id and f.state = 'ready'
    where t.id = $3 and t.course_id = $2`,
};

type FileUse = 'shown' | 'saved';

/**
 * A file of an item. `isCounted`: the viewer has downloaded it today (UTC), which is counted once. `isOpen`: the viewer
 * may read it without being enrolled. `isLearner`: the viewer is enrolled. `use`: all of it was served to the viewer
 * before, to be shown or to be saved; null when it was not. `shown`: what the page shows, the preview of an image or
 * the file itself.
 */
interface ReadableCourseFile extends ReadableFile {
  shown: ReadableFile;
  isCounted: boolean;
  isOpen: boolean;
  isLearner: boolean;
  use: FileUse | null;
}

/**
 * Loads a file of an item that the viewer may read. @throws AppError NOT_FOUND, NOT_ENTITLED when the viewer sees the
 * item and has not joined it.
 */
export async function loadReadableCourseFile(
  reader: Reader,
  { courseId, fileId, viewerId }: { courseId: string; fileId: string; viewerId: string },
): Promise<ReadableCourseFile> {
  const [row] = await read<
    FileRow & Record<'is_visible' | 'is_open' | 'is_learner' | 'is_counted', boolean> & { use: FileUse | null }
  >(reader, COURSE_FILE_READABLE, [viewerId, courseId, fileId]);
  if (!row?.is_visible) throw notFound('This file');
  if (!row.is_open && !row.is_learner) throw notEntitled();
  const file = toReadableFile(row, true);
  return {
    ...file,
    shown: toReadablePreview(row, true) ?? file,
    isCounted: row.is_counted,
    isOpen: row.is_open,
    isLearner: row.is_learner,
    use: row.use,
  };
}

const IMAGE = {
  name: 'course-image',
  text: `select f.id, f.sha256, f.mime, f.name, f.size_bytes, f.preview_bytes, f.width
    from files f where f.state = 'ready' and f.id = ${imageOf('$2')}`,
};

/**
 * Loads the cover of an item: of a published one for anyone, of another for the users who may see it. `version` is the
 * id of the cover in its address; with another one browsers must not store the response.
 *
 * @throws AppError NOT_FOUND, also without an uploaded cover.
 */
export async function loadCourseImage(
  reader: Reader,
  { courseId, viewerId, version }: { courseId: string; viewerId: string | null; version: string | undefined },
): Promise<ReadableFile> {
  const [row] = await read<FileRow>(reader, IMAGE, [viewerId ?? NIL_UUID, courseId]);
  if (!row) throw notFound('This image');
  return toReadableFile(row, version !== row.id);
}
