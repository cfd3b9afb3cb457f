import { defineEntity, p } from '@mikro-orm/core';
import type { FilePurpose } from '#shared/api/files.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const UploadSessionSchema = defineEntity({
  name: 'UploadSession',
  tableName: 'upload_sessions',
  properties: {
    id: idColumn(),
    ownerId: () => p.manyToOne(User).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    purpose: p.text().$type<FilePurpose>(),
    name: p.text(),
    sizeBytes: p.bigint('number'),
    sha256: p.text().nullable(),
    state: p.text().$type<'receiving' | 'done' | 'failed'>().default('receiving'),
    fileId: p.uuid().nullable(),
    failure: p.json().$type<UploadFailure>().nullable(),
    leaseBy: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3),
  },
  indexes: [
    { name: 'upload_sessions_owner_index', properties: ['ownerId'] },
    { name: 'upload_sessions_expires_at_index', properties: ['expiresAt'] },
  ],
  checks: [
    { name: 'upload_sessions_state_check', expression: `state in ('receiving', 'done', 'failed')` },
    { name: 'upload_sessions_size_bytes_check', expression: 'size_bytes > 0' },
  ],
});

/** The error that a failed upload returns. */
export interface UploadFailure {
  code: ErrorCode;
  message: string;
}

/**
 * A resumable upload; its bytes are outside the file store until they become a file. Only the node with a valid lease
 * changes it. `sha256` is the hash of the whole file as sent by the client.
 */
export class UploadSession extends UploadSessionSchema.class {}
UploadSessionSchema.setClass(UploadSession);
