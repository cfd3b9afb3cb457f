import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITS, type LimitName } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { Redis } from '../gateways/redis.ts';
import { AppError } from './app-error.ts';

/** Counts requests by name and key. */
export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits that are divided among the nodes while each counts alone, so that several nodes allow no more guesses. */
const SIGN_IN_LIMITS: ReadonlySet<LimitName> = new Set(['failedSignInAccountAddress', 'failedSignInAddress']);

/**
 * Creates the limits; `factor` multiplies each of them (a setting for load tests). All nodes count together in Redis;
 * without Redis, or while it is away, this node counts in memory.
 */
export function createRateLimits(factor: number, redis?: Redis) {
  const limiters = new Map<LimitName, RateLimiterMemory | RateLimiterRedis>();
  const memory = new Map<LimitName, RateLimiterMemory>();
  let nodeCount = 1;
  const pointsHere = (name: LimitName): number =>
    (RATE_LIMITS[name].points * factor) / (SIGN_IN_LIMITS.has(name) ? nodeCount : 1);
  const create = (name: LimitName): RateLimiterMemory | RateLimiterRedis => {
    const { points, windowMs } = RATE_LIMITS[name];
    const settings = { keyPrefix: name, points: points * factor, duration: windowMs / SECOND_MS };
    const here = new RateLimiterMemory({ ...settings, points: pointsHere(name) });
    if (!redis) return here;
    memory.set(name, here);
    return new RateLimiterRedis({
      ...settings,
      keyPrefix: `${redis.prefix}:limit:${name}`,
      storeClient: commandsOf(redis),
      useRedisPackage: true,
      insuranceLimiter: here,
    });
  };
  const limiterOf = (name: LimitName): RateLimiterMemory | RateLimiterRedis => {
    const limiter = limiters.get(name) ?? create(name);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    /** Counts one. @throws AppError RATE_LIMITED with Retry-After when there were too many. */
    async consume(name: LimitName, key: string): Promise<void> {
      try {
        await limiterOf(name).consume(key);
      } catch (refused) {
        throw rateLimited((refused as RateLimiterRes).msBeforeNext);
      }
    },
    /** Subtracts one, e.g. for a sign-in that did not fail. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      await limiterOf(name).reward(key);
    },
    /** Resets the count, e.g. of failed sign-ins after a successful one. */
    async forget(name: LimitName, key: string): Promise<void> {
      await limiterOf(name).delete(key);
    },
    /** Sets the number of running nodes, which divides the limits of sign-in while Redis is away. */
    setNodeCount(count: number): void {
      nodeCount = Math.max(1, count);
      for (const [name, limiter] of memory) limiter.points = pointsHere(name);
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

/** Counts every API request: per account for a signed-in user, else per address. */
export function limitRequests(limits: RateLimits) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    const userId = req.session?.identity?.id;
    await (userId ? limits.consume('account', userId) : limits.consume('anonymousAddress', req.ip ?? 'unknown'));
    next();
  };
}
