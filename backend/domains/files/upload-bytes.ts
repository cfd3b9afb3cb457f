import { createWriteStream, mkdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
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

/** The path to which clients send the bytes of resumable uploads. */
export const SESSIONS_PATH = '/api/uploads/sessions';

/** The bytes of unfinished uploads, in a folder of this node or in one that all nodes share. */
export interface UploadBytes {
  /** Returns the path of an upload's bytes. */
  pathOf(id: string): string;
  /** Creates the empty file of a new upload. @throws AppError STORAGE_FULL. */
  begin(id: string, sizeBytes: number): Promise<void>;
  /** Returns how many bytes have been received; null for an unknown upload. */
  offsetOf(id: string): Promise<number | null>;
  /**
   * Receives the bytes of a tus 1.0 PATCH request for an upload, whatever else its URL contains, and responds to it.
   * Returns how many have been received in total.
   *
   * @throws AppError NOT_FOUND, WRONG_STATE for another offset, TOO_LARGE past the end, STORAGE_FULL, VALIDATION.
   */
  receive(id: string, req: HttpRequest, res: HttpResponse): Promise<number>;
  /** Runs work with an exclusive lock on an upload. @throws AppError WRONG_STATE while another node holds the lock. */
  withLock<T>(id: string, work: () => Promise<T>): Promise<T>;
  remove(id: string): Promise<void>;
  /** Returns ids whose last bytes were received before a time, in no order. */
  listOlderThan(time: Date): Promise<string[]>;
}

/** Creates the storage of unfinished uploads in one folder. */
export function createUploadBytes(
  folder: string,
  pool: Pool,
  { keepFreeBytes }: { keepFreeBytes: number },
): UploadBytes {
  const locker = createUploadLocker(pool);
  // The library would create it for every user of the machine.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
        await chmod(pathOf(id), 0o600);
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
    async receive(id, req, res) {
      const body = openBody(req);
      const request = toWebRequest(id, req, body);
      const response = await server.handleWeb(request);
      if (response.status >= 400) {
        body.drop();
        const failure = failures.get(request);
        if (isDiskFull(failure)) throw noSpace();
        throw failure instanceof Error && !('status_code' in failure) ? failure : toAppError(response.status);
      }
      response.headers.delete('access-control-expose-headers');
      res.status(response.status).setHeaders(response.headers).setHeader('Cache-Control', 'no-store').end();
      return Number(response.headers.get('upload-offset'));
    },
    async withLock(id, work) {
      const lock = locker.newLock(id);
      await lock.lock(new AbortController().signal, () => undefined);
      try {
        return await work();
      } finally {
        await lock.unlock();
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    listOlderThan: (time) => listFilesOlderThan(folder, time),
  };
}

async function listFilesOlderThan(folder: string, time: Date): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = await stat(join(folder, name)).catch(() => null);
    if (entry && entry.mtime < time) found.push(name);
  }
  return found;
}

const SESSION = {
  name: 'upload-bytes-session',
  text: 'select size_bytes, state, created_at from upload_sessions where id = $1 and expires_at > now()',
};

/** Stores bytes in a folder, and reads the metadata of an upload from its row. */
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
      if (row.state !== 'receiving') throw alreadyComplete();
      return new Upload({ id, size: Number(row.size_bytes), offset: 0, creation_date: isoOf(row.created_at) });
    },
    set: async () => undefined,
    delete: async () => undefined,
  };
}

/** The body of a request. A dropped connection ends it early, and the bytes received so far are stored. */
interface Body {
  bytes: PassThrough;
  /** Discards the rest, so that the connection can carry the next request. */
  drop(): void;
}

function openBody(req: HttpRequest): Body {
  const bytes = new PassThrough();
  req.pipe(bytes);
  req.once('close', () => bytes.end());
  const drop = () => {
    req.unpipe(bytes);
    req.resume();
  };
  return { bytes, drop };
}

/** The library takes the id from the end of the URL, which could be in a query: it gets a URL without one. */
function toWebRequest(id: string, req: HttpRequest, { bytes }: Body): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(`http://localhost${SESSIONS_PATH}/${id}`, {
    method: req.method,
    headers,
    body: Readable.toWeb(bytes),
    duplex: 'half',
  });
}

/** Returns the error for bytes of an upload that is already complete. */
export function alreadyComplete(): AppError {
  return new AppError('WRONG_STATE', 'This upload is already complete');
}

function toAppError(status: number): AppError {
  if (status === 404 || status === 410) return notFound('This upload');
  if (status === 409) return new AppError('WRONG_STATE', 'The offset is wrong. Get the current offset with HEAD.');
  if (status === 413) return new AppError('TOO_LARGE', 'The request has more bytes than this upload');
  if (status === 500)
    return new AppError('UNAVAILABLE', 'The file could not be received. Please try again.', { retryAfterSeconds: 2 });
  return new AppError('VALIDATION', 'This is not a valid tus 1.0 request');
}
