import type { EntityManager } from '@mikro-orm/postgresql';
import { transact } from '../../db/transact.ts';
import { User } from '../users/user.entity.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { newId } from '../../db/clock.ts';
import type { SecurityChange } from '#shared/api/account.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { queueEmail, type QueuedEmail } from '../../gateways/email.ts';
import { recordAudit } from '../audit/audit.service.ts';

/** Returns the path of a section of the settings; creators have their settings in the Library. */
export function settingsPath(role: Role, section: string): string {
  return role === 'creator' ? `/library?settings=${section}` : `/settings#${section}`;
}

/** A security event of an account: what happened, and from where. */
export interface SecurityEvent {
  userId: string;
  /** The approval of an account is recorded with the operator. */
  what: Exclude<SecurityChange, 'account-approved'>;
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
  'failed-sign-ins': 'authn_login_fail_max',
  'wrong-codes': 'authn_two_factor_fail_max',
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

/** Notifies the owner of an account of many failed sign-ins; an address that was never confirmed receives no email. */
export async function notifyFailedSignIns(
  em: EntityManager,
  account: { id: string; email: string; full_name: string; is_email_verified: boolean },
  ip: string,
): Promise<void> {
  const email = { to: account.email, template: 'failed-sign-ins', data: { name: account.full_name } } as const;
  await transact(em, (tx) =>
    recordSecurityEvent(
      tx,
      { userId: account.id, what: 'failed-sign-ins', ip },
      account.is_email_verified ? email : null,
    ),
  );
}

/** Notifies a user of wrong codes after the right password, which someone else seems to know. */
export async function notifyWrongCodes(em: EntityManager, userId: string, ip: string): Promise<void> {
  await transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId });
    const email = { to: user.email, template: 'wrong-codes', data: { name: user.fullName } } as const;
    await recordSecurityEvent(tx, { userId, what: 'wrong-codes', ip }, email);
  });
}
