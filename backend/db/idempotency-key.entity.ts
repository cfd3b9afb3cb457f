import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from './columns.ts';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  primaryKeys: ['scope', 'key'],
  properties: {
    scope: p.uuid().primary(),
    key: p.text().primary(),
    method: p.text(),
    path: p.text(),
    bodyHash: p.text(),
    status: p.integer().nullable(),
    body: p.blob().nullable(),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'idempotency_keys_expires_at_index', properties: ['expiresAt'] }],
});

/**
 * One write and its response, encrypted, stored for 24 h per session (`scope`); written in the transaction of the
 * write.
 */
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);
