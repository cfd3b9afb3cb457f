import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITS, type LimitName } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';

/** Counts requests by name and key. */
export type RateLimits = ReturnType<typeof createRateLimits>;

/** Creates the limits of one process; `factor` multiplies each of them (a setting for load tests). */
export function createRateLimits(factor: number) {
  const limiters = new Map<LimitName, RateLimiterMemory>();
  const limiterOf = (name: LimitName): RateLimiterMemory => {
    const { points, windowMs } = RATE_LIMITS[name];
    const settings = { keyPrefix: name, points: points * factor, duration: windowMs / SECOND_MS };
    const limiter = limiters.get(name) ?? new RateLimiterMemory(settings);
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
