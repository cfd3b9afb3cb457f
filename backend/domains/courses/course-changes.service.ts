import type { EntityManager } from '@mikro-orm/postgresql';
import type { CourseChangeView } from '#shared/api/courses.ts';
import { databaseNow } from '../../db/clock.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../http/app-error.ts';
import { CourseChange } from './course-change.entity.ts';
import { lockOwnCourse } from './course.access.ts';

/**
 * Adds a note to the change log of an own published item; with `notify` the users who are enrolled are notified.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE for an item that is not published.
 */
export async function addCourseChange(
  em: EntityManager,
  authorId: string,
  { courseId, note, notify }: { courseId: string; note: string; notify: boolean },
): Promise<CourseChangeView> {
  return transact(em, async (tx) => {
    const course = await lockOwnCourse(tx, courseId, authorId);
    if (course.status !== 'published') throw new AppError('WRONG_STATE', 'Publish this item first');
    const createdAt = databaseNow();
    const { id } = tx.create(CourseChange, { courseId, note, createdAt });
    publishDomainEvent(tx, 'course-updated', { courseId, userId: authorId });
    if (notify) publishDomainEvent(tx, 'course-changed', { courseId, userId: authorId, changeId: id });
    return { id, note, createdAt: createdAt.toISOString() };
  });
}
