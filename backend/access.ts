import type { Pool } from 'pg';
import type { Role } from '#shared/api/endpoint.ts';
import type { Config } from './config.ts';
import { findByLogin } from './domains/auth/auth.service.ts';
import type { Redis } from './gateways/redis.ts';
import { createConnectionLimit, type ConnectionLimit } from './http/connection-limit.ts';
import { createFloodGuard, type FloodGuard } from './http/flood-guard.ts';
import { createRateLimits, type RateLimits } from './http/rate-limits.ts';
import type { CookieConfig } from './http/session-cookie.ts';
import { type Authenticator, createSignIn } from './http/sign-in.ts';

/** Sessions, the own origin, limits, and the roles that must have two-factor sign-in. */
export interface Access {
  twoFactorRoles: readonly Role[];
  limits: RateLimits;
  connections: ConnectionLimit;
  floods: FloodGuard;
  cookie: CookieConfig;
  passport: Authenticator;
  ownOrigin: string;
}

/** Creates what decides which requests are accepted, as the settings say. */
export function createAccess(config: Config, { pool, redis }: { pool: Pool; redis: Redis | undefined }): Access {
  const limits = createRateLimits(config.limitFactor, redis, {
    trusted: config.trustedNetworks,
    areEmailsSent: config.smtpUrl !== undefined,
  });
  return {
    limits,
    connections: createConnectionLimit({
      perAddress: config.connectionsPerAddress * config.limitFactor,
      trustProxy: config.trustProxy,
      isTrusted: limits.isTrusted,
    }),
    floods: createFloodGuard({
      factor: config.limitFactor,
      trustProxy: config.trustProxy,
      isTrusted: limits.isTrusted,
    }),
    cookie: { isSecure: config.isHttps, sessionSecret: config.sessionSecret },
    passport: createSignIn((login, password, claim) => findByLogin(pool, { login, password, claim })),
    ownOrigin: config.publicUrl,
    twoFactorRoles: config.twoFactorRoles,
  };
}
