import { useMutation } from '@tanstack/react-query';
import { reviewEndpoints, type SetReviewInput } from '#shared/api/reviews.ts';
import { call } from '../../../lib/http/api.ts';

/** What contains reviews or their mean. */
const RATED = [['reviews'], ['courses', 'one'], ['courses', 'list']] as const;
const LISTED = [['reviews']] as const;

/** Writes or changes the user's review of an item; the dialog shows a failure. */
export function useSetReview(courseId: string) {
  return useMutation({
    mutationFn: (body: SetReviewInput) => call(reviewEndpoints.setReview, { params: { id: courseId }, body }),
    meta: { action: null, invalidates: RATED },
  });
}

/** Deletes the user's review of an item; the dialog shows a failure. */
export function useRemoveReview(courseId: string) {
  return useMutation({
    mutationFn: () => call(reviewEndpoints.removeReview, { params: { id: courseId } }),
    meta: { action: null, invalidates: RATED },
  });
}

/** Writes or changes the reply to a review of an own item; the dialog shows a failure. */
export function useSetReply(courseId: string, reviewId: string) {
  return useMutation({
    mutationFn: (text: string) =>
      call(reviewEndpoints.setReviewReply, { params: { id: courseId, reviewId }, body: { text } }),
    meta: { action: null, invalidates: LISTED },
  });
}

/** Deletes the reply to a review of an own item; the dialog shows a failure. */
export function useRemoveReply(courseId: string, reviewId: string) {
  return useMutation({
    mutationFn: () => call(reviewEndpoints.removeReviewReply, { params: { id: courseId, reviewId } }),
    meta: { action: null, invalidates: LISTED },
  });
}
