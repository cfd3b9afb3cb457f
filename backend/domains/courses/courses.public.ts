import * as z from 'zod/mini';
import type { ContentType, PublicCourseDetailView, PublicCourseView } from '#shared/api/courses.ts';
import { idSchema } from '#shared/api/page.schema.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, NIL_UUID, type Timestamp } from '../../db/read.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import type { PageHead } from '../../http/page-head.ts';
import { loadCourseDetail } from './course-detail.view.ts';
import { imageUrlOf, loadCourseRow } from './course.view.ts';

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

/**
 * Loads the page of a published item for anyone, without the content of its lessons and files. @throws AppError
 * NOT_FOUND, also for an item that is not published or whose author is deactivated.
 */
export async function loadPublicCourse(pool: Pool, currency: string, id: string): Promise<PublicCourseDetailView> {
  const item = await loadCourseDetail(pool, id, { viewerId: NIL_UUID, currency });
  return {
    id,
    title: item.title,
    description: item.description,
    contentType: item.contentType,
    category: item.category,
    price: item.price,
    currency,
    imageUrl: item.imageUrl,
    author: { fullName: item.author.fullName, role: item.author.role },
    enrollments: item.enrollments,
    updatedAt: item.updatedAt,
    files: item.files.map(({ id, title, name, size }) => ({ id, title, name, size })),
    sections: item.sections.map(({ id, title, lessons }) => ({
      id,
      title,
      lessons: lessons.map(({ id, title, kind }) => ({ id, title, kind })),
    })),
  };
}

/**
 * Loads what the HTML of a published item's page says about it; null for one that visitors may not see, and for a text
 * that is no id.
 */
export async function loadItemHead(pool: Pool, requested: string): Promise<PageHead | null> {
  const { data: id } = z.safeParse(idSchema, requested);
  const row = id === undefined ? null : await loadCourseRow(pool, id, NIL_UUID);
  if (!row) return null;
  return {
    title: row.title,
    description: row.description,
    path: publicPathOf(row.id),
    imageUrl: imageUrlOf(row),
  };
}

/** Returns the path of an item's public page. */
function publicPathOf(id: string): string {
  return `/?item=${id}`;
}

const MONTHS = {
  name: 'courses-sitemap-months',
  text: `with bounds as (select min(published_at) as first, max(published_at) as last from courses
      where status = 'published')
    select to_char(m, 'YYYY-MM') as month from bounds,
      generate_series(date_trunc('month', first at time zone 'utc'), last at time zone 'utc', interval '1 month') m
    where exists (select 1 from courses c join users u on u.id = c.user_id and u.deactivated_at is null
      where c.status = 'published'
      and c.published_at >= m at time zone 'utc' and c.published_at < (m + interval '1 month') at time zone 'utc')
    order by m desc`,
};
const MONTH = {
  name: 'courses-sitemap',
  text: `select c.id, c.updated_at from courses c join users u on u.id = c.user_id and u.deactivated_at is null
    where c.status = 'published' and c.published_at >= $1::timestamp at time zone 'utc'
      and c.published_at < ($1::timestamp + interval '1 month') at time zone 'utc'
    order by c.published_at desc, c.id desc limit 50000`,
};

/** Lists the months (`YYYY-MM`, UTC) in which published items were published, the latest first. */
export async function listSitemapMonths(pool: Pool): Promise<string[]> {
  const rows = await query<{ month: string }>(pool, MONTHS, []);
  return rows.map(({ month }) => month);
}

/**
 * Lists the public pages of the items that were published in a month, with the day of their last change, newest first;
 * at most 50,000, the limit of a sitemap (https://www.sitemaps.org/protocol.html).
 */
export async function listSitemapItems(pool: Pool, month: string): Promise<{ path: string; changedAt: string }[]> {
  const rows = await query<{ id: string; updated_at: Timestamp }>(pool, MONTH, [`${month}-01`]);
  return rows.map(({ id, updated_at }) => ({ path: publicPathOf(id), changedAt: isoOf(updated_at).slice(0, 10) }));
}
