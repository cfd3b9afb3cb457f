import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '#shared/api/endpoint.ts';
import { recordFact, type FactMap } from '../../facts.ts';
import { queueMail, type QueuedMail } from '../../gateways/mail.ts';
import { recordAudit } from '../audit/audit.service.ts';

/** Where a role finds a section of its settings: creators have them over the Library. */
export function settingsPath(role: Role, section: string): string {
  return role === 'creator' ? `/library?settings=${section}` : `/settings#${section}`;
}

/** Something that concerns the safety of an account, and who did it from where. */
export interface SecurityEvent {
  userId: string;
  what: FactMap['account-security']['what'];
  ip?: string | null;
  sessionId?: string | null;
}

const AUDIT_NAMES: Record<SecurityEvent['what'], string> = {
  'password-changed': 'authn_password_change',
  'password-reset': 'authn_password_reset',
  'email-changed': 'user_email_changed',
  'two-factor-on': 'authn_two_factor_enabled',
  'two-factor-off': 'authn_two_factor_disabled',
  'recovery-codes-renewed': 'authn_recovery_codes_renewed',
  'new-device': 'authn_new_device',
  'deletion-asked': 'user_deletion_asked',
};

/** Writes it into the audit log, tells the owner by mail and announces it after the commit; in the running transaction. */
export async function tellSecurity(tx: EntityManager, event: SecurityEvent, mail: QueuedMail | null): Promise<void> {
  const { userId, what, ip = null, sessionId = null } = event;
  await recordAudit(tx, { event: AUDIT_NAMES[what], outcome: 'success', actorId: userId, ip, sessionId });
  recordFact(tx, 'account-security', { eventId: uuidv7(), userId, what });
  if (mail) await queueMail(tx, mail);
}
