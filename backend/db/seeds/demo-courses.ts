import { createHash } from 'node:crypto';
import { newId } from '../clock.ts';
import { CourseChange } from '../../domains/courses/course-change.entity.ts';
import { CourseFile } from '../../domains/courses/course-file.entity.ts';
import { CourseLesson } from '../../domains/courses/course-lesson.entity.ts';
import { CourseSection } from '../../domains/courses/course-section.entity.ts';
import { Course } from '../../domains/courses/course.entity.ts';
import { StoredFile } from '../../domains/files/file.entity.ts';
import { catalogue } from './catalogue.ts';
import { ago, found, storeBytes, type SeedContext } from './context.ts';
import { courseContents, type SeedContent, type SeedLesson } from './course-contents.ts';
import { drawImage } from './images.ts';

/** An item of the demo that is being inserted. */
interface SeedItem {
  id: string;
  userId: string;
  createdAt: Date;
  content: SeedContent;
}

/** Inserts published items with their covers, files, sections, lessons and change logs. */
export async function seedCourses(context: SeedContext): Promise<void> {
  for (const [i, { by, ...item }] of catalogue.entries()) {
    const { id, createdAt } = ago(context.now, 12 * 24 + i * 41);
    const content = found(courseContents[item.title], item.title);
    const seeded = { id, userId: context.idOf(by), createdAt, content };
    const imageFileId = await storeCover(context, seeded);
    const status = 'published' as const;
    const dates = { createdAt, publishedAt: createdAt, updatedAt: createdAt };
    const forSale = item.price > 0;
    await context.em.insert(Course, { id, userId: seeded.userId, ...item, ...dates, imageFileId, forSale, status });
    const fileIds = await insertFiles(context, seeded);
    await insertSections(context, seeded, fileIds);
    await insertChanges(context, seeded);
  }
}

async function storeCover(context: SeedContext, { userId, createdAt, content }: SeedItem): Promise<string> {
  const { bytes, width, height } = await drawImage(content.cover);
  const stored = { ownerId: userId, purpose: 'course-image' as const, mime: 'image/webp', createdAt };
  return storeFile(context, bytes, { ...stored, name: `${content.cover}.webp`, width, height });
}

async function insertFiles(context: SeedContext, item: SeedItem): Promise<string[]> {
  const { userId, createdAt, content } = item;
  const ids: string[] = [];
  for (const [position, file] of (content.files ?? []).entries()) {
    const { title, name, mime, isPreview = false } = file;
    const size = { width: null, height: null };
    const stored = { ownerId: userId, purpose: 'course-file' as const, mime, name, ...size, createdAt };
    const fileId = await storeFile(context, file.bytes(), stored);
    const id = newId();
    const dates = { createdAt, updatedAt: createdAt };
    await context.em.insert(CourseFile, { id, courseId: item.id, fileId, title, position, isPreview, ...dates });
    ids.push(id);
  }
  return ids;
}

async function insertSections({ em }: SeedContext, item: SeedItem, fileIds: readonly string[]): Promise<void> {
  const { createdAt, content } = item;
  for (const [position, { title, lessons }] of (content.sections ?? []).entries()) {
    const sectionId = newId();
    await em.insert(CourseSection, { id: sectionId, courseId: item.id, title, position, createdAt });
    await em.insertMany(
      CourseLesson,
      lessons.map((lesson, place) => ({
        id: newId(),
        courseId: item.id,
        sectionId,
        title: lesson.title,
        isPreview: lesson.isPreview ?? false,
        position: place,
        createdAt,
        ...contentOf(lesson, fileIds),
      })),
    );
  }
}

function contentOf(lesson: SeedLesson, fileIds: readonly string[]) {
  const none = { text: null, linkUrl: null, courseFileId: null, questions: null };
  if ('text' in lesson) return { ...none, kind: 'text' as const, text: lesson.text };
  if ('linkUrl' in lesson) return { ...none, kind: 'link' as const, linkUrl: lesson.linkUrl };
  if ('questions' in lesson) return { ...none, kind: 'quiz' as const, questions: lesson.questions };
  return { ...none, kind: 'file' as const, courseFileId: found(fileIds[lesson.file], lesson.title) };
}

async function insertChanges({ em, now }: SeedContext, item: SeedItem): Promise<void> {
  const { changes = [] } = item.content;
  const hoursAgo = (i: number) => 20 * (changes.length - i);
  const rows = changes.map((note, i) => ({ ...ago(now, hoursAgo(i)), courseId: item.id, note }));
  const newest = rows.at(-1);
  if (newest === undefined) return;
  await em.insertMany(CourseChange, rows);
  await em.nativeUpdate(Course, { id: item.id }, { updatedAt: newest.createdAt });
}

type StoredFields = Pick<StoredFile, 'ownerId' | 'purpose' | 'mime' | 'name' | 'width' | 'height' | 'createdAt'>;

async function storeFile({ em, dataDir }: SeedContext, bytes: Buffer, fields: StoredFields): Promise<string> {
  const id = newId();
  await storeBytes(dataDir, id, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await em.insert(StoredFile, { id, ...fields, sha256, sizeBytes: bytes.length, state: 'ready' });
  return id;
}
