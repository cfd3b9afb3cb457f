import { SIGNED_IN } from '../identities.ts';
import { about, all, type Recipe } from './call.ts';

const review = { rating: 1, text: 'x' };
/** Calls about the reply to the victim's review, by its item and by another one. */
const aboutReply =
  (body?: object): Recipe =>
  ({ ids }) =>
    [ids.item, ids.course].map((id) => ({ params: { id, reviewId: ids.review }, ...(body && { body }) }));

/** Recipes of reviews. */
export const REVIEW_RECIPES: Readonly<Record<string, Recipe>> = {
  listReviews: all(about('item', { open: SIGNED_IN }), about('course')),
  getOwnReview: all(about('item', { open: SIGNED_IN }), about('course')),
  setReview: all(about('item', { body: review }), about('course', { body: review }), ({ ids }) => [
    { params: { id: ids.item }, body: { ...review, userId: ids.user } },
  ]),
  removeReview: all(about('item'), about('course')),
  setReviewReply: aboutReply({ text: 'x' }),
  removeReviewReply: aboutReply(),
};
