import {
  COURSE_CATEGORIES,
  type ContentType,
  type CourseCategory,
  type CourseView,
  type CreateCourseInput,
  type EditCourseInput,
} from '#shared/api/courses.ts';
import { parsePrice, priceTextOf } from '../../price.ts';

/** The values of the form of an item, without its cover; the price as typed. */
export interface ItemDraft {
  /** Empty until one is chosen. */
  contentType: ContentType | '';
  title: string;
  description: string;
  /** Empty for none. */
  category: CourseCategory | '';
  isPaid: boolean;
  price: string;
}

/** Returns the initial values: those of the item, or empty ones. */
export function draftOf(course: CourseView | null): ItemDraft {
  if (course === null) return { contentType: '', title: '', description: '', category: '', isPaid: false, price: '' };
  const { contentType, title, description, price, currency } = course;
  return {
    contentType,
    title,
    description,
    category: COURSE_CATEGORIES.find((category) => category === course.category) ?? '',
    isPaid: price > 0,
    price: price > 0 ? priceTextOf(price, currency) : '',
  };
}

/** Returns the input for a new item; not validated. It is free until the author sets a price. */
export function createInputOf({ contentType, title, description, category }: ItemDraft): CreateCourseInput {
  return {
    // The schema reports a type that is not chosen.
    contentType: contentType as ContentType,
    title,
    description,
    category: category === '' ? null : category,
    price: 0,
    forSale: false,
  };
}

/** Returns the price of a draft in minor units; null when the text is not a price. */
export function priceOf({ isPaid, price }: ItemDraft, currency: string): number | null {
  return isPaid ? parsePrice(price, currency) : 0;
}

/** Returns which of some fields a draft changes, as the input of an edit. */
export function changesOf(course: CourseView, draft: ItemDraft, fields: readonly (keyof ItemDraft)[]): EditCourseInput {
  const changes: EditCourseInput = {};
  if (fields.includes('contentType') && draft.contentType !== '' && draft.contentType !== course.contentType)
    changes.contentType = draft.contentType;
  if (fields.includes('title') && draft.title.trim() !== course.title) changes.title = draft.title;
  if (fields.includes('description') && draft.description.trim() !== course.description)
    changes.description = draft.description;
  const category = draft.category === '' ? null : draft.category;
  if (fields.includes('category') && category !== course.category) changes.category = category;
  if (fields.includes('price')) Object.assign(changes, priceChangesOf(course, draft));
  return changes;
}

function priceChangesOf(course: CourseView, draft: ItemDraft): EditCourseInput {
  const price = priceOf(draft, course.currency);
  if (price === null || (price === course.price && price > 0 === course.forSale)) return {};
  return { price, forSale: price > 0 };
}
