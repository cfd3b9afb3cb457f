import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
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
/**
 * An upload below this average rate, in bytes a second and from an age in milliseconds on, loses its place when a new
 * one of another user finds none: bodies that are slow on purpose do not keep others from uploading.
 */
const SLOW = { bytesPerSecond: 100_000, fromAgeMs: 3 * SECOND_MS };
/** Uploads processed at once, each on a core; the others wait with their body in memory. */
const WORKING_MAX = 3;
/** How long an upload waits for its turn, in milliseconds. */
const WAIT_MS = 20 * SECOND_MS;

const parse = multer({
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: { fileSize: FILE_LIMITS.imageMaxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
}).single('file');

/** An upload that has a place, until its work has ended. */
interface Place {
  req: Request;
  user: string;
  address: string | undefined;
  startedAtMs: number;
  /** What its connection had received before. */
  bytesBefore: number;
}

const places = new Set<Place>();
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
  // The parser would wait for ever for the end of a body whose client has disconnected before, and keep the place.
  if (req.destroyed || res.closed) return;
  const place = takePlace({ req, user, address });
  try {
    await readFile(req, res);
    await inTurn(async () => {
      if (!res.closed) await work();
    });
  } finally {
    places.delete(place);
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

/** @throws AppError UNAVAILABLE when all places are taken. */
function takePlace({ req, user, address }: Pick<UploadRequest, 'req' | 'user' | 'address'>): Place {
  const all = [...places];
  if (all.filter((place) => place.user === user).length >= READING_MAX_PER_USER) throw busy();
  const ofAddress = all.filter((place) => address !== undefined && place.address === address);
  if (ofAddress.length >= READING_MAX_PER_ADDRESS) removeSlowest(ofAddress, user);
  else if (all.length >= READING_MAX) removeSlowest(all, user);
  const startedAtMs = performance.now();
  const place = { req, user, address, startedAtMs, bytesBefore: req.socket.bytesRead };
  places.add(place);
  return place;
}

/** Cuts the slowest upload of other users, if it is slow. @throws AppError UNAVAILABLE when none is. */
function removeSlowest(from: readonly Place[], user: string): void {
  const nowMs = performance.now();
  const rateOf = ({ req, startedAtMs, bytesBefore }: Place): number =>
    (req.socket.bytesRead - bytesBefore) / ((nowMs - startedAtMs) / SECOND_MS);
  const [slowest] = from
    .filter((place) => place.user !== user && nowMs - place.startedAtMs >= SLOW.fromAgeMs)
    // Bytes that are still buffered wait for the server, not for the client.
    .filter(({ req }) => !req.complete && req.readableLength === 0)
    .filter((place) => rateOf(place) < SLOW.bytesPerSecond)
    .toSorted((one, other) => rateOf(one) - rateOf(other));
  if (!slowest) throw busy();
  slowest.req.socket.destroy();
  places.delete(slowest);
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
