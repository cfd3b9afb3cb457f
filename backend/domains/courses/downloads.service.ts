import type { Request, Response } from 'express';
import { query, type Pool } from '../../db/pool.ts';
import { transactOnPool } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import type { ByteRange, FileStore } from '../../gateways/file-store.ts';
import { sendFile } from '../files/file-stream.service.ts';
import { loadReadableCourseFile, notEntitled } from './course.access.ts';
import { recordServed } from './uses.service.ts';

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

/**
 * Sends a file of an item to be shown in the page. What is sent to a learner is recorded as used, before it is sent.
 *
 * @throws AppError NOT_FOUND, NOT_ENTITLED.
 */
export function openCourseFile(context: FileContext, request: FileRequest): Promise<void> {
  return sendCourseFile(context, request, { isDownload: false });
}

/**
 * Sends a file of an item to be saved, recorded as {@link openCourseFile}. The download is counted when its first byte
 * is sent, so that a resumed one is counted once. @throws AppError NOT_FOUND, NOT_ENTITLED.
 */
export function downloadCourseFile(context: FileContext, request: FileRequest): Promise<void> {
  return sendCourseFile(context, request, { isDownload: true });
}

async function sendCourseFile(
  { pool, store, req, res }: FileContext,
  request: FileRequest,
  { isDownload }: { isDownload: boolean },
): Promise<void> {
  const file = await loadReadableCourseFile(pool, request);
  const isUsed = file.use === 'saved' || (file.use === 'shown' && !isDownload);
  const isRecorded = file.isLearner && !isUsed;
  const sent = isDownload ? file : file.shown;
  const onPart = async (part: ByteRange): Promise<void> => {
    const used = { ...inWhole(part, sent, file), sizeBytes: file.sizeBytes, isSaved: isDownload };
    if (isRecorded && !(await recordServed(pool, request, used)) && !file.isOpen) throw notEntitled();
    if (isDownload && part.start === 0 && !file.isCounted) await countDownload(pool, request);
  };
  await sendFile(store, sent, { req, res, isDownload, onPart });
}

/** Returns the share of a file that a part of what is sent of it is: the whole preview is the whole file. */
function inWhole({ start, end }: ByteRange, sent: { sizeBytes: number }, file: { sizeBytes: number }): ByteRange {
  if (sent.sizeBytes === file.sizeBytes) return { start, end };
  const scale = file.sizeBytes / sent.sizeBytes;
  return { start: Math.floor(start * scale), end: Math.min(file.sizeBytes, Math.ceil((end + 1) * scale)) - 1 };
}

function countDownload(pool: Pool, { courseId, fileId, viewerId }: FileRequest): Promise<void> {
  return transactOnPool(pool, async (client) => {
    const [counted] = await query(client, COUNT, [viewerId, fileId]);
    if (counted) publishDomainEvent(client, 'course-counted', { courseId });
  });
}
