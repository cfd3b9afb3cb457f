import { defineEntity, p } from '@mikro-orm/core';
import type { FilePurpose } from '#shared/api/files.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const StoredFileSchema = defineEntity({
  name: 'StoredFile',
  tableName: 'files',
  properties: {
    id: idColumn(),
    ownerId: () => p.manyToOne(User).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    purpose: p.text().$type<FilePurpose>(),
    sha256: p.text(),
    mime: p.text(),
    name: p.text(),
    sizeBytes: p.bigint('number'),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    previewBytes: p.integer().nullable(),
    state: p.text().default('ready'),
    createdAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex('files_owner_list', '"files" ("owner_id", "created_at" desc, "id" desc)'),
    { name: 'files_sha256_index', properties: ['sha256'] },
  ],
  checks: [{ name: 'files_size_bytes_check', expression: 'size_bytes >= 0' }],
});

/** One stored file; its bytes and optional preview are in the file store under its id. `sha256` is lower-case hex. */
export class StoredFile extends StoredFileSchema.class {}
StoredFileSchema.setClass(StoredFile);
