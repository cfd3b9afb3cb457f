import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow, newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import type { JsonRecord } from '../../db/columns.ts';
import { AuditEntry } from './audit-entry.entity.ts';

/** One security-relevant event: a type (OWASP logging vocabulary, e.g. `authn_login_fail`) and parameters, no text. */
export interface AuditRecord {
  event: string;
  /** By default `success`. */
  outcome?: 'success' | 'failure';
  actorId?: string | null;
  sessionId?: string | null;
  ip?: string | null;
  /** The record that the action changed. */
  target?: { type: string; id: string };
  details?: JsonRecord;
}

const REMOVE_OLD = { name: 'audit-remove-old', text: 'select remove_old_audit_entries($1) as removed' };

/** Removes the entries that are older than so many months, one at least; nothing else can remove an entry. */
export async function removeOldEntries(em: EntityManager, months: number): Promise<void> {
  await read(em, REMOVE_OLD, [months]);
}

/** Adds one entry to the audit log, in the running transaction if there is one. */
export async function recordAudit(em: EntityManager, record: AuditRecord): Promise<void> {
  await em.insert(AuditEntry, {
    id: newId(),
    at: databaseNow(),
    details: record.details ?? {},
    targetType: record.target?.type ?? null,
    targetId: record.target?.id ?? null,
    event: record.event,
    outcome: record.outcome ?? 'success',
    actorId: record.actorId ?? null,
    sessionId: record.sessionId ?? null,
    ip: record.ip ?? null,
  });
}
