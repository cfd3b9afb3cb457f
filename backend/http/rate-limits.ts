import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_LIMITS, type LimitName } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { AppError } from './app-error.ts';

/** Counts requests by name and key. */
export interface RateLimits {
  /** Counts one. @throws AppError RATE_LIMITED with Retry-After when there were too many. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Subtracts one, e.g. for a sign-in that did not fail. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Resets the count, e.g. of failed sign-ins after a successful one. */
  forget(name: LimitName, key: string): Promise<void>;
}

/** Creates the limits of one process; `factor` multiplies each of them (a setting for load tests). */
export function createRateLimits(factor: number): RateLimits {
  const limiters = new Map<LimitName, RateLimiterMemory>();
  for (const [name, { points, windowMs }] of Object.entries(RATE_LIMITS) as [
    LimitName,
    { points: number; windowMs: number },
  ][]) {
    limiters.set(
      name,
      new RateLimiterMemory({ keyPrefix: name, points: points * factor, duration: windowMs / SECOND_MS }),
    );
  }
  const limiterOf = (name: LimitName) => {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`no such limit: ${name}`);
    return limiter;
  };
  return {
    async consume(name, key) {
      try {
        await limiterOf(name).consume(key);
      } catch (refused) {
        throw rateLimited((refused as RateLimiterRes).msBeforeNext);
      }
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(key);
    },
    async forget(name, key) {
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
