import { defineEntity, p } from '@mikro-orm/core';
import { idColumn, type JsonRecord } from './columns.ts';

const OutboxRowSchema = defineEntity({
  name: 'OutboxRow',
  tableName: 'outbox',
  properties: {
    id: idColumn(),
    name: p.text(),
    payload: p.json<JsonRecord>(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('clock_timestamp()'),
    /** Until then, no sweep handles the row again. */
    nextAttemptAt: p.datetime(3).defaultRaw('clock_timestamp()'),
  },
  indexes: [{ name: 'outbox_next_attempt_at_index', properties: ['nextAttemptAt'] }],
});

/** A domain event whose handlers have not all run; the row is deleted when they have. */
export class OutboxRow extends OutboxRowSchema.class {}
OutboxRowSchema.setClass(OutboxRow);
