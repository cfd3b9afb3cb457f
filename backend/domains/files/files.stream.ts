import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { FileStore } from '../../gateways/file-store.ts';
import { notFound } from '../../http/app-error.ts';
import type { ReadableFile } from './file.access.ts';
import { inlineDisposition } from './file-name.ts';

/** A part of a file in bytes, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header of one range (RFC 9110, section 14). Answers null where the whole file is to be sent,
 * which a server may do for any header it does not take, and 'unsatisfiable' for a start past the end.
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

/** Sends a file the viewer may see, whole or in part. @throws AppError NOT_FOUND when its bytes are gone. */
export async function sendFile(store: FileStore, file: ReadableFile, { req, res }: { req: Request; res: Response }): Promise<void> {
  const etag = `"${file.sha256}"`;
  setHeaders(res, file, etag);
  if (matches(req.headers['if-none-match'], etag)) return void res.status(304).end();

  const isFresh = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  const range = isFresh ? parseRange(req.headers.range, file.sizeBytes) : null;
  if (range === 'unsatisfiable') return void res.status(416).setHeader('Content-Range', `bytes */${file.sizeBytes}`).end();

  const handle = await store.openFile(file.id);
  if (!handle) {
    for (const name of res.getHeaderNames()) if (PER_FILE.has(name)) res.removeHeader(name);
    throw notFound('This file');
  }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : file.sizeBytes);
  if (req.method === 'HEAD') {
    await handle.close();
    return void res.end();
  }
  try {
    await pipeline(handle.createReadStream(range ?? {}), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

const PER_FILE = new Set(['etag', 'content-type', 'content-disposition', 'cache-control', 'accept-ranges']);

function setHeaders(res: Response, file: ReadableFile, etag: string): void {
  res.setHeader('Content-Type', file.mime);
  res.setHeader('Content-Disposition', inlineDisposition(file.name));
  res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  res.setHeader('ETag', etag);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
