import { ACCOUNT_RECIPES } from './account.ts';
import type { Recipe } from './call.ts';
import { CONTENT_RECIPES } from './content.ts';
import { COURSE_RECIPES } from './courses.ts';
import { LEARNING_RECIPES } from './learning.ts';
import { PEOPLE_RECIPES } from './people.ts';
import { PURCHASE_RECIPES } from './purchases.ts';
import { REVIEW_RECIPES } from './reviews.ts';

/** The hostile calls of every endpoint, in the order in which they are sent: what hides a record comes last. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  ...ACCOUNT_RECIPES,
  ...CONTENT_RECIPES,
  ...COURSE_RECIPES,
  ...LEARNING_RECIPES,
  ...PURCHASE_RECIPES,
  ...REVIEW_RECIPES,
  ...PEOPLE_RECIPES,
};
