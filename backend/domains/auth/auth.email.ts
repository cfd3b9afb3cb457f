import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { transact } from '../../facts.ts';
import { queueMail } from '../../gateways/mail.ts';
import { AppError } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { AuthToken } from './auth-token.entity.ts';
import { issueToken, takeToken } from './auth.tokens.ts';
import { checkOwnPassword } from './own-password.access.ts';
import { tellSecurity } from './security.service.ts';
import { refuseTaken } from './taken-names.ts';

/** Mails the link that confirms an account's own address; in the running transaction. */
export async function sendVerification(
  tx: EntityManager,
  user: Pick<User, 'id' | 'email' | 'fullName'>,
): Promise<void> {
  const token = await issueToken(tx, { userId: user.id, purpose: 'verify', email: user.email });
  await queueMail(tx, { to: user.email, template: 'verify-email', data: { name: user.fullName, path: linkOf(token) } });
}

/** Mails the link once more; an address that is confirmed gets none. @throws AppError RATE_LIMITED. */
export async function resendVerification(em: EntityManager, limits: RateLimits, { id }: Identity): Promise<void> {
  await limits.consume('accountMails', id);
  await transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id });
    if (!user.emailVerifiedAt) await sendVerification(tx, user);
  });
}

/** Who wants another address, from where. */
export interface EmailChange {
  identity: Identity;
  address: string;
  newEmail: string;
  password: string;
}

/**
 * Mails a link to a new address, which becomes the account's once it is opened. An address that has an account is
 * refused just as registration refuses it, without saying whose it is.
 *
 * @throws AppError VALIDATION on `password`, EMAIL_EXISTS, RATE_LIMITED.
 */
export async function changeEmail(
  { em, pool }: { em: EntityManager; pool: Pool },
  limits: RateLimits,
  change: EmailChange,
): Promise<{ pendingEmail: string }> {
  const { identity, address, newEmail, password } = change;
  const user = await checkOwnPassword(em, limits, {
    identity,
    address,
    password,
    field: 'password',
    event: 'user_email_change_asked',
  });
  await limits.consume('accountMails', identity.id);
  if (newEmail.toLowerCase() === user.email.toLowerCase()) {
    throw new AppError('VALIDATION', 'Validation failed', { errors: { newEmail: ['This is your address already'] } });
  }
  await transact(em, async (tx) => {
    await refuseNewEmail(tx, pool, { email: newEmail, userId: identity.id });
    const token = await issueToken(tx, { userId: identity.id, purpose: 'change', email: newEmail });
    await recordAudit(tx, { event: 'user_email_change_asked', outcome: 'success', actorId: identity.id, ip: address });
    await queueMail(tx, { to: newEmail, template: 'verify-email', data: { name: user.fullName, path: linkOf(token) } });
  });
  return { pendingEmail: newEmail };
}

/** Drops an address that waits for its link. */
export async function cancelEmailChange(em: EntityManager, { id }: Identity): Promise<void> {
  await em.nativeDelete(AuthToken, { userId: id, purpose: 'change' });
}

/**
 * Takes the link of a mail: the account's own address counts as confirmed, or the new one takes its place and the old
 * one is told.
 *
 * @throws AppError VALIDATION on `token`, EMAIL_EXISTS when another account took the address meanwhile.
 */
export async function verifyEmail(
  em: EntityManager,
  pool: Pool,
  { token, ip }: { token: string; ip: string | null },
): Promise<{ email: string }> {
  return transact(em, async (tx) => {
    const { userId, purpose, email } = await takeToken(tx, token, ['verify', 'change']);
    const user = await tx.findOneOrFail(User, { id: userId });
    const before = user.email;
    if (purpose === 'verify' && before.toLowerCase() !== email.toLowerCase()) {
      throw new AppError('VALIDATION', 'This link does not work any more', {
        errors: { token: ['This link belongs to an address that the account does not use any more.'] },
      });
    }
    if (purpose === 'change') await refuseTaken(tx, pool, { email, userId });
    user.email = email;
    user.emailVerifiedAt = new Date();
    await tx.nativeDelete(AuthToken, { userId, purpose: 'verify' });
    // A link for a new password that went to the address before must not open the account any more.
    if (purpose === 'change') await tx.nativeDelete(AuthToken, { userId, purpose: 'reset' });
    await tx.flush();
    if (purpose === 'verify')
      await recordAudit(tx, { event: 'user_email_verified', outcome: 'success', actorId: userId, ip });
    else
      await tellSecurity(
        tx,
        { userId, what: 'email-changed', ip },
        { to: before, template: 'email-changed', data: { name: user.fullName, newEmail: email } },
      );
    return { email };
  });
}

async function refuseNewEmail(tx: EntityManager, pool: Pool, names: { email: string; userId: string }): Promise<void> {
  try {
    await refuseTaken(tx, pool, names);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'EMAIL_EXISTS') throw error;
    throw new AppError('EMAIL_EXISTS', 'This address cannot be used. Choose another one.', {
      details: { field: 'newEmail' },
    });
  }
}

function linkOf(token: string): string {
  return `/auth?mode=verify#token=${token}`;
}
