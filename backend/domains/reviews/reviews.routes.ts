import { reviewSchemas } from '#shared/api/reviews.schema.ts';
import { reviewEndpoints } from '#shared/api/reviews.ts';
import { routes } from '../../http/route.ts';
import { editedVersion } from '../../http/text-version.ts';
import { listReviews, loadOwnReview } from './reviews.list.ts';
import { removeReview, removeReviewReply, setReview, setReviewReply } from './reviews.service.ts';

/** Routes of reviews. */
export const reviewRoutes = routes(reviewEndpoints, reviewSchemas, {
  listReviews: ({ pool, identity, params, query }) => listReviews(pool, identity.id, { ...query, courseId: params.id }),
  getOwnReview: ({ pool, identity, params }) => loadOwnReview(pool, identity.id, params.id),
  setReview: ({ tx, identity, params, body, req }) =>
    setReview(tx, identity.id, { ...body, courseId: params.id, version: editedVersion(req) }),
  removeReview: ({ tx, identity, params }) => removeReview(tx, identity.id, params.id),
  setReviewReply: ({ tx, identity, params, body, req }) =>
    setReviewReply(tx, identity.id, {
      ...body,
      courseId: params.id,
      reviewId: params.reviewId,
      version: editedVersion(req),
    }),
  removeReviewReply: ({ tx, identity, params }) =>
    removeReviewReply(tx, identity.id, { courseId: params.id, reviewId: params.reviewId }),
});
