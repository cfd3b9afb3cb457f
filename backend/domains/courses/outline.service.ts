import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod/mini';
import type {
  CourseDetailView,
  CreateLessonInput,
  EditLessonInput,
  LessonView,
  SectionView,
} from '#shared/api/courses.ts';
import type { courseSchemas } from '#shared/api/courses.schema.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { refuseStale } from '../../http/text-version.ts';
import { loadCourseDetail, loadSections } from './course-detail.view.ts';
import { CourseFile } from './course-file.entity.ts';
import { CourseLesson } from './course-lesson.entity.ts';
import { CourseSection } from './course-section.entity.ts';
import { loadCourseFile, setFileUrl } from './course-files.service.ts';
import { changeCourse, changeParts, type Authoring } from './courses.service.ts';
import { loadLesson, toLessonView } from './lesson.view.ts';

/** Body of PUT /api/courses/:id/order. */
type OrderInput = z.infer<typeof courseSchemas.orderCourse.body>;

/** Adds an empty section at the end of an own item. @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE. */
export async function createSection(
  em: EntityManager,
  authorId: string,
  { courseId, title }: { courseId: string; title: string },
): Promise<SectionView> {
  return changeCourse(em, { courseId, authorId }, async (tx) => {
    const sections = await tx.find(CourseSection, { courseId });
    if (sections.length >= COURSE_LIMITS.sectionsMax)
      throw new AppError('WRONG_STATE', `An item has at most ${COURSE_LIMITS.sectionsMax} sections`);
    const { id } = tx.create(CourseSection, { courseId, title, position: afterLast(sections) });
    return { id, title, lessons: [] };
  });
}

/** Renames a section of an own item. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function renameSection(
  em: EntityManager,
  authorId: string,
  { courseId, sectionId, title }: { courseId: string; sectionId: string; title: string },
): Promise<SectionView> {
  return changeCourse(em, { courseId, authorId }, async (tx) => {
    const section = await loadSection(tx, courseId, sectionId);
    section.title = title;
    await tx.flush();
    const [view] = await loadSections(tx, courseId, { viewerId: authorId, sectionId });
    return view ?? { id: sectionId, title, lessons: [] };
  });
}

/** Deletes a section of an own item with its lessons. @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE. */
export async function removeSection(
  em: EntityManager,
  authorId: string,
  { courseId, sectionId }: { courseId: string; sectionId: string },
): Promise<void> {
  await changeParts(em, { courseId, authorId }, async (tx) => {
    tx.remove(await loadSection(tx, courseId, sectionId));
  });
}

/**
 * Adds a lesson at the end of a section of an own item. @throws AppError NOT_FOUND, also for a section or a file of
 * another item, NOT_OWNER, WRONG_STATE when the item has too many lessons.
 */
export async function createLesson(
  em: EntityManager,
  authorId: string,
  { courseId, sectionId, fileId, ...fields }: CreateLessonInput & { courseId: string },
): Promise<LessonView> {
  return changeParts(em, { courseId, authorId }, async (tx) => {
    await loadSection(tx, courseId, sectionId);
    const lessons = await tx.find(CourseLesson, { courseId });
    if (lessons.length >= COURSE_LIMITS.lessonsMax)
      throw new AppError('WRONG_STATE', `An item has at most ${COURSE_LIMITS.lessonsMax} lessons`);
    const { text = null, linkUrl = null, questions = null, ...known } = fields;
    const lesson = tx.create(CourseLesson, {
      ...known,
      courseId,
      sectionId,
      text,
      linkUrl,
      questions,
      courseFileId: fileId === undefined ? null : (await loadCourseFile(tx, courseId, fileId)).id,
      position: afterLast(lessons.filter((other) => other.sectionId === sectionId)),
    });
    await tx.flush();
    return toLessonView(await loadLesson(tx, { courseId, lessonId: lesson.id, viewerId: authorId }), {
      isAuthor: true,
    });
  });
}

/** The field of an edit that each kind of lesson takes. */
const CONTENT_OF = { text: 'text', link: 'linkUrl', file: 'fileId', quiz: 'questions' } as const;

/**
 * Edits a lesson of an own item. @throws AppError NOT_FOUND, also for a file of another item, NOT_OWNER, STALE,
 * VALIDATION for the content of another kind of lesson.
 */
export async function editLesson(
  em: EntityManager,
  authorId: string,
  {
    courseId,
    lessonId,
    version,
    ...edit
  }: EditLessonInput & { courseId: string; lessonId: string; version: string | undefined },
): Promise<LessonView> {
  // Only another file changes what a learner has done of the lesson.
  const change = edit.fileId === undefined ? changeCourse : changeParts;
  const isContent = Object.values(CONTENT_OF).some((field) => edit[field] !== undefined);
  return change(em, { courseId, authorId, isContent }, async (tx) => {
    const lesson = await tx.findOne(CourseLesson, { id: lessonId, courseId });
    if (!lesson) throw notFound('This lesson');
    refuseStale(version, lesson.textVersion);
    lesson.textVersion += 1;
    checkContent(lesson, edit);
    const { fileId, ...fields } = edit;
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(lesson, { [name]: value });
    if (fileId !== undefined) lesson.courseFileId = (await loadCourseFile(tx, courseId, fileId)).id;
    await tx.flush();
    return toLessonView(await loadLesson(tx, { courseId, lessonId, viewerId: authorId }), { isAuthor: true });
  });
}

/** Deletes a lesson of an own item. @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE. */
export async function removeLesson(
  em: EntityManager,
  authorId: string,
  { courseId, lessonId }: { courseId: string; lessonId: string },
): Promise<void> {
  await changeParts(em, { courseId, authorId }, async (tx) => {
    const lesson = await tx.findOne(CourseLesson, { id: lessonId, courseId });
    if (!lesson) throw notFound('This lesson');
    tx.remove(lesson);
  });
}

/**
 * Sets the order of the files, sections and lessons of an own item; a lesson can move to another section. @throws
 * AppError NOT_FOUND, NOT_OWNER, STALE unless the order names each of them once.
 */
export async function orderCourse(
  em: EntityManager,
  { author, currency }: Authoring,
  { courseId, fileIds, sections }: OrderInput & { courseId: string },
): Promise<CourseDetailView> {
  return changeCourse(em, { courseId, authorId: author.id }, async (tx, course) => {
    const current = {
      files: await tx.find(CourseFile, { courseId }),
      sections: await tx.find(CourseSection, { courseId }),
      lessons: await tx.find(CourseLesson, { courseId }),
    };
    setPositions(current.files, fileIds);
    setPositions(
      current.sections,
      sections.map(({ id }) => id),
    );
    setPositions(
      current.lessons,
      sections.flatMap(({ lessonIds }) => lessonIds),
    );
    const sectionOf = new Map(sections.flatMap(({ id, lessonIds }) => lessonIds.map((lesson) => [lesson, id])));
    for (const lesson of current.lessons) lesson.sectionId = sectionOf.get(lesson.id) ?? lesson.sectionId;
    await tx.flush();
    await setFileUrl(tx, course);
    return loadCourseDetail(tx, courseId, { viewerId: author.id, currency });
  });
}

async function loadSection(tx: EntityManager, courseId: string, sectionId: string): Promise<CourseSection> {
  const section = await tx.findOne(CourseSection, { id: sectionId, courseId });
  if (!section) throw notFound('This section');
  return section;
}

function afterLast(parts: readonly { position: number }[]): number {
  return Math.max(-1, ...parts.map(({ position }) => position)) + 1;
}

function checkContent(
  { kind }: CourseLesson,
  edit: Pick<EditLessonInput, (typeof CONTENT_OF)[keyof typeof CONTENT_OF]>,
): void {
  const errors: Record<string, string[]> = {};
  for (const field of Object.values(CONTENT_OF))
    if (field !== CONTENT_OF[kind] && edit[field] !== undefined) errors[field] = ['This belongs to another kind'];
  if (kind === 'text' && edit.text === '') errors['text'] = ['Add the content of the lesson'];
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', 'Validation failed', { errors });
}

/** @throws AppError STALE unless `ids` names each of the parts once. */
function setPositions(parts: readonly { id: string; position: number }[], ids: readonly string[]): void {
  const positions = new Map(ids.map((id, position) => [id, position]));
  if (ids.length !== parts.length || parts.some(({ id }) => !positions.has(id)))
    throw new AppError('STALE', 'This item changed in the meantime. Load it again.');
  for (const part of parts) part.position = positions.get(part.id) ?? part.position;
}
