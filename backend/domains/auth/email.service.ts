import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../db/clock.ts';
import { transact } from '../../db/transact.ts';
import { queueEmail, type QueuedEmail } from '../../gateways/email.ts';
import { AppError, invalidField } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { AuthToken } from './auth-token.entity.ts';
import { revokeAccess } from './revocation.service.ts';
import {
  findConfirmed,
  issueRestorePath,
  issueToken,
  keepUsed,
  takeToken,
  type FoundToken,
  type TokenOwner,
} from './auth.tokens.ts';
import { recordSecurityEvent } from './security.service.ts';
import { refuseTaken } from './taken-names.service.ts';

/** Queues the email with the link that confirms the account's own address, in the running transaction. */
export async function sendVerification(tx: EntityManager, user: Pick<User, 'id' | 'email'>): Promise<void> {
  await sendLink(tx, { userId: user.id, purpose: 'verify', email: user.email });
}

/** Sends the confirmation link again, unless the address is already confirmed. @throws AppError RATE_LIMITED. */
export async function resendVerification(em: EntityManager, limits: RateLimits, { id }: Identity): Promise<void> {
  await limits.consume('accountEmails', id);
  await transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id });
    if (user.emailVerifiedAt) return;
    await limits.consume('unconfirmedEmails', user.email.toLowerCase());
    await sendVerification(tx, user);
  });
}

/** A request to change the email of an account, confirmed by its password. `address` is that of the client. */
export interface EmailChange {
  identity: Identity;
  address: string;
  newEmail: string;
}

/**
 * Sends a link to a new address, which becomes the account's email once the link is opened, and another link to the
 * present address, which prevents or reverses that. An address that belongs to another account is refused as in
 * registration, without naming that account.
 *
 * @throws AppError VALIDATION on `newEmail`, EMAIL_EXISTS, RATE_LIMITED.
 */
export async function changeEmail(
  em: EntityManager,
  limits: RateLimits,
  change: EmailChange,
): Promise<{ pendingEmail: string }> {
  const { identity, address, newEmail } = change;
  const { id: userId, sessionId } = identity;
  await limits.consume('accountEmails', userId);
  await transact(em, async (tx) => {
    // Locked, so that no link is sent to an address from which the account is being restored.
    const user = await tx.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (newEmail.toLowerCase() === user.email.toLowerCase()) {
      throw invalidField('newEmail', 'This is already your email');
    }
    await refuseNewEmail(tx, { email: newEmail, userId });
    // Only emails that are sent count: a refused request must not use up those of the owner of the address.
    await limits.consume('unconfirmedEmails', newEmail.toLowerCase());
    await sendLink(tx, { userId, purpose: 'change', email: newEmail, sessionId });
    const event = { userId, what: 'email-change-requested', ip: address, sessionId } as const;
    await recordSecurityEvent(tx, event, await changeEmailNotice(tx, user, { newEmail, isDone: false }));
  });
  return { pendingEmail: newEmail };
}

/** Cancels the pending change of the account's email. */
export async function cancelEmailChange(em: EntityManager, { id }: Identity): Promise<void> {
  await em.nativeDelete(AuthToken, { userId: id, purpose: 'change' });
}

/** An emailed link and who opens it, from where. */
interface Verification {
  token: string;
  ip: string | null;
  /** The session of the request. */
  sessionId: string;
  identity: Identity | null;
  /** Id of the browser. */
  deviceId: string | null;
}

/**
 * Redeems an emailed link: confirms the account's own address, or replaces it with the new one and notifies the old
 * one. A change ends every access to the account, except the session that requested it and that of the request. A link
 * that was opened before changes nothing, and returns the address while it is confirmed.
 *
 * @throws AppError VALIDATION on `token`, EMAIL_EXISTS when another account took the address in the meantime.
 */
export async function verifyEmail(
  em: EntityManager,
  { token, ip, sessionId: ownId, identity, deviceId }: Verification,
): Promise<{ email: string }> {
  return transact(em, async (tx) => {
    const owner = await takeUnlessConfirmed(tx, token);
    if ('confirmed' in owner) return { email: owner.confirmed };
    const { userId, purpose, email, sessionId = null } = owner;
    const user = await tx.findOneOrFail(User, { id: userId });
    const before = { id: userId, fullName: user.fullName, email: user.email, emailVerifiedAt: user.emailVerifiedAt };
    if (purpose === 'verify' && before.email.toLowerCase() !== email.toLowerCase()) {
      throw new AppError('VALIDATION', 'This link no longer works', {
        errors: { token: ['This link belongs to an email that your account no longer uses.'] },
      });
    }
    if (purpose === 'change') await refuseTaken(tx, { email, userId });
    user.email = email;
    user.emailRefusedAt = null;
    user.emailVerifiedAt = databaseNow();
    await tx.flush();
    await keepUsed(tx, token, { userId, email });
    if (purpose === 'verify') {
      await recordAudit(tx, { event: 'user_email_verified', actorId: userId, ip });
      return { email };
    }
    const isOwn = identity?.id === userId;
    await revokeAccess(tx, userId, { sessionIds: [sessionId, ownId], deviceId: isOwn ? deviceId : null });
    const notice = await changeEmailNotice(tx, before, { newEmail: email, isDone: true });
    await recordSecurityEvent(tx, { userId, what: 'email-changed', ip }, notice);
    return { email };
  });
}

/** Uses a link up, or returns the address that it has confirmed before. @throws AppError VALIDATION on `token`. */
async function takeUnlessConfirmed(tx: EntityManager, token: string): Promise<FoundToken | { confirmed: string }> {
  try {
    return await takeToken(tx, token, ['verify', 'change']);
  } catch (error) {
    const confirmed = error instanceof AppError ? await findConfirmed(tx, token) : null;
    if (confirmed === null) throw error;
    return { confirmed };
  }
}

async function refuseNewEmail(tx: EntityManager, names: { email: string; userId: string }): Promise<void> {
  try {
    await refuseTaken(tx, names);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'EMAIL_EXISTS') throw error;
    throw new AppError('EMAIL_EXISTS', 'This email cannot be used. Choose another one.', {
      details: { field: 'newEmail' },
    });
  }
}

/**
 * Makes the email to the present address about a change, with a link that prevents or reverses it, unless an earlier
 * address has one. Returns null when the address was never confirmed: it may belong to someone else.
 */
async function changeEmailNotice(
  tx: EntityManager,
  user: Pick<User, 'id' | 'email' | 'fullName' | 'emailVerifiedAt'>,
  { newEmail, isDone }: { newEmail: string; isDone: boolean },
): Promise<QueuedEmail | null> {
  if (!user.emailVerifiedAt) return null;
  const data = { name: user.fullName, newEmail, restorePath: await issueRestorePath(tx, user) };
  return { to: user.email, template: isDone ? 'email-changed' : 'email-change-requested', data };
}

async function sendLink(tx: EntityManager, owner: TokenOwner): Promise<void> {
  const path = `/auth?mode=verify#token=${await issueToken(tx, owner)}`;
  await queueEmail(tx, { to: owner.email, template: 'verify-email', data: { path } });
}
