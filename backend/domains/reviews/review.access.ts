import type { EntityManager } from '@mikro-orm/postgresql';
import { REVIEW_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { LOCKED } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import { hasSaved, usedPercentOf } from '../courses/uses.service.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { lockRatings } from '../courses/course-ratings.service.ts';
import { Review } from './review.entity.ts';
import { loadReviewRow, type ReviewRow } from './review.view.ts';

const CAN_REVIEW = {
  name: 'review-is-allowed',
  text: `select 1 from enrollments e join courses c on c.id = e.course_id and c.user_id not in (${HIDDEN_FROM_VIEWER})
    where e.user_id = $1 and e.course_id = $2 and not e.is_suspended
      and (${usedPercentOf('e.user_id', 'e.course_id')} >= ${REVIEW_LIMITS.minProgress}
        or ${hasSaved('e.user_id', 'e.course_id')})`,
};

/**
 * Returns whether a user has the item and has downloaded a file of it or used a part of it, as the server has served
 * it; to have bought it is not enough, and while a refund is under way the user does not have it. A block between the
 * user and the author prevents reviews like comments: the author could neither see nor answer one.
 */
export async function mayReview(reader: Reader, userId: string, courseId: string): Promise<boolean> {
  return (await read(reader, CAN_REVIEW, [userId, courseId])).length > 0;
}

/** Loads a review that the viewer sees, with its item. @throws AppError NOT_FOUND. */
export async function loadVisibleReview(reader: Reader, id: string, viewerId: string): Promise<ReviewRow> {
  const row = await loadReviewRow(reader, id, viewerId);
  if (!row) throw notFound('This review');
  await loadVisibleCourse(reader, row.course_id, viewerId);
  return row;
}

/** Locks and loads a review of an item for the item's author. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function lockReviewOfItem(
  tx: EntityManager,
  authorId: string,
  { courseId, reviewId }: { courseId: string; reviewId: string },
): Promise<Review> {
  const course = await loadVisibleCourse(tx, courseId, authorId);
  const row = await loadReviewRow(tx, reviewId, authorId);
  if (row?.course_id !== courseId) throw notFound('This review');
  if (course.user_id !== authorId) throw new AppError('NOT_OWNER', 'Only the author of the item can reply');
  await lockRatings(tx, courseId);
  const review = await tx.findOne(Review, { id: reviewId }, { ...LOCKED, refresh: true });
  if (!review) throw notFound('This review');
  return review;
}
