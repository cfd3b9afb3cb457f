import type { ContentType, PublicCourseView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf } from '../../db/read.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { imageUrlOf } from './course.view.ts';

interface PublicCourseRow {
  id: string;
  title: string;
  content_type: ContentType;
  category: string | null;
  price: number;
  image_url: string | null;
  image_file_id: string | null;
  published_at: Date;
  full_name: string;
  role: string;
}

const PUBLISHED = {
  name: 'courses-public',
  text: `select c.id, c.title, c.content_type, c.category, c.price, c.image_url, c.image_file_id,
      c.published_at, u.full_name, u.role
    from courses c join users u on u.id = c.user_id and u.deactivated_at is null
    where c.status = 'published' and (c.published_at, c.id) < ($1::timestamptz, $2::uuid)
    order by c.published_at desc, c.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
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
    cursorOf: ({ published_at, id }) => ({ at: isoOf(published_at), id }),
    view: (row) => ({
      id: row.id,
      title: row.title,
      contentType: row.content_type,
      category: row.category,
      price: row.price,
      currency,
      imageUrl: imageUrlOf(row),
      author: { fullName: row.full_name, role: row.role },
    }),
  });
}
