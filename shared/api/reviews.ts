import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { reviewSchemas } from './reviews.schema.ts';
import type { UserCard } from './users.ts';

/** What the author of an item replied to a review. */
interface ReviewReplyView {
  text: string;
  createdAt: string;
}

/**
 * A learner's review of an item: `rating` is 1 to 5 stars, `text` may be empty. Dates are ISO 8601; `editedAt` is null
 * until the first change, `reply` without one.
 */
export interface ReviewView {
  id: string;
  courseId: string;
  rating: number;
  text: string;
  createdAt: string;
  editedAt: string | null;
  reply: ReviewReplyView | null;
  author: UserCard;
}

/** The viewer's review of an item, null without one, and whether the viewer may write or change it. */
export interface OwnReviewView {
  review: ReviewView | null;
  canReview: boolean;
}

/** Body of PUT /api/courses/:id/review. */
export type SetReviewInput = z.infer<typeof reviewSchemas.setReview.body>;

/** Reviews of items by users who have learned from them. */
export const reviewEndpoints = endpoints<typeof reviewSchemas>()({
  /** The reviews of an item, newest first. */
  listReviews: endpoint<ReviewView[]>()({
    method: 'GET',
    path: '/api/courses/:id/reviews',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  getOwnReview: endpoint<OwnReviewView>()({
    method: 'GET',
    path: '/api/courses/:id/review',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Writes or changes the review of a user who has bought the item, downloaded a file or learned a fifth of it. */
  setReview: endpoint<ReviewView>()({
    method: 'PUT',
    path: '/api/courses/:id/review',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ENTITLED', 'OWN_ITEM', 'STALE'],
    limit: 'reviews',
    untilConfirmed: 'refused',
    isVersioned: true,
  }),
  /** Deletes the user's review, also of an item that they have left. */
  removeReview: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/review',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Writes or changes the one reply of the author of the item. */
  setReviewReply: endpoint<ReviewView>()({
    method: 'PUT',
    path: '/api/courses/:id/reviews/:reviewId/reply',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'STALE'],
    limit: 'reviews',
    untilConfirmed: 'counted',
    isVersioned: true,
  }),
  removeReviewReply: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/reviews/:reviewId/reply',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
});
