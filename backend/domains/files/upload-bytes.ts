import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore as TusFileStore } from '@tus/file-store';
import { Server, Upload } from '@tus/server';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { query, type Pool } from '../../db/pool.ts';
import { checkFreeSpace, isDiskFull } from '../../gateways/file-store.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { noSpace } from './files.service.ts';
import { createUploadLocker } from './upload-lock.ts';

/** Where clients send the bytes of resumable uploads. */
export const SESSIONS_PATH = '/api/uploads/sessions';

/** The bytes of uploads that are under way, in a folder of this machine, or of one that all nodes share. */
export interface UploadBytes {
  /** Where the bytes of an upload lie. */
  pathOf(id: string): string;
  /** Makes room for a new upload. @throws AppError STORAGE_FULL. */
  begin(id: string, sizeBytes: number): Promise<void>;
  /** How many bytes have come; null when the upload is not here. */
  offsetOf(id: string): Promise<number | null>;
  /**
   * Takes in the bytes of a PATCH request of tus 1.0 and responds to it; answers how many are there.
   *
   * @throws AppError NOT_FOUND, WRONG_STATE for another offset, TOO_LARGE past the end, STORAGE_FULL, VALIDATION.
   */
  receive(req: HttpRequest, res: HttpResponse): Promise<number>;
  /** Runs work that no other request may disturb. @throws AppError WRONG_STATE while another node is on it. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
  remove(id: string): Promise<void>;
  /** Ids whose bytes last came before a time, in no order. */
  listOlderThan(time: Date): Promise<string[]>;
}

/** Makes the place for uploads in one folder. */
export function createUploadBytes(
  folder: string,
  pool: Pool,
  { keepFreeBytes }: { keepFreeBytes: number },
): UploadBytes {
  const locker = createUploadLocker(pool);
  const datastore = new SessionStore(folder, pool);
  const failures = new WeakMap<object, unknown>();
  const onResponseError = (req: object, error: unknown) => void failures.set(req, error);
  const server = new Server({ path: SESSIONS_PATH, datastore, locker, allowedOrigins: () => false, onResponseError });
  const pathOf = (id: string) => join(folder, id);
  return {
    pathOf,
    async begin(id, sizeBytes) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await checkFreeSpace(folder, { sizeBytes, keepFreeBytes });
        await datastore.create(new Upload({ id, size: sizeBytes, offset: 0 }));
      } catch (error) {
        await rm(pathOf(id), { force: true });
        throw isDiskFull(error) ? noSpace() : error;
      }
    },
    offsetOf: (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      ),
    async receive(req, res) {
      const body = takeBody(req);
      const request = toWebRequest(req, body);
      const answer = await server.handleWeb(request);
      if (answer.status >= 400) {
        body.drop();
        const failure = failures.get(request);
        if (isDiskFull(failure)) throw noSpace();
        throw failure instanceof Error && !('status_code' in failure) ? failure : toAppError(answer.status);
      }
      answer.headers.delete('access-control-expose-headers');
      res.status(answer.status).setHeaders(answer.headers).setHeader('Cache-Control', 'no-store').end();
      return Number(answer.headers.get('upload-offset'));
    },
    async alone(id, work) {
      const lock = locker.newLock(id);
      await lock.lock(new AbortController().signal, () => undefined);
      try {
        return await work();
      } finally {
        await lock.unlock();
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async listOlderThan(time) {
      const found: string[] = [];
      for (const id of await readdir(folder).catch(() => [])) {
        const entry = await stat(pathOf(id)).catch(() => null);
        if (entry && entry.mtime < time) found.push(id);
      }
      return found;
    },
  };
}

const SESSION = {
  name: 'upload-bytes-session',
  text: 'select size_bytes, state, created_at from upload_sessions where id = $1 and expires_at > now()',
};

/** Keeps bytes in a folder; what is known of an upload stands in its row. */
class SessionStore extends TusFileStore {
  constructor(directory: string, pool: Pool) {
    super({ directory, configstore: rowsOf(pool) });
    this.extensions = ['creation', 'termination'];
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(`${this.directory}/${id}`, { flags: 'r+', start: offset });
    await pipeline(bytes, file);
    return offset + file.bytesWritten;
  }
}

function rowsOf(pool: Pool): NonNullable<ConstructorParameters<typeof TusFileStore>[0]['configstore']> {
  return {
    async get(id) {
      const [row] = await query<{ size_bytes: string; state: string; created_at: Timestamp }>(pool, SESSION, [id]);
      if (!row) throw notFound('This upload');
      if (row.state !== 'receiving') throw isWhole();
      return new Upload({ id, size: Number(row.size_bytes), offset: 0, creation_date: isoOf(row.created_at) });
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
}

/** The bytes of a request, as far as they come: one that is cut off ends there, and what has come is kept. */
interface Body {
  bytes: PassThrough;
  /** Reads the rest away, without which the connection could not carry the next request. */
  drop(): void;
}

function takeBody(req: HttpRequest): Body {
  const bytes = new PassThrough();
  req.pipe(bytes);
  req.once('close', () => bytes.end());
  const drop = () => {
    req.unpipe(bytes);
    req.resume();
  };
  return { bytes, drop };
}

function toWebRequest(req: HttpRequest, { bytes }: Body): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(`http://localhost${req.originalUrl}`, {
    method: req.method,
    headers,
    body: Readable.toWeb(bytes),
    duplex: 'half',
  });
}

/** The answer to bytes that nobody waits for any more. */
export function isWhole(): AppError {
  return new AppError('WRONG_STATE', 'All of this file is here already');
}

function toAppError(status: number): AppError {
  if (status === 404 || status === 410) return notFound('This upload');
  if (status === 409)
    return new AppError('WRONG_STATE', 'The upload goes on from another place. Ask with HEAD from where.');
  if (status === 413) return new AppError('TOO_LARGE', 'More bytes came than this upload has');
  if (status === 500)
    return new AppError('UNAVAILABLE', 'The file could not be received. Please try again.', { retryAfterSeconds: 2 });
  return new AppError('VALIDATION', 'This is not a valid request of tus 1.0');
}
