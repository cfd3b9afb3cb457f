import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow, databaseNowMs } from '../../db/clock.ts';
import { cancelDeletion } from '../users/users.service.ts';
import type { Request } from 'express';
import type { SessionUser, SignInResult } from '#shared/api/auth.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import type { Pool } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { networkOf } from '../../http/address.ts';
import { AppError } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { CookieConfig } from '../../http/session-cookie.ts';
import { ACCESS_FINGERPRINT } from '../../http/session-start.ts';
import type { PendingSignIn } from '../../http/session-store.ts';
import {
  authenticate,
  holdSignIn,
  startSession,
  type Authenticator,
  type Credentials,
  type VerifiedUser,
} from '../../http/sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { countAttempt, isRefusal, type Count } from './attempts.ts';
import { findAttempted, isKnownDevice, type AttemptedAccount } from './known-devices.service.ts';
import { recordSignIn } from './new-device.ts';
import { countHash } from './passwords.ts';
import { notifyFailedSignIns, notifyWrongCodes } from './security.service.ts';
import { consumeCode, incorrectCode, isAppCodeText, isCode } from './two-factor.service.ts';

/** Dependencies of sign-in. */
export interface SignInDeps {
  passport: Authenticator;
  limits: RateLimits;
  cookie: CookieConfig;
  box: SecretBox;
}

/** The request of a sign-in and its entity manager. */
export interface SignInRequest {
  em: EntityManager;
  req: Request;
}

/** A request of a sign-in that has begun, and where its state is read. */
type PendingRequest = Pick<SignInRequest, 'req'> & { pool: Pool };

const STATE = {
  name: 'auth-sign-in-state',
  text: `select ${ACCESS_FINGERPRINT} as access_fingerprint,
      exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null) as has_two_factor
    from users u where u.id = $1`,
};
/** The lock makes a revocation wait until what the sign-in records is committed, and the sign-in for the revocation. */
const LOCK_ACCESS = {
  name: 'auth-lock-access',
  text: `select u.id from users u where u.id = $1 and ${ACCESS_FINGERPRINT} = $2 for no key update`,
};

/**
 * Signs a user in by the request's username (or email) and password, or returns the step that is still required. Each
 * attempt is counted before it is checked, so that concurrent attempts cannot pass the limit; a successful one is
 * refunded. Attempts in a browser that the owner has used are counted apart: no one else can lock the owner out of it.
 *
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE when too many sign in.
 */
export async function signIn(
  deps: SignInDeps,
  { em, req, login, password }: SignInRequest & Credentials,
): Promise<SignInResult> {
  const account = await findAttempted(em, login, req.device?.id ?? null);
  const counts = signInCounts(req, account, login);
  const verified = await countAttempt(deps.limits, counts, async (failures) => {
    req.signInClaim = await countHash(deps.limits, {
      account: account?.id ?? `login ${login.toLowerCase()}`,
      address: req.ip,
      isKnown: account?.is_device_known ?? false,
      isEstablished: account?.is_device_established ?? false,
    });
    try {
      return await authenticate(deps.passport, { req, login, password });
    } catch (error) {
      if (isRefusal(error)) await recordFailure(deps.box, { em, req, login, account, failures });
      throw error;
    }
  });
  const { hasTwoFactor } = await loadState(em, verified.userId);
  const result: SignInResult = hasTwoFactor ? { twoFactor: true } : await finishSignIn({ em, req }, verified);
  await setSession(req, result, verified);
  return result;
}

/**
 * Checks the code of the second step of a sign-in whose password was right. Attempts are counted per account, from any
 * address, and apart for the owner's browsers and for recovery codes, so that wrong codes do not lock the owner out.
 *
 * @throws AppError UNAUTHENTICATED when no sign-in is pending, VALIDATION on `code`, RATE_LIMITED.
 */
export async function checkSecondStep(
  deps: SignInDeps,
  { em, pool, req, code }: SignInRequest & PendingRequest & { code: string },
): Promise<VerifiedUser> {
  const verified = await pendingUser({ pool, req }, 'two-factor');
  const { userId } = verified;
  const deviceId = req.device?.id ?? null;
  const isKnown = await isKnownDevice(em, userId, deviceId);
  const kind = isAppCodeText(code) ? 'app' : 'recovery';
  const key = `${kind} ${userId}`;
  const counts: Count[] = isKnown
    ? [
        { name: 'failedSignInDevice', key: `${key} ${deviceId}` },
        { name: 'failedCodesDevicesDay', key },
      ]
    : [{ name: 'failedCodes', key }, { name: 'failedCodesDay', key }, ofAddress(req)];
  await countAttempt(deps.limits, counts, async (failures) => {
    if (await isCode(em, deps.box, { userId, code })) return;
    await recordAudit(em, { event: 'authn_two_factor_fail', outcome: 'failure', actorId: userId, ip: addressOf(req) });
    if (failures === ACCOUNT_LIMITS.wrongCodesNotified) await notifyWrongCodes(em, userId, addressOf(req));
    throw incorrectCode();
  });
  return verified;
}

/** Uses the checked code and completes the sign-in. @throws AppError VALIDATION on `code` when it was just used. */
export async function takeSecondStep(
  deps: SignInDeps,
  { em, req, code, verified }: SignInRequest & { code: string; verified: VerifiedUser },
): Promise<SignInResult> {
  if (!(await consumeCode(em, deps.box, { userId: verified.userId, code }))) throw incorrectCode();
  return finishSignIn({ em, req }, verified);
}

/**
 * Sets the session of the request after a step that follows the password. A repeat comes with the session that the
 * first has started, or with the one before it, whose access must still be valid.
 *
 * @throws AppError UNAUTHENTICATED.
 */
export async function continueSignIn(request: PendingRequest, result: SignInResult): Promise<void> {
  const { req } = request;
  if ('id' in result && req.session.identity?.id === result.id) return;
  await setSession(req, result, await pendingUser(request));
}

/** Returns the user of an account that a sign-in can keep. @throws AppError UNAUTHENTICATED when none is pending. */
export function checkKeepAccount(request: PendingRequest): Promise<VerifiedUser> {
  return pendingUser(request, 'keep-account');
}

/**
 * Cancels the deletion of an account and completes its sign-in.
 *
 * @throws AppError UNAUTHENTICATED when the account is already due for deletion.
 */
export async function keepAccount({ em, req }: SignInRequest, verified: VerifiedUser): Promise<SessionUser> {
  const { userId } = verified;
  return transact(em, async (tx) => {
    await lockAccess(tx, verified);
    if (!(await cancelDeletion(tx, userId))) throw pendingSignInExpired();
    await recordAudit(tx, { event: 'user_deletion_undone', actorId: userId, ip: addressOf(req) });
    return recordStart({ em: tx, req }, await tx.findOneOrFail(User, { id: userId }, { refresh: true }));
  });
}

async function finishSignIn({ em, req }: SignInRequest, verified: VerifiedUser): Promise<SignInResult> {
  return transact(em, async (tx) => {
    await lockAccess(tx, verified);
    const user = await tx.findOne(User, { id: verified.userId });
    if (!user || user.suspendedAt) throw pendingSignInExpired();
    if (!user.deactivatedAt) return recordStart({ em: tx, req }, user);
    if (!user.deleteAfter || user.deleteAfter <= databaseNow()) throw pendingSignInExpired();
    return { deletedAfter: user.deleteAfter.toISOString() };
  });
}

/** Locks the user in the running transaction. @throws AppError UNAUTHENTICATED when access was revoked meanwhile. */
async function lockAccess(tx: EntityManager, { userId, accessFingerprint }: VerifiedUser): Promise<void> {
  if ((await read(tx, LOCK_ACCESS, [userId, accessFingerprint])).length === 0) throw pendingSignInExpired();
}

async function recordStart(
  { em, req }: SignInRequest,
  { id, username, email, fullName, role }: User,
): Promise<SessionUser> {
  await recordSignIn(em, req, id);
  return { id, username, email, fullName, role };
}

/** Starts the session of a completed sign-in, or stores the step that is still required. */
async function setSession(
  req: Request,
  result: SignInResult,
  { userId, accessFingerprint }: VerifiedUser,
): Promise<void> {
  if ('id' in result) return startSession(req, { userId, accessFingerprint });
  const step = 'twoFactor' in result ? 'two-factor' : 'keep-account';
  await holdPending(req, { userId, accessFingerprint, step });
}

function ofAddress(req: Request): Count {
  return { name: 'failedSignInAddress', key: addressOf(req) };
}

/** Lists the counts of a sign-in: those of the owner's browsers, or those of the account and of the address. */
function signInCounts(req: Request, account: AttemptedAccount | null, login: string): Count[] {
  const key = account?.id ?? `login ${login.toLowerCase()}`;
  if (account?.is_device_known)
    return [
      { name: 'failedSignInDevice', key: `${key} ${req.device?.id ?? ''}` },
      { name: 'failedSignInDevicesDay', key },
    ];
  // The address is counted last: who guesses at one account is stopped there, and does not stop others at the address.
  return [
    { name: 'failedSignInAccountAddress', key: `${key} ${networkOf(addressOf(req), 64)}` },
    { name: 'failedSignInAccount', key },
    { name: 'failedSignInAccountDay', key },
    ofAddress(req),
  ];
}

/** A refused sign-in. */
interface FailedSignIn extends SignInRequest {
  login: string;
  account: AttemptedAccount | null;
  failures: number;
}

/**
 * Records a refused sign-in with its account, and emails the owner when there were many in a day. A login without an
 * account may be a mistyped password, so it is hashed.
 */
async function recordFailure(box: SecretBox, { em, req, login, account, failures }: FailedSignIn): Promise<void> {
  const ip = addressOf(req);
  await recordAudit(em, {
    event: 'authn_login_fail',
    outcome: 'failure',
    actorId: account?.id ?? null,
    ip,
    ...(!account && { details: { loginHash: box.digest(login.toLowerCase(), 'login').toString('hex') } }),
  });
  if (account && failures === ACCOUNT_LIMITS.failedSignInsNotified) await notifyFailedSignIns(em, account, ip);
}

function holdPending(req: Request, pending: Omit<PendingSignIn, 'expiresAtMs'>): Promise<void> {
  return holdSignIn(req, { ...pending, expiresAtMs: databaseNowMs() + ACCOUNT_LIMITS.pendingSignInMs });
}

async function pendingUser(
  { pool, req }: PendingRequest,
  step: PendingSignIn['step'] | undefined = req.session.pendingSignIn?.step,
): Promise<VerifiedUser> {
  const { pendingSignIn } = req.session;
  if (!pendingSignIn || pendingSignIn.step !== step || pendingSignIn.expiresAtMs < databaseNowMs())
    throw pendingSignInExpired();
  const { accessFingerprint } = await loadState(pool, pendingSignIn.userId);
  if (accessFingerprint !== pendingSignIn.accessFingerprint) throw pendingSignInExpired();
  return pendingSignIn;
}

async function loadState(
  reader: Reader,
  userId: string,
): Promise<{ accessFingerprint: string; hasTwoFactor: boolean }> {
  const [row] = await read<{ access_fingerprint: string; has_two_factor: boolean }>(reader, STATE, [userId]);
  return { accessFingerprint: row?.access_fingerprint ?? '', hasTwoFactor: row?.has_two_factor ?? false };
}

function pendingSignInExpired(): AppError {
  return new AppError('UNAUTHENTICATED', 'This sign-in took too long. Please enter your password again.');
}

function addressOf(req: Request): string {
  return req.ip ?? 'unknown';
}
