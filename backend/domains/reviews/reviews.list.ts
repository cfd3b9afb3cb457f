import type { OwnReviewView, ReviewView } from '#shared/api/reviews.ts';
import { REVIEW_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import { mayReview } from './review.access.ts';
import { loadReviewOf, reviewRows, toReviewView, type ReviewRow } from './review.view.ts';

const REVIEWS = {
  name: 'reviews-list',
  text: reviewRows(`r.course_id = $2 and (r.created_at, r.id) < ($3::timestamptz, $4::uuid)
    order by r.created_at desc, r.id desc limit ${REVIEW_LIMITS.pageMaxItems + 1}`),
};

/**
 * Lists the reviews of an item, newest first, without those of users hidden from the viewer. @throws AppError
 * NOT_FOUND.
 */
export async function listReviews(
  pool: Pool,
  viewerId: string,
  { courseId, cursor, limit = REVIEW_LIMITS.pageItems }: PageQuery & { courseId: string },
): Promise<Page<ReviewView>> {
  await loadVisibleCourse(pool, courseId, viewerId);
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<ReviewRow>(pool, REVIEWS, [viewerId, courseId, at, id]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toReviewView });
}

/** Loads the viewer's review of an item, and whether they may write or change it. @throws AppError NOT_FOUND. */
export async function loadOwnReview(pool: Pool, viewerId: string, courseId: string): Promise<OwnReviewView> {
  const { user_id: authorId } = await loadVisibleCourse(pool, courseId, viewerId);
  if (authorId === viewerId) return { review: null, canReview: false };
  const review = await loadReviewOf(pool, viewerId, courseId);
  return { review, canReview: await mayReview(pool, viewerId, courseId) };
}
