import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '#shared/api/endpoint.ts';
import { newId } from '../../db/clock.ts';
import { publishDomainEvent, type DomainEventMap } from '../../domain-events.ts';
import { queueEmail, type QueuedEmail } from '../../gateways/email.ts';
import { recordAudit } from '../audit/audit.service.ts';

/** Returns the path of a section of the settings; creators have their settings in the Library. */
export function settingsPath(role: Role, section: string): string {
  return role === 'creator' ? `/library?settings=${section}` : `/settings#${section}`;
}

/** A security event of an account: what happened, and from where. */
export interface SecurityEvent {
  userId: string;
  what: DomainEventMap['account-security']['what'];
  ip?: string | null;
  sessionId?: string | null;
}

const AUDIT_NAMES: Record<SecurityEvent['what'], string> = {
  'password-changed': 'authn_password_change',
  'password-reset': 'authn_password_reset',
  'email-change-requested': 'user_email_change_requested',
  'email-changed': 'user_email_changed',
  'account-restored': 'user_account_restored',
  'two-factor-on': 'authn_two_factor_enabled',
  'two-factor-off': 'authn_two_factor_disabled',
  'recovery-codes-renewed': 'authn_recovery_codes_renewed',
  'new-device': 'authn_new_device',
  'deletion-requested': 'user_deletion_requested',
};

/** Records a security event in the audit log, publishes it and queues an email, in the running transaction. */
export async function recordSecurityEvent(
  tx: EntityManager,
  event: SecurityEvent,
  email: QueuedEmail | null,
): Promise<void> {
  const { userId, what, ip = null, sessionId = null } = event;
  await recordAudit(tx, { event: AUDIT_NAMES[what], actorId: userId, ip, sessionId });
  publishDomainEvent(tx, 'account-security', { eventId: newId(), userId, what });
  if (email) await queueEmail(tx, email);
}
