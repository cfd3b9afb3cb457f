import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { FILE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';

/** One uploaded file, in memory and whole. `name` is what the client claims and is not to be trusted. */
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

/** Bodies held in memory at once: with the size limit this bounds what uploads can take. */
const READING_MAX = 24;
/** Uploads worked on at once, each with a database connection and a core; the rest wait with their body read. */
const WORKING_MAX = 3;
/** How long an upload waits for its turn, in milliseconds. */
const WAIT_MS = 20 * SECOND_MS;

const parse = multer({
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: { fileSize: FILE_LIMITS.imageMaxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
}).single('file');

let reading = 0;
let working = 0;
const waiting: (() => void)[] = [];

/**
 * Reads the one file of a multipart request (field `file`) into `req.upload`, then waits for a turn to work on it,
 * which ends with the response.
 * @throws AppError TOO_LARGE over the size limit, BAD_TYPE for a body that is not multipart, VALIDATION without a
 * file or with more than one, UNAVAILABLE when too many uploads are under way.
 */
export async function readUpload(req: Request, res: Response): Promise<void> {
  if (!req.is('multipart/form-data')) throw new AppError('BAD_TYPE', 'Send the file as multipart/form-data');
  if (reading >= READING_MAX) throw busy();
  reading += 1;
  res.once('close', () => {
    reading -= 1;
  });
  const bytes = await new Promise<Express.Multer.File | undefined>((resolve, reject) => {
    parse(req, res, (error: unknown) => (error ? reject(toAppError(error)) : resolve(req.file)));
  });
  if (!bytes) throw invalid('Choose a file');
  if (bytes.size === 0) throw invalid('This file is empty');
  req.upload = { name: bytes.originalname, sha256: createHash('sha256').update(bytes.buffer).digest('hex'), bytes: bytes.buffer };
  await takeTurn();
  if (res.closed) endTurn();
  else res.once('close', endTurn);
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

/** Hands the turn to the next in line, so that `working` stays as it is while anyone waits. */
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
  // What busboy says of a body that is no well-formed multipart.
  return error instanceof Error && !('code' in error) ? invalid('The upload is not complete') : error;
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION', message, { errors: { file: [message] } });
}

function busy(): AppError {
  return new AppError('UNAVAILABLE', 'Many files are being uploaded at the moment. Please try again.', { retryAfterSeconds: 5 });
}
