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
import { checkKey, idOfKey, previewKey, StorageFullError, type FileKey, type FileStore } from './file-store.ts';

const PREFIX = 'files/';

/** Error codes of a full store: MinIO, Ceph, and HTTP. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage']);

/**
 * Creates the store of one bucket with keys `files/<id>`. A large file is sent in parts and exists after the last one.
 */
export function createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 3 * SECOND_MS, requestTimeout: 30 * SECOND_MS },
    // Not every other store supports the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: FileKey) => {
    checkKey(key);
    return { Bucket: bucket, Key: PREFIX + key };
  };
  return {
    async save(key, source) {
      try {
        if (Buffer.isBuffer(source)) await client.send(new PutObjectCommand({ ...at(key), Body: source }));
        else await new Upload({ client, params: { ...at(key), Body: createReadStream(source.path) } }).done();
      } catch (error) {
        throw isFull(error) ? new StorageFullError() : error;
      }
    },
    async open(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
        );
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
        throw error;
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

function isFull(error: unknown): boolean {
  return error instanceof S3ServiceException && (FULL.has(error.name) || error.$metadata.httpStatusCode === 507);
}
