import type { EntityManager } from '@mikro-orm/postgresql';
import {
  SELLING_ROLES,
  type CourseDetailView,
  type CreateCourseInput,
  type EditCourseInput,
} from '#shared/api/courses.ts';
import { highestPrice, isPriceAllowed, leastPrice } from '#shared/price-limits.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { formatAmount, minorDigits } from '#shared/money.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { databaseNow } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, invalidField } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { refuseStale } from '../../http/text-version.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { forgetItems } from '../saved/saved.service.ts';
import { lockOwnCourse } from './course.access.ts';
import { CourseChange } from './course-change.entity.ts';
import { loadCourseDetail } from './course-detail.view.ts';
import { CourseFile } from './course-file.entity.ts';
import { CourseLesson } from './course-lesson.entity.ts';
import { CourseSection } from './course-section.entity.ts';
import { Course } from './course.entity.ts';
import { Enrollment } from './enrollment.entity.ts';
import { queueRecount } from './progress-recount.service.ts';

/** The author, with the role whose permissions they have, and the currency of all prices. */
export interface Authoring {
  author: Identity;
  currency: string;
}

const LOCK_AUTHOR = { name: 'lock-author', text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 4))' };

/**
 * Creates a draft. @throws AppError ROLE_CANNOT_SELL, NOT_FOUND for a cover that is not the author's upload,
 * WRONG_STATE when the author has too many items, VALIDATION for a price that cannot be paid.
 */
export async function createCourse(
  em: EntityManager,
  { author, currency }: Authoring,
  { imageFileId = null, ...fields }: CreateCourseInput,
): Promise<CourseDetailView> {
  return transact(em, async (tx) => {
    await read(tx, LOCK_AUTHOR, [author.id]);
    if ((await tx.count(Course, { userId: author.id })) >= COURSE_LIMITS.perUser)
      throw new AppError('WRONG_STATE', `You have ${COURSE_LIMITS.perUser} items. Delete one that you no longer need.`);
    const course = tx.create(Course, { ...fields, userId: author.id });
    checkSale({ author, currency }, course);
    await setImage(tx, course, imageFileId);
    await tx.flush();
    return loadCourseDetail(tx, course.id, { viewerId: author.id, currency });
  });
}

/**
 * Edits an own item. @throws AppError NOT_FOUND, NOT_OWNER, STALE, VALIDATION when a published item would have no
 * description; ROLE_CANNOT_SELL and VALIDATION as {@link checkSale} does when the price changes or whether the item is
 * for sale.
 */
export async function editCourse(
  em: EntityManager,
  { author, currency }: Authoring,
  { id, imageFileId, version, ...fields }: EditCourseInput & { id: string; version: string | undefined },
): Promise<CourseDetailView> {
  return changeCourse(em, { courseId: id, authorId: author.id }, async (tx, course) => {
    refuseStale(version, course.textVersion);
    course.textVersion += 1;
    const { price, forSale } = course;
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(course, { [name]: value });
    // An old price, set under another rule or in another currency, must not prevent other changes.
    if (course.price !== price || course.forSale !== forSale) checkSale({ author, currency }, course);
    if (course.status === 'published' && course.description === '')
      throw invalidField('description', 'A published item needs a description');
    if (imageFileId !== undefined) await setImage(tx, course, imageFileId);
    await tx.flush();
    return loadCourseDetail(tx, id, { viewerId: author.id, currency });
  });
}

/**
 * Publishes an own draft or archived item; does nothing when it is published. @throws AppError NOT_FOUND, NOT_OWNER,
 * WRONG_STATE for one that an operator has removed, ROLE_CANNOT_SELL, VALIDATION without a description, without a file
 * or a lesson, and for a price that cannot be paid.
 */
export async function publishCourse(
  em: EntityManager,
  { author, currency }: Authoring,
  id: string,
): Promise<CourseDetailView> {
  return transact(em, async (tx) => {
    const course = await lockOwnCourse(tx, id, author.id);
    if (course.takenDownAt) throw new AppError('WRONG_STATE', 'An operator has removed this item');
    if (course.status !== 'published') {
      checkSale({ author, currency }, course);
      await checkComplete(tx, course);
      course.status = 'published';
      course.publishedAt ??= databaseNow();
      publishDomainEvent(tx, 'course-created', { courseId: id, userId: author.id });
      await tx.flush();
    }
    return loadCourseDetail(tx, id, { viewerId: author.id, currency });
  });
}

/** Makes an own published item a draft; does nothing with others. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function unpublishCourse(
  em: EntityManager,
  { author, currency }: Authoring,
  id: string,
): Promise<CourseDetailView> {
  return transact(em, async (tx) => {
    const course = await lockOwnCourse(tx, id, author.id);
    if (course.status === 'published') {
      course.status = 'draft';
      publishDomainEvent(tx, 'course-deleted', { courseId: id, userId: author.id });
      await tx.flush();
    }
    return loadCourseDetail(tx, id, { viewerId: author.id, currency });
  });
}

/** Deletes an own item; archives one with learners, who keep it. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function removeCourse(
  em: EntityManager,
  authorId: string,
  id: string,
): Promise<{ status: 'deleted' | 'archived' }> {
  return transact(em, async (tx) => {
    const course = await lockOwnCourse(tx, id, authorId);
    const hasLearners = (await tx.findOne(Enrollment, { courseId: id })) !== null;
    if (hasLearners) course.status = 'archived';
    else {
      await forgetItems(tx, 'course', [id]);
      tx.remove(course);
    }
    publishDomainEvent(tx, 'course-deleted', { courseId: id, userId: authorId });
    return { status: hasLearners ? 'archived' : 'deleted' };
  });
}

/** The texts of an item whose own an operator has removed. */
const REMOVED = { title: 'Removed item', description: '', imageUrl: null, imageFileId: null, fileUrl: null };

/**
 * Archives any item for an operator, for good, and removes its texts, cover, lessons, files and notes; returns false
 * when it is gone or already removed.
 */
export async function takeDownCourse(em: EntityManager, id: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const course = await tx.findOne(Course, { id }, { ...LOCKED, refresh: true });
    if (!course) return false;
    if (course.takenDownAt) return false;
    const takenDownAt = databaseNow();
    Object.assign(course, REMOVED, { status: 'archived', updatedAt: takenDownAt, takenDownAt });
    // Their lessons are deleted with them.
    await tx.nativeDelete(CourseSection, { courseId: id });
    await tx.nativeDelete(CourseFile, { courseId: id });
    await tx.nativeDelete(CourseChange, { courseId: id });
    publishDomainEvent(tx, 'course-deleted', { courseId: id, userId: course.userId });
    return true;
  });
}

/** How often the learners of an item are shown at most that its content changed. */
const NEWS_EVERY_MS = 15 * MINUTE_MS;

/** An own item that is changed. */
interface OwnItem {
  courseId: string;
  authorId: string;
  /** True when what the files or lessons contain changes. */
  isContent?: boolean;
}

/**
 * Changes an own item, its files or its lessons, and publishes that it changed; of a published one, its learners are
 * shown changes of content, at most once in {@link NEWS_EVERY_MS}. `change` flushes what it reads again.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE for an item that an operator has removed: its author could give it
 *   the removed content again.
 */
export async function changeCourse<Result>(
  em: EntityManager,
  { courseId, authorId, isContent = false }: OwnItem,
  change: (tx: EntityManager, course: Course) => Promise<Result>,
): Promise<Result> {
  return transact(em, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, authorId);
    if (course.takenDownAt) throw new AppError('WRONG_STATE', 'An operator has removed this item');
    const now = databaseNow();
    const isDue = course.newsAt === null || Number(now) - Number(course.newsAt) >= NEWS_EVERY_MS;
    const isNews = isContent && course.status === 'published' && isDue;
    tx.assign(course, { updatedAt: now, ...(isNews && { newsAt: now }) });
    publishDomainEvent(tx, 'course-updated', { courseId, userId: authorId, ...(isNews && { isNews }) });
    return change(tx, course);
  });
}

/**
 * Changes which parts an own item has, as {@link changeCourse} does, and then the progress of its learners.
 *
 * @throws AppError WRONG_STATE when nothing would be left to open in an item that is published or that members have
 *   bought.
 */
export async function changeParts<Result>(
  em: EntityManager,
  item: Omit<OwnItem, 'isContent'>,
  change: (tx: EntityManager, course: Course) => Promise<Result>,
): Promise<Result> {
  return changeCourse(em, { ...item, isContent: true }, async (tx, course) => {
    const result = await change(tx, course);
    await tx.flush();
    await checkNotEmptied(tx, course);
    await queueRecount(tx, item.courseId);
    return result;
  });
}

/**
 * @throws AppError ROLE_CANNOT_SELL when the author's role may neither set a price nor offer an item for sale,
 *   VALIDATION for a price that is too low or too high for its currency, and for a third decimal other than 0
 *   (https://docs.stripe.com/currencies#three-decimal).
 */
function checkSale({ author, currency }: Authoring, { price, forSale }: Pick<Course, 'price' | 'forSale'>): void {
  if (!SELLING_ROLES.includes(author.role) && (price > 0 || forSale))
    throw new AppError('ROLE_CANNOT_SELL', 'Your role can publish free items only', { details: { field: 'price' } });
  if (minorDigits(currency) === 3 && price % 10 !== 0) throw invalidField('price', 'Write at most two decimals');
  if (isPriceAllowed(price, currency)) return;
  const [word, limit] = price < leastPrice(currency) ? ['lowest', leastPrice] : ['highest', highestPrice];
  throw invalidField('price', `The ${word} price is ${formatAmount(limit(currency), currency, 'en')}`);
}

async function setImage(tx: EntityManager, course: Course, fileId: string | null): Promise<void> {
  const purpose = 'course-image';
  course.imageFileId = fileId && (await loadOwnFile(tx, fileId, { ownerId: course.userId, purpose })).id;
  if (course.imageFileId === null) course.imageUrl = null;
}

async function checkComplete(tx: EntityManager, { id, description }: Course): Promise<void> {
  const errors = {
    ...(description.trim() === '' && { description: ['Write a description'] }),
    ...(!(await hasContent(tx, id)) && { files: ['Add a file or a lesson'] }),
  };
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', 'Validation failed', { errors });
}

async function checkNotEmptied(tx: EntityManager, { id, status }: Course): Promise<void> {
  if (await hasContent(tx, id)) return;
  if (status === 'published')
    throw new AppError(
      'WRONG_STATE',
      'A published item needs a file or a lesson. Add another one first, or unpublish the item.',
    );
  if (await tx.findOne(Enrollment, { courseId: id, source: 'purchase' }))
    throw new AppError('WRONG_STATE', 'Members have bought this item. Add another file or lesson first.');
}

/** Returns whether there is anything to open in an item: a file or a lesson. */
async function hasContent(tx: EntityManager, courseId: string): Promise<boolean> {
  const file = await tx.findOne(CourseFile, { courseId });
  return file !== null || (await tx.findOne(CourseLesson, { courseId })) !== null;
}
