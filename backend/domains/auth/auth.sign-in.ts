import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import type { SessionUser } from '#shared/api/auth.ts';
import { AppError } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { CookieConfig } from '../../http/session-cookie.ts';
import { authenticate, startSession, type Authenticator } from '../../http/sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';

/** What sign-in runs on. */
export interface SignInDeps {
  passport: Authenticator;
  limits: RateLimits;
  cookie: CookieConfig;
}

/**
 * Signs someone in by the request's username (or e-mail address) and password.
 * Every try counts before it is looked at, so that many at once cannot pass the limit; a good one is given back.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED.
 */
export async function signIn(
  { passport, limits }: SignInDeps,
  { em, req, login }: { em: EntityManager; req: Request; login: string },
): Promise<SessionUser> {
  const address = req.ip ?? 'unknown';
  const account = `${login.toLowerCase()} ${address}`;
  await limits.consume('failedSignInAddress', address);
  await limits.consume('failedSignInAccountAddress', account);
  try {
    const user = await authenticate(passport, req);
    await limits.forget('failedSignInAccountAddress', account);
    await limits.giveBack('failedSignInAddress', address);
    await startSession(req, user);
    await recordAudit(em, { event: 'authn_login_success', outcome: 'success', actorId: user.id, ip: address });
    return user;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
      await recordAudit(em, { event: 'authn_login_fail', outcome: 'failure', ip: address });
    } else {
      await limits.giveBack('failedSignInAddress', address);
      await limits.giveBack('failedSignInAccountAddress', account);
    }
    throw error;
  }
}
