import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { PART_MAX_BYTES, type ByteRange, type FileStore } from '../../gateways/file-store.ts';
import { notFound } from '../../http/app-error.ts';
import { sendStream } from '../../http/stream.ts';
import type { ReadableFile } from './file.access.ts';
import { dispositionOf } from './file-name.ts';

/**
 * Parses a Range header with one range (RFC 9110, section 14). Returns null when the whole file is to be sent, also for
 * a header that it does not support, and 'unsatisfiable' for a start past the end.
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** The request for a file and its response. */
interface Sending {
  req: Request;
  res: Response;
  /** True when browsers save the file instead of showing it. */
  isDownload?: boolean;
  /**
   * Runs before a part is sent, and ends the response when it rejects. A large file has several parts: who stops
   * reading gets no more than {@link WINDOWS} of it in advance.
   */
  onPart?: (part: ByteRange) => Promise<void>;
}

/** A part that is announced to `onPart` is at least so large, in bytes, and at least this share of the file. */
const [WINDOW_MIN_BYTES, WINDOWS] = [4 * 1024 * 1024, 20];

/**
 * Sends a file or a part of it; an image inline unless `isDownload`. Does nothing for a client that has left.
 *
 * @throws AppError NOT_FOUND without its bytes.
 */
export async function sendFile(
  store: FileStore,
  file: ReadableFile,
  { req, res, isDownload = false, onPart }: Sending,
): Promise<void> {
  const etag = `"${file.etag}"`;
  setHeaders(res, file, { etag, isDownload });
  if (matches(req.headers['if-none-match'], etag)) return void res.status(304).end();

  const isFresh = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  const range = isFresh ? parseRange(req.headers.range, file.sizeBytes) : null;
  if (range === 'unsatisfiable')
    return void res.status(416).setHeader('Content-Range', `bytes */${file.sizeBytes}`).end();

  if (res.closed) return;
  const bytes = await openPart(store, file, range);
  if (res.closed) return discard(bytes);
  const parts = onPart && req.method !== 'HEAD' ? announceParts(file, { range, onPart }) : null;
  try {
    if (!bytes) throw notFound('This file');
    await parts?.next(Buffer.isBuffer(bytes) ? file.sizeBytes : 0);
  } catch (error) {
    discard(bytes);
    for (const name of res.getHeaderNames()) if (PER_FILE.has(name)) res.removeHeader(name);
    throw error;
  }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : file.sizeBytes);
  if (req.method === 'HEAD') {
    discard(bytes);
    res.end();
  } else if (Buffer.isBuffer(bytes)) res.end(bytes);
  else await sendStream(res, bytes, parts?.follow);
}

/**
 * Announces the parts of a range one after another: `next` the one that follows, and those up to a number of bytes;
 * `follow` passes a stream on and announces each part before its first byte.
 */
function announceParts(
  { sizeBytes }: ReadableFile,
  { range, onPart }: { range: ByteRange | null; onPart: (part: ByteRange) => Promise<void> },
) {
  const windowBytes = Math.max(WINDOW_MIN_BYTES, Math.ceil(sizeBytes / WINDOWS));
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  let announced = 0;
  const next = async (untilBytes: number): Promise<void> => {
    const from = start + announced;
    if (from > end) return;
    announced = Math.min(end - start + 1, Math.max(announced + windowBytes, untilBytes));
    await onPart({ start: from, end: start + announced - 1 });
  };
  return {
    next,
    async *follow(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let sent = 0;
      for await (const chunk of source) {
        sent += chunk.length;
        if (sent > announced) await next(sent);
        yield chunk;
      }
    },
  };
}

/** Reads a small part at once, and opens a larger one as a stream; null when the bytes are missing. */
async function openPart(
  store: FileStore,
  { key, sizeBytes }: ReadableFile,
  range: ByteRange | null,
): Promise<Buffer | Readable | null> {
  const part = range ?? { start: 0, end: sizeBytes - 1 };
  const length = part.end - part.start + 1;
  const bytes = length > 0 && length <= PART_MAX_BYTES ? await store.readPart?.(key, part) : null;
  return bytes ?? store.open(key, range ?? undefined);
}

function discard(bytes: Buffer | Readable | null): void {
  if (!Buffer.isBuffer(bytes)) bytes?.destroy();
}

const PER_FILE = new Set(['etag', 'content-type', 'content-disposition', 'cache-control', 'accept-ranges']);

function setHeaders(
  res: Response,
  file: ReadableFile,
  { etag, isDownload }: { etag: string; isDownload: boolean },
): void {
  res.setHeader('Content-Type', file.mime);
  // Only images that this server has encoded open inline; media elements on a page ignore this header.
  res.setHeader('Content-Disposition', dispositionOf(file.name, { isInline: file.isEncoded && !isDownload }));
  res.setHeader('Cache-Control', file.isPrivate ? 'private, no-store' : 'private, max-age=31536000, immutable');
  res.setHeader('ETag', etag);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  );
}
