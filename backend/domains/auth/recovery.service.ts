import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { databaseNow } from '../../db/clock.ts';
import { queueJob } from '../../db/job-queue.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { queueEmail } from '../../gateways/email.ts';
import { AppError } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { releaseSession } from './auth.service.ts';
import { endSessions } from './auth.sessions.ts';
import { findToken, issueToken, takeToken } from './auth.tokens.ts';
import { hashPassword } from './passwords.ts';
import { recordSecurityEvent } from './security.service.ts';

/** Name of the job that sends a reset link when the address has an account. */
export const FORGOTTEN_PASSWORD_JOB = 'forgotten-password';

/** Finds an account that can sign in, or whose deletion can still be cancelled. */
const FIND_BY_EMAIL = {
  name: 'auth-find-by-email',
  text: `select id, email, full_name from users where lower(email) = lower($1) and (deactivated_at is null
    or delete_after > now())`,
};

/**
 * Queues the job that sends a reset link; `address` is the network address of the client. The job looks the account up,
 * so that the response and its time do not reveal whether it exists. Requests over the limit of one email are ignored
 * silently.
 *
 * @throws AppError RATE_LIMITED for too many requests from one network address.
 */
export async function requestPasswordReset(
  em: EntityManager,
  limits: RateLimits,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await limits.consume('forgottenPasswordsAddress', address);
  try {
    await limits.consume('forgottenPasswordsEmail', email.toLowerCase());
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return;
    throw error;
  }
  await transact(em, (tx) => queueJob(tx, { name: FORGOTTEN_PASSWORD_JOB, data: { email } }));
}

/** Sends a reset link to the account of an address; does nothing when there is none. */
export async function sendResetLink(em: EntityManager, email: string): Promise<void> {
  await transact(em, async (tx) => {
    const [user] = await read<{ id: string; email: string; full_name: string }>(tx, FIND_BY_EMAIL, [email]);
    if (!user) return;
    const token = await issueToken(tx, { userId: user.id, purpose: 'reset', email: user.email });
    const data = {
      name: user.full_name,
      path: `/auth?mode=reset#token=${token}`,
      minutes: ACCOUNT_LIMITS.resetLinkMs / MINUTE_MS,
    };
    await recordAudit(tx, { event: 'authn_password_reset_requested', actorId: user.id });
    await queueEmail(tx, { to: user.email, template: 'reset-password', data });
  });
}

/** Hashes a new password, unless its emailed link is not valid. @throws AppError VALIDATION on `token`. */
export async function prepareReset(
  em: EntityManager,
  { token, password }: { token: string; password: string },
): Promise<string> {
  await findToken(em, token, ['reset']);
  return hashPassword(password);
}

/** A new password for the account of an emailed link; `identity` is that of the browser, which may have any user. */
export interface PasswordReset {
  token: string;
  passwordHash: string;
  ip: string | null;
  identity: Identity | null;
}

/**
 * Sets a new password with an emailed link and ends all sessions. The session of the request, if it is one of them,
 * stays for a while without a user, so that the request can be repeated. @throws AppError VALIDATION on `token`.
 */
export async function resetPassword(
  em: EntityManager,
  { token, passwordHash, ip, identity }: PasswordReset,
): Promise<void> {
  await transact(em, async (tx) => {
    const { userId, email } = await takeToken(tx, token, ['reset']);
    const user = await tx.findOneOrFail(User, { id: userId });
    user.password = passwordHash;
    // Opening the link proves that the user reads the email of that address.
    if (user.email.toLowerCase() === email.toLowerCase()) user.emailVerifiedAt ??= databaseNow();
    await tx.flush();
    const ownId = identity?.id === userId ? identity.sessionId : null;
    await endSessions(tx, userId, ownId);
    if (ownId !== null) {
      await releaseSession(tx, { sessionId: ownId, userId });
      await recordAudit(tx, { event: 'session_revoked', actorId: userId, sessionId: ownId });
    }
    await recordSecurityEvent(
      tx,
      { userId, what: 'password-reset', ip },
      { to: user.email, template: 'password-changed', data: { name: user.fullName } },
    );
  });
}
