import type { ContentType, PublicCourseView } from '#shared/api/courses.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';

interface PublicCourseRow {
  id: string;
  title: string;
  content_type: ContentType;
  category: string | null;
  price: number;
  image_url: string | null;
  created_at: Date;
  full_name: string;
  role: string;
}

/** Tests whether the item whose id an SQL expression names is published; null when it is gone. */
export const isPublished = (id: string) => `(select c.status = 'published' from courses c where c.id = ${id})`;

/** Tests whether the viewer ($1) may see the item whose id an SQL expression names. */
export const isCourseVisible = (id: string) =>
  `exists (select 1 from courses c join users u on u.id = c.user_id and u.deactivated_at is null
    and u.id not in (${HIDDEN_FROM_VIEWER}) where c.id = ${id} and (c.status = 'published' or c.user_id = $1))`;

/** Makes the JSON of the item whose id an SQL expression names, for messages; null if hidden from the viewer ($1). */
export const courseAbout = (id: string) =>
  `(select json_build_object('title', a.title, 'contentType', a.content_type, 'price', a.price)
    from courses a where a.id = ${id} and ${isCourseVisible('a.id')})`;

/** Selects the ids (`course_id`) of the items in which the user named by an SQL expression is enrolled. */
export const coursesOf = (user: string) => `select e.course_id from enrollments e where e.user_id = ${user}`;

/** Selects the ids (`user_id`) of the users enrolled in the item whose id an SQL expression names. */
export const learnersOf = (course: string) => `select e.user_id from enrollments e where e.course_id = ${course}`;

/** Selects the items `c` in which two users, each named by an SQL expression, are enrolled, as `from ... where ...`. */
export const sharedCourses = (user: string, other: string) =>
  `from enrollments a join enrollments b on b.course_id = a.course_id and b.user_id = ${other}
    join courses c on c.id = a.course_id where a.user_id = ${user}`;

const PUBLISHED = {
  name: 'courses-public',
  text: `select c.id, c.title, c.content_type, c.category, c.price, c.image_url, c.created_at, u.full_name, u.role
    from courses c join users u on u.id = c.user_id and u.deactivated_at is null
    where c.status = 'published' and (c.created_at, c.id) < ($1::timestamptz, $2::uuid)
    order by c.created_at desc, c.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
};

/** Lists published items for anyone, newest first; prices are minor units of `currency`. */
export async function listPublicCourses(
  pool: Pool,
  currency: string,
  { cursor, limit = COURSE_LIMITS.pageItems }: PageQuery,
): Promise<Page<PublicCourseView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<PublicCourseRow>(pool, PUBLISHED, [at, id]);
  return toPage(rows, limit, {
    cursorOf: creationCursor,
    view: (row) => ({
      id: row.id,
      title: row.title,
      contentType: row.content_type,
      category: row.category,
      price: row.price,
      currency,
      imageUrl: row.image_url,
      author: { fullName: row.full_name, role: row.role },
    }),
  });
}
