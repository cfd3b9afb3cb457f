import type { Request, Response } from 'express';
import { query, type Pool } from '../../db/pool.ts';
import { transactOnPool } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import { sendFile } from '../files/file-stream.service.ts';
import { loadReadableCourseFile } from './course.access.ts';

/** Counts a download of file $2 by $1 once a day (UTC), and none by the author. */
const COUNT = {
  name: 'course-count-download',
  text: `with made as (insert into course_downloads (user_id, course_file_id, day, course_id, created_at)
      select $1, t.id, (now() at time zone 'utc')::date, t.course_id, now() from course_files t
        join courses c on c.id = t.course_id and c.user_id <> $1 where t.id = $2 for key share of t
      on conflict do nothing returning course_id)
    update courses c set downloads = c.downloads + 1 from made where c.id = made.course_id returning c.id`,
};

/** A file of an item, and the user who requests it. */
interface FileRequest {
  courseId: string;
  fileId: string;
  viewerId: string;
}

/** Where the file and its rows are stored, and the request for it. */
interface FileContext {
  pool: Pool;
  store: FileStore;
  req: Request;
  res: Response;
}

/** Sends a file of an item to be shown in the page. @throws AppError NOT_FOUND, NOT_ENTITLED. */
export async function openCourseFile({ pool, store, req, res }: FileContext, request: FileRequest): Promise<void> {
  await sendFile(store, await loadReadableCourseFile(pool, request), { req, res });
}

/**
 * Sends a file of an item to be saved. The download is counted when its first byte is sent, so that a resumed one is
 * counted once. @throws AppError NOT_FOUND, NOT_ENTITLED.
 */
export async function downloadCourseFile({ pool, store, req, res }: FileContext, request: FileRequest): Promise<void> {
  const file = await loadReadableCourseFile(pool, request);
  const onStart = (): Promise<void> => (file.isCounted ? Promise.resolve() : countDownload(pool, request));
  await sendFile(store, file, { req, res, isDownload: true, onStart });
}

function countDownload(pool: Pool, { courseId, fileId, viewerId }: FileRequest): Promise<void> {
  return transactOnPool(pool, async (client) => {
    const [counted] = await query(client, COUNT, [viewerId, fileId]);
    if (counted) publishDomainEvent(client, 'course-counted', { courseId });
  });
}
