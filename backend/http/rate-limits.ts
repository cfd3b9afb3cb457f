import { BlockList, isIP } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITS, TRUSTED_NETWORK_FACTOR, type LimitName } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { Redis } from '../gateways/redis.ts';
import { AppError } from './app-error.ts';

/** Counts requests by name and key. */
export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits that are divided among the nodes while each counts alone, so that several nodes allow no more guesses. */
const SIGN_IN_LIMITS: ReadonlySet<LimitName> = new Set(['failedSignInAccountAddress', 'failedSignInAddress']);

/** One limit, of a trusted network or of everyone else. */
interface Width {
  name: LimitName;
  isTrusted: boolean;
}

/**
 * Creates the limits; `factor` multiplies each of them (a setting for load tests). All nodes count together in Redis;
 * without Redis, or while it is unavailable, this node counts in memory. Limits of an address in one of the `trusted`
 * networks are {@link TRUSTED_NETWORK_FACTOR} times as wide: many members share it.
 */
export function createRateLimits(factor: number, redis?: Redis, trusted = new BlockList()) {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();
  const memory: [Width, RateLimiterMemory][] = [];
  let nodeCount = 1;
  const pointsOf = ({ name, isTrusted }: Width): number =>
    RATE_LIMITS[name].points * factor * (isTrusted ? TRUSTED_NETWORK_FACTOR : 1);
  const pointsHere = (width: Width): number => pointsOf(width) / (SIGN_IN_LIMITS.has(width.name) ? nodeCount : 1);
  const create = (width: Width, keyPrefix: string): RateLimiterMemory | RateLimiterRedis => {
    const { windowMs } = RATE_LIMITS[width.name];
    const settings = { keyPrefix, points: pointsOf(width), duration: windowMs / SECOND_MS };
    const here = new RateLimiterMemory({ ...settings, points: pointsHere(width) });
    if (!redis) return here;
    memory.push([width, here]);
    return new RateLimiterRedis({
      ...settings,
      keyPrefix: `${redis.prefix}:limit:${keyPrefix}`,
      storeClient: commandsOf(redis),
      useRedisPackage: true,
      insuranceLimiter: here,
    });
  };
  const limiterOf = (name: LimitName, key: string): RateLimiterMemory | RateLimiterRedis => {
    const isTrusted = isIP(key) !== 0 && trusted.check(key, isIP(key) === 6 ? 'ipv6' : 'ipv4');
    const keyPrefix = isTrusted ? `${name}-trusted` : name;
    const limiter = limiters.get(keyPrefix) ?? create({ name, isTrusted }, keyPrefix);
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  return {
    /** Counts one. @throws AppError RATE_LIMITED with Retry-After when there were too many. */
    async consume(name: LimitName, key: string): Promise<void> {
      try {
        await limiterOf(name, key).consume(key);
      } catch (refused) {
        throw rateLimited((refused as RateLimiterRes).msBeforeNext);
      }
    },
    /** Subtracts one, e.g. for a sign-in that did not fail. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      await limiterOf(name, key).reward(key);
    },
    /** Resets the count, e.g. of failed sign-ins after a successful one. */
    async forget(name: LimitName, key: string): Promise<void> {
      await limiterOf(name, key).delete(key);
    },
    /** Sets the number of running nodes, which divides the limits of sign-in while Redis is unavailable. */
    setNodeCount(count: number): void {
      nodeCount = Math.max(1, count);
      for (const [width, limiter] of memory) limiter.points = pointsHere(width);
    },
  };
}

/** The commands that the limiter uses, each with the time limit of this node's connection. */
function commandsOf(redis: Redis) {
  return {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      redis.run((client) => client.eval(script, options)),
    del: (key: string) => redis.run((client) => client.del(key)),
  };
}

function rateLimited(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return new AppError('RATE_LIMITED', `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}

/** Reads of files, such as the images of a page, which have a limit of their own. */
const FILE = /^\/files\//;
/** What a load balancer asks for, from one address and often. */
const HEALTH = /^\/health\//;

/** Counts every API request except health checks: per account for a signed-in user, else per address. */
export function limitRequests(limits: RateLimits) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    if (HEALTH.test(req.path)) return next();
    const userId = req.session?.identity?.id;
    const address = req.ip ?? 'unknown';
    if (req.method === 'GET' && FILE.test(req.path)) await limits.consume('files', userId ?? address);
    else await (userId ? limits.consume('account', userId) : limits.consume('anonymousAddress', address));
    next();
  };
}
