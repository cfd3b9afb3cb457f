import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
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

const FILE = /^\/api\/courses\/([\w-]+)\/files\/([\w-]+)(?:\/download)?$/;

/**
 * Sends the bytes of a file, or the range that is requested, after the statement of the product that tests who may read
 * it. Returns false for other addresses.
 */
export function sendCourseFile(
  { pool, viewerId, folder }: { pool: Pool; viewerId: string; folder: string },
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const [, courseId, fileId] = FILE.exec(req.url ?? '') ?? [];
  if (fileId === undefined) return false;
  const send = async (): Promise<void> => {
    const { rows } = await pool.query<Record<'id' | 'mime' | 'size_bytes', string>>({
      ...COURSE_FILE_READABLE,
      values: [viewerId, courseId, fileId],
    });
    const [file] = rows;
    if (!file) return void res.writeHead(404).end();
    const size = Number(file.size_bytes);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
    const [start, end] = [Number(from ?? 0), to ? Number(to) : size - 1];
    res.writeHead(from === undefined ? 200 : 206, {
      'Content-Type': file.mime,
      'Content-Length': end - start + 1,
      'Accept-Ranges': 'bytes',
      ...(from !== undefined && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    });
    createReadStream(join(folder, file.id.slice(-2), file.id), { start, end }).pipe(res);
  };
  send().catch(() => res.writeHead(500).end());
  return true;
}

/** Reads of items on the bare server: the statements of the product, returned as rows. Null for other addresses. */
export async function readCourses(
  pools: { pool: Pool; searchPool: Pool },
  viewerId: string,
  { pathname, searchParams }: URL,
): Promise<object | null> {
  const found = /^\/api\/courses(?:\/([\w-]+))?$/.exec(pathname);
  if (found === null) return null;
  const [, id] = found;
  const rowsOf = async (statement: { name: string; text: string }, values: readonly unknown[], pool = pools.pool) =>
    (await pool.query({ ...statement, values: [...values] })).rows as object[];
  if (id !== undefined) {
    const { files, outline, changes, facts } = COURSE_PARTS;
    const course = await rowsOf(COURSE_BY_ID, [viewerId, id]);
    return [
      course,
      await rowsOf(files, [id]),
      await rowsOf(outline, [viewerId, id, null]),
      await rowsOf(changes, [id]),
      await rowsOf(facts, [id]),
    ];
  }
  const sort = (searchParams.get('sort') ?? 'recent') as keyof typeof STARTS;
  const category = searchParams.get('category');
  const start = [viewerId, ...STARTS[sort]];
  if (category === null) return rowsOf(COURSE_LISTS[sort].all, start);
  const filters = [null, category, null, null, null, null, null, null];
  return rowsOf(COURSE_LISTS[sort].some, [...start, ...filters], pools.searchPool);
}
