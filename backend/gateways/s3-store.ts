import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
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
  previewKey,
  StorageAwayError,
  StorageFullError,
  type FileKey,
  type FileStore,
} from './file-store.ts';

const PREFIX = 'files/';

/** How long one attempt may take until the response begins, and how long a connection may be silent. */
const TIMEOUT_MS = 20 * SECOND_MS;
const ATTEMPTS = 2;

/** Error codes of a full store: MinIO, Ceph, and HTTP. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage']);

/**
 * Creates the store of one bucket with keys `files/<id>`. A large file is sent in parts and exists after the last one.
 */
export function createS3Store(settings: S3Settings, options: S3StoreOptions = {}): FileStore {
  const client = createClient(settings, options);
  const { bucket } = settings;
  const at = (key: FileKey) => {
    checkKey(key);
    return { Bucket: bucket, Key: PREFIX + key };
  };
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
      const target = at(key);
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...target, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
        );
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
        throw toStorageError(error);
      }
    },
    async remove(id) {
      for (const key of [id, previewKey(id)]) await client.send(new DeleteObjectCommand(at(key)));
    },
    async *listOlderThan(time) {
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: PREFIX })) {
        const found = (Contents ?? []).flatMap(({ Key, LastModified }) => {
          const id = idOfKey(Key?.slice(PREFIX.length) ?? '');
          return id && LastModified && LastModified < time ? [id] : [];
        });
        yield [...new Set(found)];
      }
    },
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
  return isRefusal ? error : new StorageAwayError('the file store does not respond', { cause: error });
}

function isFull(error: unknown): boolean {
  return error instanceof S3ServiceException && (FULL.has(error.name) || error.$metadata.httpStatusCode === 507);
}
