import { defineEntity, p } from '@mikro-orm/core';
import { idColumn, type JsonRecord } from './columns.ts';

const OutboxRowSchema = defineEntity({
  name: 'OutboxRow',
  tableName: 'outbox',
  properties: {
    id: idColumn(),
    fact: p.text(),
    payload: p.json<JsonRecord>(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('clock_timestamp()'),
  },
  indexes: [{ name: 'outbox_created_at_index', properties: ['createdAt'] }],
});

/** One fact waiting to be announced; the row goes when every handler has run. */
export class OutboxRow extends OutboxRowSchema.class {}
OutboxRowSchema.setClass(OutboxRow);
