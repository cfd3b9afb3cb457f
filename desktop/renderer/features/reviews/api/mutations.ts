import { useMutation } from '@tanstack/react-query';
import { reviewEndpoints, type SetReviewInput } from '#shared/api/reviews.ts';
import { call } from '../../../lib/http/api.ts';
import { useOnce } from '../../../lib/http/use-once.ts';

/** What contains reviews or their mean. */
const RATED = [['reviews'], ['courses', 'one'], ['courses', 'list']] as const;
const LISTED = [['reviews']] as const;

/** Writes or changes the user's review of an item, based on the edited version; the dialog shows a failure. */
export function useSetReview(courseId: string) {
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: SetReviewInput & { version: string }) => {
      const { version, ...body } = edit;
      return once(edit, (options) =>
        call(reviewEndpoints.setReview, { params: { id: courseId }, body }, { ...options, ifMatch: version }),
      );
    },
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

/** Writes or changes the reply to a review of an own item, based on the edited version; the dialog shows a failure. */
export function useSetReply(courseId: string, reviewId: string) {
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: { text: string; version: string }) => {
      const input = { params: { id: courseId, reviewId }, body: { text: edit.text } };
      return once(edit, (options) =>
        call(reviewEndpoints.setReviewReply, input, { ...options, ifMatch: edit.version }),
      );
    },
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
