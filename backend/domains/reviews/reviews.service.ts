import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReviewView, SetReviewInput } from '#shared/api/reviews.ts';
import { databaseNow } from '../../db/clock.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { publishDomainEvent, type DomainEvents } from '../../domain-events.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { refuseStale, versionOf } from '../../http/text-version.ts';
import { loadVisibleCourse, notEntitled } from '../courses/course.access.ts';
import { countRatings, lockRatings } from '../courses/course-ratings.service.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { lockReviewOfItem, mayReview } from './review.access.ts';
import { Review } from './review.entity.ts';
import { loadReviewOf, loadReviewRow, toReviewView } from './review.view.ts';

/** The version of a text that is not written yet. */
const NEW = '';

/**
 * Writes or changes a user's review of an item and counts its stars. @throws AppError NOT_FOUND, OWN_ITEM, NOT_ENTITLED
 * without the item, and before the user has learned from it, STALE for another version than the user edited.
 */
export async function setReview(
  tx: EntityManager,
  userId: string,
  { courseId, rating, text, version }: SetReviewInput & { courseId: string; version: string | undefined },
): Promise<ReviewView> {
  const course = await loadVisibleCourse(tx, courseId, userId);
  if (course.user_id === userId) throw new AppError('OWN_ITEM', 'This is your own item');
  await lockRatings(tx, courseId);
  if (!course.is_enrolled) throw notEntitled();
  if (!(await mayReview(tx, userId, courseId)))
    throw new AppError('NOT_ENTITLED', 'Learn from this item before you review it');
  const review = await tx.findOne(Review, { userId, courseId }, { ...LOCKED, refresh: true });
  refuseStale(version ?? NEW, review ? versionOf(review) : NEW);
  if (review) await changeReview(tx, review, { rating, text });
  else await createReview(tx, { userId, courseId, rating, text });
  const view = await loadReviewOf(tx, userId, courseId);
  if (!view) throw notFound('This review');
  return view;
}

async function createReview(
  tx: EntityManager,
  fields: Pick<Review, 'rating' | 'text'> & { userId: string; courseId: string },
): Promise<void> {
  const { userId, courseId } = fields;
  const review = tx.create(Review, fields);
  await tx.flush();
  await countRatings(tx, courseId, { reviews: 1, stars: fields.rating });
  publishDomainEvent(tx, 'review-created', { reviewId: review.id, courseId, userId });
}

async function changeReview(
  tx: EntityManager,
  review: Review,
  { rating, text }: Pick<Review, 'rating' | 'text'>,
): Promise<void> {
  if (review.rating === rating && review.text === text) return;
  const stars = rating - review.rating;
  tx.assign(review, { rating, text, editedAt: databaseNow() });
  await tx.flush();
  if (stars !== 0) await countRatings(tx, String(review.courseId), { reviews: 0, stars });
}

/** Deletes a user's review of an item, which they may have left. @throws AppError NOT_FOUND without one. */
export async function removeReview(tx: EntityManager, userId: string, courseId: string): Promise<void> {
  await lockRatings(tx, courseId);
  const review = await tx.findOne(Review, { userId, courseId }, LOCKED);
  if (!review) throw notFound('This review');
  await deleteReview(tx, review);
}

/** Deletes a reported review for the operator. Returns false when it is gone. */
export async function takeDownReview(em: EntityManager, reviewId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const found = await tx.findOne(Review, { id: reviewId });
    if (!found) return false;
    await lockRatings(tx, String(found.courseId));
    const review = await tx.findOne(Review, { id: reviewId }, { ...LOCKED, refresh: true });
    if (!review) return false;
    await deleteReview(tx, review);
    return true;
  });
}

/** Deletes the review of a user who got the money back, unless they have the item again. Without effect on a repeat. */
async function removeRefunded(
  em: EntityManager,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  await transact(em, async (tx) => {
    await lockRatings(tx, courseId);
    const review = await tx.findOne(Review, { userId, courseId }, { ...LOCKED, refresh: true });
    if (review && (await tx.count(Enrollment, { userId, courseId })) === 0) await deleteReview(tx, review);
  });
}

/** Removes the stars and the review of a buyer whose payment is returned: they would cost nothing. */
export function removeReviewsOfRefunds(events: DomainEvents, forkEm: () => EntityManager): void {
  events.on('enrollment-removed', async ({ isRefund, ...of }) => {
    if (isRefund === true) await removeRefunded(forkEm(), of);
  });
}

async function deleteReview(tx: EntityManager, review: Review): Promise<void> {
  const { id: reviewId, rating } = review;
  tx.remove(review);
  await tx.flush();
  await countRatings(tx, String(review.courseId), { reviews: -1, stars: -rating });
  publishDomainEvent(tx, 'review-deleted', { reviewId });
}

/** The review of an item that its author replies to. */
interface Reply {
  courseId: string;
  reviewId: string;
}

/** Writes or changes the reply of an item's author to a review. @throws AppError NOT_FOUND, NOT_OWNER, STALE. */
export async function setReviewReply(
  tx: EntityManager,
  authorId: string,
  { text, version, ...reply }: Reply & { text: string; version: string | undefined },
): Promise<ReviewView> {
  const review = await lockReviewOfItem(tx, authorId, reply);
  refuseStale(version ?? NEW, review.repliedAt?.toISOString() ?? NEW);
  const isFirst = review.reply === null;
  if (review.reply !== text) tx.assign(review, { reply: text, repliedAt: databaseNow() });
  await tx.flush();
  if (isFirst) publishDomainEvent(tx, 'review-replied', { ...reply, userId: authorId });
  const row = await loadReviewRow(tx, reply.reviewId, authorId);
  if (!row) throw notFound('This review');
  return toReviewView(row);
}

/** Deletes the reply of an item's author; does nothing without one. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function removeReviewReply(tx: EntityManager, authorId: string, reply: Reply): Promise<void> {
  const review = await lockReviewOfItem(tx, authorId, reply);
  if (review.reply === null) return;
  tx.assign(review, { reply: null, repliedAt: null });
  await tx.flush();
  publishDomainEvent(tx, 'review-reply-deleted', { reviewId: reply.reviewId });
}
