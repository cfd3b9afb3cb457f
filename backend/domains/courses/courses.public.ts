import * as z from 'zod/mini';
import type { ContentType, PublicCourseDetailView, PublicCourseView } from '#shared/api/courses.ts';
import { idSchema } from '#shared/api/page.schema.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, NIL_UUID, type Timestamp } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import type { PageHead } from '../../http/page-head.ts';
import type { ReadableFile } from '../files/file.access.ts';
import { loadReadableCourseFile } from './course.access.ts';
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
    reviews: item.reviews,
    rating: item.rating,
    updatedAt: item.updatedAt,
    files: item.files.map(({ title, name, type, size, isPreview, ...file }) => ({
      id: file.id,
      title,
      name,
      type,
      size,
      url: isPreview ? `/api/public/courses/${id}/files/${file.id}` : null,
    })),
    sections: item.sections.map(({ id, title, lessons }) => ({
      id,
      title,
      lessons: lessons.map(({ id, title, kind }) => ({ id, title, kind })),
    })),
  };
}

/**
 * Loads a file that the author of a published item has marked as a preview, for anyone. @throws AppError NOT_FOUND,
 * also for the other files of the item.
 */
export async function loadPublicFile(
  pool: Pool,
  { isDownload, ...request }: { courseId: string; fileId: string; isDownload: boolean },
): Promise<ReadableFile> {
  const file = await loadReadableCourseFile(pool, { ...request, viewerId: NIL_UUID }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_ENTITLED' ? notFound('This file') : error;
  });
  return isDownload ? file : file.shown;
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
    select to_char(m, 'YYYY-MM') as month, (select count(*)::int from courses c where c.status = 'published'
      and c.published_at >= m at time zone 'utc'
      and c.published_at < (m + interval '1 month') at time zone 'utc') as items from bounds,
      generate_series(date_trunc('month', first at time zone 'utc'), last at time zone 'utc', interval '1 month') m
    where exists (select 1 from courses c join users u on u.id = c.user_id and u.deactivated_at is null
      where c.status = 'published'
      and c.published_at >= m at time zone 'utc' and c.published_at < (m + interval '1 month') at time zone 'utc')
    order by m desc`,
};
/** Most addresses in a sitemap (https://www.sitemaps.org/protocol.html). */
const SITEMAP_MAX = 50_000;
const MONTH = {
  name: 'courses-sitemap',
  text: `select c.id, c.updated_at from (select id, user_id, updated_at, published_at from courses
      where status = 'published' and published_at >= $1::timestamp at time zone 'utc'
        and published_at < ($1::timestamp + interval '1 month') at time zone 'utc'
      order by published_at desc, id desc limit ${SITEMAP_MAX} offset ($2::int - 1) * ${SITEMAP_MAX}) c
    join users u on u.id = c.user_id and u.deactivated_at is null
    order by c.published_at desc, c.id desc`,
};

/**
 * Lists the months (`YYYY-MM`, UTC) in which published items were published, the latest first, each with the number of
 * its sitemaps.
 */
export async function listSitemapMonths(pool: Pool): Promise<{ month: string; parts: number }[]> {
  const rows = await query<{ month: string; items: number }>(pool, MONTHS, []);
  return rows.map(({ month, items }) => ({ month, parts: Math.ceil(items / SITEMAP_MAX) }));
}

/**
 * Lists the public pages of the items that were published in a month, with the day of their last change, newest first:
 * those of one sitemap of the month, from 1 on.
 */
export async function listSitemapItems(
  pool: Pool,
  { month, part }: { month: string; part: number },
): Promise<{ path: string; changedAt: string }[]> {
  const rows = await query<{ id: string; updated_at: Timestamp }>(pool, MONTH, [`${month}-01`, part]);
  return rows.map(({ id, updated_at }) => ({ path: publicPathOf(id), changedAt: isoOf(updated_at).slice(0, 10) }));
}
