import type { PoolClient } from 'pg';
import { newId } from '../../db/clock.ts';
import { query } from '../../db/pool.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadVisibleCourse } from './course.access.ts';
import { isCourseVisible, type CourseRow } from './course.view.ts';

/** Locks the item, so that its status and price are those at the commit; returns no row when they do not allow it. */
const ENROLL = {
  name: 'enrollment-create',
  text: `with open as (select c.id from courses c where c.id = $2 and c.status = 'published' and c.price = 0
      for no key update),
    made as (insert into enrollments (id, user_id, course_id, source, created_at)
      select $3, $1, open.id, 'free', now() from open on conflict do nothing returning course_id)
    update courses c set enrollments = c.enrollments + 1 from made where c.id = made.course_id returning c.id`,
};
const LOCK_COURSE = { name: 'enrollment-lock-course', text: 'select id from courses where id = $1 for no key update' };
/** Waits for a write of progress, whose rows the next statement must see. */
const LOCK = {
  name: 'enrollment-lock',
  text: 'select source from enrollments where user_id = $1 and course_id = $2 for update',
};
const LEAVE = {
  name: 'enrollment-remove',
  text: `with gone as (delete from enrollments where user_id = $1 and course_id = $2 returning course_id),
    lessons as (delete from lesson_progress where user_id = $1 and course_id = $2),
    positions as (delete from file_positions where user_id = $1 and course_id = $2),
    days as (delete from study_days where user_id = $1 and course_id = $2)
    update courses c set enrollments = greatest(c.enrollments - 1, 0) from gone where c.id = gone.course_id`,
};
const ARCHIVE = {
  name: 'enrollment-archive',
  text: `update enrollments set is_archived = $3 where user_id = $1 and course_id = $2 and ${isCourseVisible('$2')}
    returning id`,
};

/**
 * Enrolls a user in a free published item. @throws AppError NOT_FOUND, ALREADY_ENROLLED, WRONG_STATE for one that is
 * not published, OWN_ITEM, PAYMENT_REQUIRED.
 */
export async function enroll(client: PoolClient, userId: string, courseId: string): Promise<{ enrollmentId: string }> {
  checkOpen(await loadVisibleCourse(client, courseId, userId), userId);
  const enrollmentId = newId();
  const [counted] = await query(client, ENROLL, [userId, courseId, enrollmentId]);
  if (!counted) {
    // Meanwhile the user has joined in another window, or the author has changed the item.
    checkOpen(await loadVisibleCourse(client, courseId, userId), userId);
    throw notPublished();
  }
  publishDomainEvent(client, 'course-counted', { courseId });
  publishDomainEvent(client, 'enrollment-created', { courseId, userId });
  return { enrollmentId };
}

function checkOpen(course: CourseRow, userId: string): void {
  if (course.is_enrolled) throw new AppError('ALREADY_ENROLLED', 'You have already joined this item');
  if (course.status !== 'published') throw notPublished();
  if (course.user_id === userId) throw new AppError('OWN_ITEM', 'This is your own item');
  if (course.price > 0) throw new AppError('PAYMENT_REQUIRED', 'This item is not free');
}

function notPublished(): AppError {
  return new AppError('WRONG_STATE', 'This item is not published');
}

/**
 * Removes a user's enrollment in a free item with the progress; does nothing without one. @throws AppError NOT_FOUND,
 * WRONG_STATE for an item that the user has bought.
 */
export async function leaveCourse(client: PoolClient, userId: string, courseId: string): Promise<void> {
  await loadVisibleCourse(client, courseId, userId);
  await query(client, LOCK_COURSE, [courseId]);
  const [enrollment] = await query<{ source: 'free' | 'purchase' }>(client, LOCK, [userId, courseId]);
  if (!enrollment) return;
  if (enrollment.source !== 'free')
    throw new AppError('WRONG_STATE', 'You have bought this item. You can archive it in your library.');
  await query(client, LEAVE, [userId, courseId]);
  publishDomainEvent(client, 'course-counted', { courseId });
  publishDomainEvent(client, 'enrollment-removed', { courseId, userId });
}

/** Hides an item that the user has joined from the Library, or shows it again. @throws AppError NOT_FOUND. */
export async function archiveLibraryItem(
  client: PoolClient,
  userId: string,
  { courseId, isArchived }: { courseId: string; isArchived: boolean },
): Promise<void> {
  const [changed] = await query(client, ARCHIVE, [userId, courseId, isArchived]);
  if (!changed) throw notFound('This item');
}
