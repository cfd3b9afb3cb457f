import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { SECOND_MS } from '#shared/time.ts';
import type { S3Settings } from '../config.ts';
import {
  checkKey,
  idOfKey,
  MARKER,
  previewKey,
  StorageUnavailableError,
  StorageFullError,
  type ByteRange,
  type FileKey,
  type FileStore,
} from './file-store.ts';

const FILES = 'files/';
const TRASH = 'trash/';

/** How long one attempt may take until the response begins, and how long a connection may be silent. */
const TIMEOUT_MS = 20 * SECOND_MS;
const ATTEMPTS = 2;

/** Error codes of a full store: MinIO, Ceph, and HTTP. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage']);

/**
 * Creates the store of one bucket with keys `files/<id>` and `trash/<id>`. A large file is sent in parts and exists
 * after the last one.
 */
export function createS3Store(settings: S3Settings, options: S3StoreOptions = {}): FileStore {
  const client = createClient(settings, options);
  const { bucket } = settings;
  const at = (key: FileKey, prefix = FILES) => addressOf(bucket, prefix, key);
  const openStored = (key: FileKey, range: ByteRange | undefined) =>
    unlessMissing(async () => {
      const { Body } = await client.send(
        new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      );
      return (Body as Readable | undefined) ?? null;
    });
  const removeFrom = async (prefix: string, id: string) => {
    for (const key of [id, previewKey(id)]) await client.send(new DeleteObjectCommand(at(key, prefix)));
  };
  const move = (id: string, from: string, to: string) => moveObjects(client, { bucket, id, from, to });
  const restore = sharedById((id) => move(id, TRASH, FILES));
  const list = (prefix: string, time: Date) => listObjects(client, { bucket, prefix, time });
  const marker = { Bucket: bucket, Key: FILES + MARKER };
  return {
    async save(key, source) {
      const target = at(key);
      try {
        if (Buffer.isBuffer(source)) await client.send(new PutObjectCommand({ ...target, Body: source }));
        else await new Upload({ client, params: { ...target, Body: createReadStream(source.path) } }).done();
      } catch (error) {
        throw toStorageError(error);
      }
    },
    async open(key, range) {
      const id = checkKey(key);
      try {
        const stored = await openStored(key, range);
        if (stored) return stored;
        // The result does not matter: another node may have restored it.
        await restore(id);
        return await openStored(key, range);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    async remove(id) {
      await removeFrom(TRASH, id);
      await removeFrom(FILES, id);
    },
    listOlderThan: (time) => list(FILES, time),
    // The store dates the copy itself.
    discard: async (id) => void (await move(id, FILES, TRASH)),
    listDiscarded: (time) => list(TRASH, time),
    restore,
    purge: (id) => removeFrom(TRASH, id),
    readMarker: () =>
      unlessMissing(async () => {
        const { Body } = await client.send(new GetObjectCommand(marker));
        return (await Body?.transformToString()) ?? null;
      }),
    writeMarker: async (owner) => void (await client.send(new PutObjectCommand({ ...marker, Body: owner }))),
  };
}

/** Lets all who start the same work for an id at the same time wait for one. */
function sharedById<T>(work: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (id) => {
    const result = running.get(id) ?? work(id).finally(() => running.delete(id));
    running.set(id, result);
    return result;
  };
}

function createClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  { warn = ignore, timeoutMs = TIMEOUT_MS }: S3StoreOptions,
): S3Client {
  const logger = { debug: ignore, info: ignore, warn, error: ignore };
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    logger,
    requestHandler: {
      connectionTimeout: 3 * SECOND_MS,
      requestTimeout: timeoutMs,
      // Without it the SDK only prints a warning.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
      logger,
    },
    // Not every other store supports the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Settings of the store. `warn` receives what the SDK reports, such as clocks that differ. */
interface S3StoreOptions {
  warn?: (...content: unknown[]) => void;
  timeoutMs?: number;
}

function ignore(): void {
  // Every request and response, with keys.
}

/** A refusal, such as of the access key, is returned as it is: it does not pass by itself. */
function toStorageError(error: unknown): unknown {
  if (isFull(error)) return new StorageFullError();
  const isRefusal = error instanceof S3ServiceException && error.name !== 'TimeoutError' && error.$fault === 'client';
  return isRefusal ? error : new StorageUnavailableError('the file store does not respond', { cause: error });
}

function addressOf(bucket: string, prefix: string, key: FileKey): { Bucket: string; Key: string } {
  checkKey(key);
  return { Bucket: bucket, Key: prefix + key };
}

/** Moves a file and its preview to another prefix. Returns false when neither exists. */
async function moveObjects(
  client: S3Client,
  { bucket, id, from, to }: { bucket: string; id: string; from: string; to: string },
): Promise<boolean> {
  let isMoved = false;
  for (const key of [id, previewKey(id)]) {
    const copy = { ...addressOf(bucket, to, key), CopySource: `${bucket}/${from}${key}` };
    if (!(await unlessMissing(() => client.send(new CopyObjectCommand(copy))))) continue;
    await client.send(new DeleteObjectCommand(addressOf(bucket, from, key)));
    isMoved = true;
  }
  return isMoved;
}

/** Lists the ids below a prefix that were written before a time, one page at a time. */
async function* listObjects(
  client: S3Client,
  { bucket, prefix, time }: { bucket: string; prefix: string; time: Date },
): AsyncGenerator<string[]> {
  for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    const found = (Contents ?? []).flatMap(({ Key, LastModified }) => {
      const id = idOfKey(Key?.slice(prefix.length) ?? '');
      return id && LastModified && LastModified < time ? [id] : [];
    });
    yield [...new Set(found)];
  }
}

/** Returns null for an object that does not exist. */
async function unlessMissing<T>(work: () => Promise<T | null>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof S3ServiceException && (FULL.has(error.name) || error.$metadata.httpStatusCode === 507);
}
