import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
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
import { revokeAllAccess } from './revocation.service.ts';
import { findToken, isTokenIssued, issueToken, takeToken } from './auth.tokens.ts';
import { rememberDevice } from './known-devices.service.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { countHash, hashPassword } from './passwords.ts';
import { recordSecurityEvent } from './security.service.ts';
import { refuseTaken } from './taken-names.service.ts';
import { removeFactors } from './two-factor.service.ts';

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
  await transact(em, (tx) => queueJob(tx, { name: FORGOTTEN_PASSWORD_JOB, data: { email, address } }));
}

/** The email address of a forgotten password, and the network address that asked. */
export interface ResetRequest {
  email: string;
  address: string;
}

/**
 * Sends a reset link to the account of an address; does nothing when there is none. `id` is that of the job: a job
 * whose end was not recorded runs again, and sends no second link.
 */
export async function sendResetLink(em: EntityManager, { email, address }: ResetRequest, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const [user] = await read<{ id: string; email: string; full_name: string }>(tx, FIND_BY_EMAIL, [email]);
    if (!user || (await isTokenIssued(tx, id))) return;
    const token = await issueToken(tx, { id, userId: user.id, purpose: 'reset', email: user.email });
    const data = {
      name: user.full_name,
      path: `/auth?mode=reset#token=${token}`,
      minutes: ACCOUNT_LIMITS.resetLinkMs / MINUTE_MS,
    };
    await recordAudit(tx, { event: 'authn_password_reset_requested', actorId: user.id, ip: address });
    await queueEmail(tx, { to: user.email, template: 'reset-password', data });
  });
}

/** Purpose of a link that sets a new password. */
type ResetPurpose = 'reset' | 'restore';

/**
 * Hashes a new password, unless its emailed link is not valid.
 *
 * @throws AppError VALIDATION on `token`, or on `password` for a common one, RATE_LIMITED.
 */
export async function prepareReset(
  { em, limits, address }: { em: EntityManager; limits: RateLimits; address: string | undefined },
  { token, password, purpose }: { token: string; password: string; purpose: ResetPurpose },
): Promise<string> {
  const { userId } = await findToken(em, token, [purpose]);
  refuseWeakPassword(password, await em.findOneOrFail(User, { id: userId }));
  return hashPassword(password, await countHash(limits, { account: userId, address, isKnown: true }));
}

/**
 * A new password for the account of an emailed link; `sessionId` and `identity` are those of the browser, which may
 * have any user.
 */
export interface PasswordReset {
  token: string;
  passwordHash: string;
  ip: string | null;
  sessionId: string;
  identity: Identity | null;
  /** Id of the browser, which counts as one of the owner from then on. */
  deviceId: string | null;
}

/**
 * Sets a new password with an emailed link and ends every access to the account. The session of the request, if it is
 * one of them, stays for a while without a user, so that the request can be repeated. If the link is the first proof
 * that the user reads the email of that address, a second factor is removed: the member who registered the address may
 * not own it.
 *
 * @throws AppError VALIDATION on `token`.
 */
export async function resetPassword(em: EntityManager, reset: PasswordReset): Promise<void> {
  await transact(em, async (tx) => {
    const { userId, email } = await takeToken(tx, reset.token, ['reset']);
    const user = await tx.findOneOrFail(User, { id: userId });
    if (!user.emailVerifiedAt && user.email.toLowerCase() === email.toLowerCase()) {
      user.emailVerifiedAt = databaseNow();
      await removeFactors(tx, userId);
    }
    await replacePassword(tx, user, reset);
    await recordSecurityEvent(
      tx,
      { userId, what: 'password-reset', ip: reset.ip },
      { to: user.email, template: 'password-changed', data: { name: user.fullName } },
    );
  });
}

/**
 * Gives an account back to the owner of its previous address: restores that address, sets a new password and ends every
 * access to the account. A second factor that was enabled since the link was sent, or in the 30 days before, is
 * removed.
 *
 * @throws AppError VALIDATION on `token`, EMAIL_EXISTS when another account has the address.
 */
export async function restoreAccount(em: EntityManager, reset: PasswordReset): Promise<void> {
  await transact(em, async (tx) => {
    const { userId } = await findToken(tx, reset.token, ['restore']);
    // Locked before the later links are deleted, so that no change of address adds one or is overwritten.
    const user = await tx.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { email, sentAt } = await takeToken(tx, reset.token, ['restore']);
    if (user.email !== email) await refuseTaken(tx, { email, userId });
    user.email = email;
    user.emailRefusedAt = null;
    user.emailVerifiedAt = databaseNow();
    await removeFactors(tx, userId, new Date(sentAt.getTime() - ACCOUNT_LIMITS.recentFactorMs));
    await replacePassword(tx, user, reset);
    await recordSecurityEvent(
      tx,
      { userId, what: 'account-restored', ip: reset.ip },
      { to: email, template: 'account-restored', data: { name: user.fullName, email } },
    );
  });
}

async function replacePassword(
  tx: EntityManager,
  user: User,
  { passwordHash, sessionId, identity, deviceId }: PasswordReset,
): Promise<void> {
  user.password = passwordHash;
  await tx.flush();
  await revokeAllAccess(tx, user.id, { sessionId, isOwn: identity?.id === user.id });
  if (deviceId !== null) await rememberDevice(tx, user.id, deviceId);
}
