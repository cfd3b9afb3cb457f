import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, pageQuerySchema } from './page.schema.ts';
import { REVIEW_LIMITS as L } from '../limits.ts';
import { VISIBLE } from '../readable.ts';
import { textSchema } from './text.schema.ts';

const text = textSchema('The review must be text', L.textMaxChars, `A review has at most ${L.textMaxChars} characters`);
const reply = textSchema(
  'Write something first',
  L.textMaxChars,
  `A reply has at most ${L.textMaxChars} characters`,
).check(z.regex(VISIBLE, 'Write something first'));
const reviewParams = z.strictObject({ id: idSchema, reviewId: idSchema });

/** Inputs of reviewEndpoints by endpoint name. */
export const reviewSchemas = {
  listReviews: { params: idParamsSchema, query: pageQuerySchema(L.pageMaxItems) },
  getOwnReview: { params: idParamsSchema },
  setReview: {
    params: idParamsSchema,
    body: z.strictObject({
      rating: z
        .int('Choose 1 to 5 stars')
        .check(z.minimum(1, 'Choose 1 to 5 stars'), z.maximum(L.ratingMax, 'Choose 1 to 5 stars')),
      text,
    }),
  },
  removeReview: { params: idParamsSchema },
  setReviewReply: { params: reviewParams, body: z.strictObject({ text: reply }) },
  removeReviewReply: { params: reviewParams },
} satisfies EndpointSchemas;
