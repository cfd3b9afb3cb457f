import type { ContentType, CourseCounters, CourseStatus, CourseView, PushedCourseView } from '#shared/api/courses.ts';
import type { Counted } from '#shared/realtime/contract.ts';
import {
  COUNTED_AT,
  isoOf,
  isoOrNull,
  NIL_UUID,
  read,
  type CountedRow,
  type Reader,
  type Timestamp,
} from '../../db/read.ts';
import { isSaved } from '../saved/saved.view.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { blockedEitherWay, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Tests whether the item whose id an SQL expression names is published; null when it is gone. */
export const isPublished = (id: string) => `(select c.status = 'published' from courses c where c.id = ${id})`;

/**
 * Tests whether the viewer ($1) may see an item `c` with its author `u`, and with the viewer's enrollment `e`, if any:
 * a published item, an own one, and one that the viewer is enrolled in. A purchase outlasts a block and the author.
 */
const VISIBLE = `((u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
    and (c.status = 'published' or c.user_id = $1 or e.id is not null)) or coalesce(e.source = 'purchase', false))`;

/** Joins the author `u` of items `c` and the viewer's ($1) enrollment `e`. */
const JOINS = `join users u on u.id = c.user_id left join enrollments e on e.course_id = c.id and e.user_id = $1`;

/** Tests whether the viewer ($1) may see the item whose id an SQL expression names. */
export const isCourseVisible = (id: string) =>
  `exists (select 1 from courses c ${JOINS} where c.id = ${id} and ${VISIBLE})`;

/** Selects the id of the cover of the item that an SQL expression names by its id, if the viewer ($1) may see it. */
export const imageOf = (id: string) =>
  `(select c.image_file_id from courses c ${JOINS} where c.id = ${id} and ${VISIBLE})`;

/** Makes the JSON of the item whose id an SQL expression names, for messages; null if hidden from the viewer ($1). */
export const courseAbout = (id: string) =>
  `(select json_build_object('title', a.title, 'contentType', a.content_type, 'price', a.price)
    from courses a where a.id = ${id} and ${isCourseVisible('a.id')})`;

/** Selects the ids (`course_id`) of the items in which the user named by an SQL expression is enrolled. */
export const coursesOf = (user: string) => `select e.course_id from enrollments e where e.user_id = ${user}`;

/** Selects the ids (`user_id`) of the users enrolled in the item whose id an SQL expression names. */
export const learnersOf = (course: string) => `select e.user_id from enrollments e where e.course_id = ${course}`;

/** Tests that a user learns from an item of an author, each named by an SQL expression; not while it is refunded. */
export const learnsFrom = (user: string, author: string) => `exists (select 1 from enrollments e
  join courses k on k.id = e.course_id where e.user_id = ${user} and k.user_id = ${author} and not e.is_suspended)`;

/** Tests whether a user wrote an item, each named by an SQL expression. */
export const isCourseAuthor = (course: string, user: string) =>
  `exists (select 1 from courses oc where oc.id = ${course} and oc.user_id = ${user})`;

/**
 * Selects who belongs to which class: the item (`group_id`) and a user (`user_id`), its author or one who is enrolled.
 * A free enrollment ends with a block between its user and the author, and with the author's account.
 */
export const CLASS_MEMBERS = 'select m.group_id, m.user_id from class_members m';

/** Selects the items `c` in which two users, each named by an SQL expression, are enrolled, as `from ... where ...`. */
export const sharedCourses = (user: string, other: string) =>
  `from enrollments a join enrollments b on b.course_id = a.course_id and b.user_id = ${other}
    join courses c on c.id = a.course_id where a.user_id = ${user}`;

/** Characters of a description in a list. */
const EXCERPT_CHARS = 300;

const COLUMNS = `c.id, c.user_id, c.title, c.price, c.image_url, c.image_file_id, c.category, c.content_type,
  c.for_sale, c.status, c.enrollments, c.downloads, c.reviews, c.rating_sum, c.rating_rank, c.created_at,
  c.published_at, c.updated_at,
  ${USER_CARD_COLUMNS},
  e.id is not null as is_enrolled, coalesce(e.source = 'purchase', false) as is_purchased,
  e.progress, e.completed_at, ${isSaved('course', 'c.id')} as is_saved`;

/**
 * Selects items for lists, each a {@link CourseRow} with the start of its description, as `select ... from ... where`
 * and what follows. The items are `c`, their authors `u`, the viewer's ($1) enrollments `e`; only visible ones. `more`
 * adds columns and `join` tables.
 */
export const courseRows = (where: string, more = '', join = '') =>
  `select ${COLUMNS}, left(c.description, ${EXCERPT_CHARS}) as description ${more} from courses c ${JOINS} ${join}
    where ${VISIBLE} and ${where}`;

/** Selects the ids of the items that {@link courseRows} selects, so that details are read for a page of them only. */
export const courseIds = (where: string) => `select c.id from courses c ${JOINS} where ${VISIBLE} and ${where}`;

interface RatedRow {
  reviews: number;
  rating_sum: number;
}

/** One row of {@link courseRows}. */
export interface CourseRow extends UserCardRow, RatedRow {
  id: string;
  user_id: string;
  title: string;
  description: string;
  price: number;
  image_url: string | null;
  image_file_id: string | null;
  category: string | null;
  content_type: ContentType;
  for_sale: boolean;
  status: CourseStatus;
  enrollments: number;
  downloads: number;
  created_at: Timestamp;
  published_at: Timestamp | null;
  updated_at: Timestamp;
  is_enrolled: boolean;
  is_purchased: boolean;
  progress: number | null;
  completed_at: Timestamp | null;
  is_saved: boolean;
  rating_rank: number;
}

/** Returns the address of an item's cover, which changes with the cover; null without one. */
export function imageUrlOf(row: Pick<CourseRow, 'id' | 'image_url' | 'image_file_id'>): string | null {
  return row.image_file_id === null ? row.image_url : `/api/courses/${row.id}/image?v=${row.image_file_id}`;
}

/** Returns the number of reviews of an item and the mean of their stars, rounded to hundredths. */
function ratingOf({ reviews, rating_sum }: RatedRow): Pick<CourseCounters, 'reviews' | 'rating'> {
  return { reviews, rating: reviews === 0 ? null : Math.round((100 * rating_sum) / reviews) / 100 };
}

/** Makes the view without a viewer, for pushes. */
function toPushedCourseView(row: CourseRow, currency: string): PushedCourseView {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    price: row.price,
    currency,
    imageUrl: imageUrlOf(row),
    category: row.category,
    contentType: row.content_type,
    forSale: row.for_sale,
    status: row.status,
    enrollments: row.enrollments,
    downloads: row.downloads,
    ...ratingOf(row),
    createdAt: isoOf(row.created_at),
    publishedAt: isoOrNull(row.published_at),
    updatedAt: isoOf(row.updated_at),
    author: toUserCard(row),
  };
}

/** Makes the view for one viewer. */
export function toCourseView(row: CourseRow, viewerId: string, currency: string): CourseView {
  return {
    ...toPushedCourseView(row, currency),
    viewer: {
      isOwner: row.user_id === viewerId,
      isEnrolled: row.is_enrolled,
      isPurchased: row.is_purchased,
      isSaved: row.is_saved,
      progress: row.progress,
      completedAt: isoOrNull(row.completed_at),
    },
  };
}

/** Loads an item ($2) with its whole description when the viewer ($1) may see it. */
export const COURSE_BY_ID = {
  name: 'course-by-id',
  text: `select ${COLUMNS}, c.description, ${COUNTED_AT} from courses c ${JOINS} where ${VISIBLE} and c.id = $2`,
};

/** Loads the row of an item with its whole description; null when it is gone or hidden from the viewer. */
export async function loadCourseRow(reader: Reader, id: string, viewerId: string): Promise<CourseRow | null> {
  const [row] = await read<CourseRow>(reader, COURSE_BY_ID, [viewerId, id]);
  return row ?? null;
}

/**
 * Loads the view of an item for a push, also of one that is not published; null when it is gone or its author
 * deactivated.
 */
export async function loadPushedCourse(
  reader: Reader,
  { id, authorId }: { id: string; authorId: string },
  currency: string,
): Promise<Counted<PushedCourseView> | null> {
  const [row] = await read<CourseRow & CountedRow>(reader, COURSE_BY_ID, [authorId, id]);
  return row ? { ...toPushedCourseView(row, currency), countedAt: isoOf(row.counted_at) } : null;
}

const COUNTERS = {
  name: 'course-counters',
  text: `select c.id, c.enrollments, c.downloads, c.reviews, c.rating_sum, c.user_id,
      c.status = 'published' as is_published, ${COUNTED_AT},
      ${blockedEitherWay('c.user_id')} as hidden
    from courses c join users u on u.id = c.user_id and u.deactivated_at is null where c.id = any($1::uuid[])`,
};

interface CountersRow extends Omit<CourseCounters, 'rating'>, RatedRow, CountedRow {
  user_id: string;
  is_published: boolean;
  hidden: string[];
}

/** Counters of an item, with its author and the users whom a block separates from the author. */
interface CountedCourse {
  authorId: string;
  isPublished: boolean;
  hidden: string[];
  counters: Counted<CourseCounters>;
}

/** Loads the counters of items, in no order; those that are gone are left out. */
export async function loadCourseCounters(reader: Reader, ids: readonly string[]): Promise<CountedCourse[]> {
  const rows = await read<CountersRow>(reader, COUNTERS, [ids]);
  return rows.map(({ user_id, is_published, hidden, counted_at, id, enrollments, downloads, ...ratings }) => ({
    authorId: user_id,
    isPublished: is_published,
    hidden,
    counters: { id, enrollments, downloads, ...ratingOf(ratings), countedAt: isoOf(counted_at) },
  }));
}

const LEARNERS_AT_ONCE = 500;
const LEARNERS_AFTER = {
  name: 'course-learner-ids-after',
  text: `${learnersOf('$1')} and e.user_id > $2::uuid order by e.user_id limit ${LEARNERS_AT_ONCE}`,
};

/** Lists the ids of the users who are enrolled in an item in parts of 500, ascending. */
export async function* listLearnerIdsInParts(reader: Reader, courseId: string): AsyncGenerator<string[]> {
  let after = NIL_UUID;
  for (;;) {
    const ids = (await read<{ user_id: string }>(reader, LEARNERS_AFTER, [courseId, after])).map((row) => row.user_id);
    if (ids.length > 0) yield ids;
    if (ids.length < LEARNERS_AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}

/** SQL of the author of an item. */
export const authorOf = (courseId: string) => `(select o.user_id from courses o where o.id = ${courseId})`;
