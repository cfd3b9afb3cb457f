import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, type JsonRecord } from '../../db/columns.ts';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    id: idColumn(),
    at: createdAtColumn(),
    actorId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    ip: p.text().nullable(),
    event: p.text(),
    outcome: p.text(),
    targetType: p.text().nullable(),
    targetId: p.text().nullable(),
    details: p.json<JsonRecord>().defaultRaw(`'{}'`),
  },
  indexes: [
    { name: 'audit_log_at_index', properties: ['at'] },
    { name: 'audit_log_actor_index', properties: ['actorId', 'at'] },
  ],
});

/** One security-relevant event. It is stored longer than its actor and target, so it has no foreign keys. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
