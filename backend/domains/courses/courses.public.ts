import type { ContentType, PublicCourseView } from '#shared/api/courses.ts';
import { query, type Pool } from '../../db/pool.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';

/** Items of a page unless the caller asks for another number, and the most there are on one. */
const PAGE_ITEMS = 20;
const PAGE_MAX_ITEMS = 50;

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

const PUBLISHED = {
  name: 'courses-public',
  text: `select c.id, c.title, c.content_type, c.category, c.price, c.image_url, c.created_at, u.full_name, u.role
    from courses c join users u on u.id = c.user_id and u.deactivated_at is null
    where c.status = 'published' and (c.created_at, c.id) < ($1::timestamptz, $2::uuid)
    order by c.created_at desc, c.id desc limit ${PAGE_MAX_ITEMS + 1}`,
};

/** Lists published items for anyone, newest first; prices are minor units of `currency`. */
export async function listPublicCourses(
  pool: Pool,
  currency: string,
  { cursor, limit = PAGE_ITEMS }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Page<PublicCourseView>> {
  const key = decodeCursor(cursor);
  const values = [key?.at ?? 'infinity', key?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  const rows = await query<PublicCourseRow>(pool, PUBLISHED, values);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: row.created_at.toISOString(), id: row.id }),
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
