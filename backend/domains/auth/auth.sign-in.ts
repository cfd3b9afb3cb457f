import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import type { SessionUser, SignInAnswer } from '#shared/api/auth.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { AppError } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { CookieConfig } from '../../http/session-cookie.ts';
import type { PendingSignIn } from '../../http/session-store.ts';
import { authenticate, holdSignIn, startSession, type Authenticator } from '../../http/sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { recordSignIn } from './new-device.ts';
import { useCode } from './two-factor.service.ts';

/** What sign-in runs on. */
export interface SignInDeps {
  passport: Authenticator;
  limits: RateLimits;
  cookie: CookieConfig;
  box: SecretBox;
}

/** A request that signs someone in. */
export interface SignInRequest {
  em: EntityManager;
  req: Request;
}

const STATE = {
  name: 'auth-sign-in-state',
  text: `select encode(sha256(convert_to(u.password, 'UTF8')), 'hex') as password_mark,
      exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null) as has_two_factor
    from users u where u.id = $1`,
};
const KEEP = {
  name: 'auth-keep-account',
  text: 'update users set deactivated_at = null, delete_after = null where id = $1 and delete_after > now() returning id',
};

/**
 * Signs someone in by the request's username (or e-mail address) and password, or says which step is left. Every try
 * counts before it is looked at, so that many at once cannot pass the limit; a good one is given back.
 *
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED.
 */
export async function signIn(
  deps: SignInDeps,
  { em, req, login }: SignInRequest & { login: string },
): Promise<SignInAnswer> {
  const user = await counted(deps.limits, { req, account: `${login.toLowerCase()} ${addressOf(req)}` }, async () => {
    try {
      return await authenticate(deps.passport, req);
    } catch (error) {
      if (isRefusal(error))
        await recordAudit(em, { event: 'authn_login_fail', outcome: 'failure', ip: addressOf(req) });
      throw error;
    }
  });
  const state = await loadState(em, user.id);
  const known = { userId: user.id, passwordMark: state.passwordMark };
  if (!state.hasTwoFactor) return finishSignIn({ em, req }, known);
  await hold(req, { ...known, step: 'two-factor' });
  return { twoFactor: true };
}

/**
 * Takes the code of a sign-in whose password was right. Tries are counted for the account, wherever they come from.
 *
 * @throws AppError UNAUTHENTICATED when no sign-in waits, VALIDATION on `code`, RATE_LIMITED.
 */
export async function takeSecondStep(
  deps: SignInDeps,
  { em, req, code }: SignInRequest & { code: string },
): Promise<SignInAnswer> {
  const known = await pendingUser({ em, req }, 'two-factor');
  const { userId } = known;
  await counted(deps.limits, { req, account: `two-factor ${userId}` }, async () => {
    if (await useCode(em, deps.box, { userId, code })) return;
    await recordAudit(em, { event: 'authn_two_factor_fail', outcome: 'failure', actorId: userId, ip: addressOf(req) });
    throw new AppError('VALIDATION', 'Validation failed', {
      errors: { code: ['This code is not right. Wait for the next one and try again.'] },
    });
  });
  return finishSignIn({ em, req }, known);
}

/**
 * Takes an account back whose deletion was asked for, and signs its owner in. @throws AppError UNAUTHENTICATED when no
 * sign-in waits, or too late.
 */
export async function keepAccount({ em, req }: SignInRequest): Promise<SessionUser> {
  const { userId } = await pendingUser({ em, req }, 'keep-account');
  await transact(em, async (tx) => {
    if ((await read(tx, KEEP, [userId])).length === 0) throw signInAgain();
    await recordAudit(tx, { event: 'user_deletion_undone', outcome: 'success', actorId: userId, ip: addressOf(req) });
  });
  return startAs({ em, req }, await em.findOneOrFail(User, { id: userId }, { refresh: true }));
}

async function finishSignIn({ em, req }: SignInRequest, known: Known): Promise<SignInAnswer> {
  const user = await em.findOne(User, { id: known.userId });
  if (!user || user.suspendedAt) throw signInAgain();
  if (!user.deactivatedAt) return startAs({ em, req }, user);
  if (!user.deleteAfter || user.deleteAfter <= new Date()) throw signInAgain();
  await hold(req, { ...known, step: 'keep-account' });
  return { deletedAfter: user.deleteAfter.toISOString() };
}

async function startAs(
  { em, req }: SignInRequest,
  { id, username, email, fullName, role }: User,
): Promise<SessionUser> {
  const user: SessionUser = { id, username, email, fullName, role };
  await startSession(req, user);
  await recordSignIn(em, req, id);
  return user;
}

/** Counts a try before it runs; what was not refused is given back. */
async function counted<T>(
  limits: RateLimits,
  { req, account }: { req: Request; account: string },
  attempt: () => Promise<T>,
): Promise<T> {
  const address = addressOf(req);
  await limits.consume('failedSignInAddress', address);
  await limits.consume('failedSignInAccountAddress', account);
  try {
    const result = await attempt();
    await limits.forget('failedSignInAccountAddress', account);
    await limits.giveBack('failedSignInAddress', address);
    return result;
  } catch (error) {
    if (!isRefusal(error)) {
      await limits.giveBack('failedSignInAddress', address);
      await limits.giveBack('failedSignInAccountAddress', account);
    }
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'UNAUTHENTICATED' || error.code === 'VALIDATION');
}

/** Whose password was right, and which one that was. */
type Known = Pick<PendingSignIn, 'userId' | 'passwordMark'>;

function hold(req: Request, pending: Omit<PendingSignIn, 'expiresAtMs'>): Promise<void> {
  return holdSignIn(req, { ...pending, expiresAtMs: Date.now() + ACCOUNT_LIMITS.pendingSignInMs });
}

async function pendingUser({ em, req }: SignInRequest, step: PendingSignIn['step']): Promise<Known> {
  const { pendingSignIn } = req.session;
  if (pendingSignIn?.step !== step || pendingSignIn.expiresAtMs < Date.now()) throw signInAgain();
  const { passwordMark } = await loadState(em, pendingSignIn.userId);
  if (passwordMark !== pendingSignIn.passwordMark) throw signInAgain();
  return pendingSignIn;
}

async function loadState(em: EntityManager, userId: string): Promise<{ passwordMark: string; hasTwoFactor: boolean }> {
  const [row] = await read<{ password_mark: string; has_two_factor: boolean }>(em, STATE, [userId]);
  return { passwordMark: row?.password_mark ?? '', hasTwoFactor: row?.has_two_factor ?? false };
}

function signInAgain(): AppError {
  return new AppError('UNAUTHENTICATED', 'This sign-in took too long. Please enter your password again.');
}

function addressOf(req: Request): string {
  return req.ip ?? 'unknown';
}
