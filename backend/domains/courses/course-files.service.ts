import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod/mini';
import type { CourseFileView } from '#shared/api/courses.ts';
import type { courseSchemas } from '#shared/api/courses.schema.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { databaseNow } from '../../db/clock.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { fileUrlOf, loadFileView } from './course-detail.view.ts';
import { CourseFile } from './course-file.entity.ts';
import { CourseLesson } from './course-lesson.entity.ts';
import type { Course } from './course.entity.ts';
import { changeCourse, changeParts } from './courses.service.ts';

/** Body of POST /api/courses/:id/files. */
type AddFileInput = z.infer<typeof courseSchemas.addCourseFile.body>;
/** Body of PATCH /api/courses/:id/files/:fileId. */
type EditFileInput = z.infer<typeof courseSchemas.editCourseFile.body>;

const purpose = 'course-file';

/**
 * Adds an upload as the last file of an own item. @throws AppError NOT_FOUND, also for an upload that is not the
 * author's, NOT_OWNER, WRONG_STATE when the item has too many files.
 */
export async function addCourseFile(
  em: EntityManager,
  authorId: string,
  { courseId, uploadId, title, isPreview }: AddFileInput & { courseId: string },
): Promise<CourseFileView> {
  return changeParts(em, { courseId, authorId }, async (tx, course) => {
    const files = await tx.find(CourseFile, { courseId });
    if (files.length >= COURSE_LIMITS.filesMax)
      throw new AppError('WRONG_STATE', `An item has at most ${COURSE_LIMITS.filesMax} files`);
    const upload = await loadOwnFile(tx, uploadId, { ownerId: authorId, purpose });
    const position = Math.max(-1, ...files.map((file) => file.position)) + 1;
    const file = tx.create(CourseFile, { courseId, fileId: upload.id, title, isPreview, position });
    await tx.flush();
    await setFileUrl(tx, course);
    return loadFileView(tx, file.id);
  });
}

/**
 * Renames a file of an own item, changes whether it is a preview, or replaces it, which makes a new version. @throws
 * AppError NOT_FOUND, also for an upload that is not the author's, NOT_OWNER.
 */
export async function editCourseFile(
  em: EntityManager,
  authorId: string,
  { courseId, fileId, uploadId, title, isPreview }: EditFileInput & { courseId: string; fileId: string },
): Promise<CourseFileView> {
  return changeCourse(em, { courseId, authorId, isContent: uploadId !== undefined }, async (tx) => {
    const file = await loadCourseFile(tx, courseId, fileId);
    if (title !== undefined) file.title = title;
    if (isPreview !== undefined) file.isPreview = isPreview;
    if (uploadId !== undefined && uploadId !== file.fileId) {
      file.fileId = (await loadOwnFile(tx, uploadId, { ownerId: authorId, purpose })).id;
      file.version += 1;
      file.updatedAt = databaseNow();
    }
    await tx.flush();
    return loadFileView(tx, fileId);
  });
}

/**
 * Removes a file of an own item. @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE while a lesson uses it, and as
 * {@link changeParts} does.
 */
export async function removeCourseFile(
  em: EntityManager,
  authorId: string,
  { courseId, fileId }: { courseId: string; fileId: string },
): Promise<void> {
  await changeParts(em, { courseId, authorId }, async (tx, course) => {
    const file = await loadCourseFile(tx, courseId, fileId);
    const lesson = await tx.findOne(CourseLesson, { courseFileId: fileId });
    if (lesson)
      throw new AppError('WRONG_STATE', `The lesson “${lesson.title}” uses this file. Delete the lesson first.`);
    tx.remove(file);
    await tx.flush();
    await setFileUrl(tx, course);
  });
}

/** Loads a file of an item. @throws AppError NOT_FOUND. */
export async function loadCourseFile(tx: EntityManager, courseId: string, fileId: string): Promise<CourseFile> {
  const file = await tx.findOne(CourseFile, { id: fileId, courseId });
  if (!file) throw notFound('This file');
  return file;
}

/** Stores the address of an item's first file. */
export async function setFileUrl(tx: EntityManager, course: Course): Promise<void> {
  const [first] = await tx.find(
    CourseFile,
    { courseId: course.id },
    { orderBy: { position: 'asc', id: 'asc' }, limit: 1 },
  );
  course.fileUrl = first ? fileUrlOf(course.id, first.id) : null;
}
