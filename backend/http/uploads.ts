import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { FILE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';
import { createFairPlaces, type Claim } from './fair-places.ts';

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
/** Of these, per member and per source: slow bodies of one must not block the uploads of others. */
const READING_MAX_PER_MEMBER = 2;
const READING_MAX_PER_SOURCE = 8;
/**
 * An upload below this average rate, in bytes a second and from an age in milliseconds on, loses its place when a new
 * one of another member finds none: bodies that are slow on purpose do not keep others from uploading.
 */
const SLOW = { bytesPerSecond: 100_000, fromAgeMs: 3 * SECOND_MS };
/** Uploads processed at once, each on a core; the others wait, at most so many and so long, in milliseconds. */
const WORKING_MAX = 3;
const WAITING_MAX = 100;
const WAIT_MS = 20 * SECOND_MS;

const parse = multer({
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: { fileSize: FILE_LIMITS.imageMaxBytes, files: 1, fields: 0, parts: 1, headerPairs: 20, fieldNameSize: 100 },
}).single('file');

/** An upload that has a place, until its work has ended. */
interface Place {
  req: Request;
  claim: Claim;
  startedAtMs: number;
  /** What its connection had received before. */
  bytesBefore: number;
}

const places = new Set<Place>();
const work = createFairPlaces({ places: WORKING_MAX, waitingMax: WAITING_MAX, waitMs: WAIT_MS, refuse: busy });

/** An upload and who sends it. */
interface UploadRequest {
  req: Request;
  res: Response;
  claim: Claim;
}

/**
 * Reads the one file of a multipart request (field `file`) into `req.upload`, waits for its turn and runs `handle`.
 * Both are released when the work has ended: a client that disconnects does not stop it and could otherwise start
 * another one at the same time.
 *
 * @throws AppError TOO_LARGE over the size limit, BAD_TYPE for a body that is not multipart, VALIDATION without a file
 *   or with more than one, UNAVAILABLE when too many uploads are under way.
 */
export async function takeUpload({ req, res, claim }: UploadRequest, handle: () => Promise<void>): Promise<void> {
  if (!req.is('multipart/form-data')) throw new AppError('BAD_TYPE', 'Send the file as multipart/form-data');
  // The parser would wait for ever for the end of a body whose client has disconnected before, and keep the place.
  if (req.destroyed || res.closed) return;
  const place = takePlace({ req, claim });
  try {
    await readFile(req, res);
    await inTurn(claim, async () => {
      if (!res.closed) await handle();
    });
  } finally {
    places.delete(place);
  }
}

/** Runs CPU-bound work, a few at a time, each address and member in turn. @throws AppError UNAVAILABLE. */
export const inTurn = work.run;

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
function takePlace({ req, claim }: Pick<UploadRequest, 'req' | 'claim'>): Place {
  const all = [...places];
  if (all.filter((place) => place.claim.member === claim.member).length >= READING_MAX_PER_MEMBER) throw busy();
  const ofSource = all.filter((place) => place.claim.source === claim.source);
  if (ofSource.length >= READING_MAX_PER_SOURCE) removeSlowest(ofSource, claim);
  else if (all.length >= READING_MAX) removeSlowest(all, claim);
  const startedAtMs = performance.now();
  const place = { req, claim, startedAtMs, bytesBefore: req.socket.bytesRead };
  places.add(place);
  return place;
}

/** Cuts the slowest upload of other members, if it is slow. @throws AppError UNAVAILABLE when none is. */
function removeSlowest(from: readonly Place[], { member }: Claim): void {
  const nowMs = performance.now();
  const rateOf = ({ req, startedAtMs, bytesBefore }: Place): number =>
    (req.socket.bytesRead - bytesBefore) / ((nowMs - startedAtMs) / SECOND_MS);
  const [slowest] = from
    .filter((place) => place.claim.member !== member && nowMs - place.startedAtMs >= SLOW.fromAgeMs)
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
