import { LIST_START } from '../http/page.ts';
import type { Pool } from '../db/pool.ts';
import { COURSE_FILE_READABLE } from '../domains/courses/course.access.ts';
import { COURSE_PARTS } from '../domains/courses/course-detail.view.ts';
import { COURSE_BY_ID } from '../domains/courses/course.view.ts';
import { COURSE_LISTS } from '../domains/courses/courses.list.ts';

/** Where each order of the catalogue starts. */
const STARTS = {
  recent: [LIST_START.down.at, LIST_START.down.id],
  popular: ['2147483647', LIST_START.down.id],
  price: ['-1', LIST_START.up.id],
} as const;

/** Reads of items on the bare server: the statements of the product, returned as rows. Null for other addresses. */
export async function readCourses(
  pools: { pool: Pool; searchPool: Pool },
  viewerId: string,
  { pathname, searchParams }: URL,
): Promise<object | null> {
  const [, id, fileId] = /^\/api\/courses(?:\/([\w-]+)(?:\/files\/([\w-]+))?)?$/.exec(pathname) ?? [null];
  if (id === null) return null;
  const rowsOf = async (statement: { name: string; text: string }, values: readonly unknown[], pool = pools.pool) =>
    (await pool.query({ ...statement, values: [...values] })).rows as object[];
  if (fileId !== undefined) return rowsOf(COURSE_FILE_READABLE, [viewerId, id, fileId]);
  if (id !== undefined) {
    const { files, outline, changes } = COURSE_PARTS;
    const course = await rowsOf(COURSE_BY_ID, [viewerId, id]);
    return [
      course,
      await rowsOf(files, [id]),
      await rowsOf(outline, [viewerId, id, null]),
      await rowsOf(changes, [id]),
    ];
  }
  const sort = (searchParams.get('sort') ?? 'recent') as keyof typeof STARTS;
  const category = searchParams.get('category');
  const start = [viewerId, ...STARTS[sort]];
  if (category === null) return rowsOf(COURSE_LISTS[sort].all, start);
  const filters = [null, category, null, null, null, null, null, null];
  return rowsOf(COURSE_LISTS[sort].some, [...start, ...filters], pools.searchPool);
}
