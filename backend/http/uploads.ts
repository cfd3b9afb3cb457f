import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Metadata } from '@tus/server';
import type { NextFunction, Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { FILE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';

/** One uploaded file, in memory and whole. `name` is from the client and not trusted. */
interface Upload {
  name: string;
  sha256: string;
  bytes: Buffer;
}

declare module 'express-serve-static-core' {
  interface Request {
    upload?: Upload;
  }
}

/** Bodies in memory at once; with the size limit, this bounds the memory of uploads. */
const READING_MAX = 24;
/** Of these, per user and per address: slow bodies of one must not block the uploads of others. */
const READING_MAX_PER_USER = 2;
const READING_MAX_PER_ADDRESS = 8;
/** Uploads processed at once, each on a core; the others wait with their body in memory. */
const WORKING_MAX = 3;
/** How long an upload waits for its turn, in milliseconds. */
const WAIT_MS = 20 * SECOND_MS;

const parse = multer({
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: { fileSize: FILE_LIMITS.imageMaxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
}).single('file');

let reading = 0;
const readingOf = new Map<string, number>();
let working = 0;
const waiting: (() => void)[] = [];

/** An upload and its user; `address` is undefined where many members share one. */
interface UploadRequest {
  req: Request;
  res: Response;
  user: string;
  address: string | undefined;
}

/**
 * Reads the one file of a multipart request (field `file`) into `req.upload`, waits for a turn and runs `work`. Both
 * are released when the work has ended: a client that disconnects does not stop it and could otherwise start another
 * one at the same time.
 *
 * @throws AppError TOO_LARGE over the size limit, BAD_TYPE for a body that is not multipart, VALIDATION without a file
 *   or with more than one, UNAVAILABLE when too many uploads are under way.
 */
export async function takeUpload({ req, res, user, address }: UploadRequest, work: () => Promise<void>): Promise<void> {
  if (!req.is('multipart/form-data')) throw new AppError('BAD_TYPE', 'Send the file as multipart/form-data');
  const places = [
    { of: `user ${user}`, most: READING_MAX_PER_USER },
    ...(address === undefined ? [] : [{ of: `address ${address}`, most: READING_MAX_PER_ADDRESS }]),
  ];
  const isFull = places.some(({ of, most }) => (readingOf.get(of) ?? 0) >= most);
  if (reading >= READING_MAX || isFull) throw busy();
  reading += 1;
  for (const { of } of places) readingOf.set(of, (readingOf.get(of) ?? 0) + 1);
  try {
    await readFile(req, res);
    await inTurn(async () => {
      if (!res.closed) await work();
    });
  } finally {
    reading -= 1;
    for (const { of } of places) leave(of);
  }
}

/** Runs CPU-bound work, a few at a time. @throws AppError UNAVAILABLE after waiting too long. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await takeTurn();
  try {
    return await work();
  } finally {
    endTurn();
  }
}

/** True for a request that has a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * True for a request whose body its route reads as a stream: a multipart upload, or bytes of a resumable one (tus 1.0).
 */
export function hasUploadBody({ headers, url }: { headers: IncomingHttpHeaders; url: string }): boolean {
  const type = headers['content-type'] ?? '';
  return (
    url.startsWith('/api/uploads') &&
    (type.startsWith('multipart/form-data') || type === 'application/offset+octet-stream')
  );
}

/**
 * Converts the headers with which a tus client starts an upload (creation extension) to the JSON that our client sends:
 * Upload-Length as `size`, and the pairs of Upload-Metadata.
 *
 * @throws AppError VALIDATION for pairs that are not well-formed.
 */
export function readTusCreation(req: Request, _res: Response, next: NextFunction): void {
  const length = req.headers['upload-length'];
  if (req.method === 'POST' && typeof length === 'string' && req.body === undefined) {
    try {
      const { filename, filetype: _, ...rest } = Metadata.parse(String(req.headers['upload-metadata'] ?? ''));
      req.body = {
        ...(filename !== undefined && { name: filename ?? '' }),
        ...rest,
        size: /^\d{1,15}$/.test(length) ? Number(length) : length,
      };
    } catch {
      return next(invalid('The metadata of the upload is not well-formed'));
    }
  }
  next();
}

function leave(of: string): void {
  const left = (readingOf.get(of) ?? 1) - 1;
  if (left > 0) readingOf.set(of, left);
  else readingOf.delete(of);
}

async function readFile(req: Request, res: Response): Promise<void> {
  const bytes = await new Promise<Express.Multer.File | undefined>((resolve, reject) => {
    parse(req, res, (error: unknown) => (error ? reject(toAppError(error)) : resolve(req.file)));
  });
  if (!bytes) throw invalid('Choose a file');
  if (bytes.size === 0) throw invalid('This file is empty');
  req.upload = {
    name: bytes.originalname,
    sha256: createHash('sha256').update(bytes.buffer).digest('hex'),
    bytes: bytes.buffer,
  };
}

function takeTurn(): Promise<void> {
  if (working < WORKING_MAX) {
    working += 1;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(busy());
    }, WAIT_MS);
    waiting.push(start);
  });
}

/** Passes the turn to the next upload in the queue; `working` does not change then. */
function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else working -= 1;
}

function toAppError(error: unknown): unknown {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') {
      return new AppError('TOO_LARGE', `This file is too large: at most ${FILE_LIMITS.imageMaxBytes / 1024 / 1024} MB`);
    }
    return invalid('Send one file in the field named file');
  }
  // An error of busboy for a malformed multipart body.
  return error instanceof Error && !('code' in error) ? invalid('The upload is not complete') : error;
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION', message, { errors: { file: [message] } });
}

function busy(): AppError {
  return new AppError('UNAVAILABLE', 'Many files are being uploaded at the moment. Please try again.', {
    retryAfterSeconds: 5,
  });
}
