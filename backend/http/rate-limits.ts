import { BlockList, isIP } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { RATE_LIMITS, TRUSTED_NETWORK_FACTOR, type LimitName } from '#shared/rate-limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { Redis } from '../gateways/redis.ts';
import type { Identity } from './identity.ts';
import { networkOf } from './address.ts';
import { AppError } from './app-error.ts';

/** Counts requests by name and key. */
export type RateLimits = ReturnType<typeof createRateLimits>;

/** Limits that are divided among the nodes while each counts alone, so that several nodes allow no more guesses. */
const SIGN_IN_LIMITS: ReadonlySet<LimitName> = new Set([
  'failedSignInAccountAddress',
  'failedSignInAddress',
  'failedSignInAccount',
  'failedSignInAccountDay',
  'failedSignInDevice',
  'failedSignInDevicesDay',
  'failedCodesDevicesDay',
  'failedCodes',
  'failedCodesDay',
]);
/** How many times as wide the limits of an IPv6 /48 are as those of one of its 65,536 networks. */
const PROVIDER_FACTOR = 10;

/** One limit and how many times as wide it is, for example in a trusted network. */
interface Width {
  name: LimitName;
  factor: number;
}

interface LimitSettings {
  /** Networks of many members. */
  trusted?: BlockList;
  /** Whether members can confirm their addresses. */
  areEmailsSent?: boolean;
}

/**
 * Creates the limits; `factor` multiplies each of them (a setting for load tests). All nodes count together in Redis;
 * without Redis, or while it is unavailable, this node counts in memory. Limits of an address in one of the `trusted`
 * networks are {@link TRUSTED_NETWORK_FACTOR} times as wide: many members share it. Where no emails are sent, no one
 * can confirm an address, so that nothing is limited until it is confirmed.
 */
export function createRateLimits(factor: number, redis?: Redis, settings: LimitSettings = {}) {
  const { trusted = new BlockList(), areEmailsSent = true } = settings;
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();
  const memory: [Width, RateLimiterMemory][] = [];
  let nodeCount = 1;
  const pointsOf = (width: Width): number => RATE_LIMITS[width.name].points * factor * width.factor;
  const pointsHere = (width: Width): number => pointsOf(width) / (SIGN_IN_LIMITS.has(width.name) ? nodeCount : 1);
  const create = (width: Width, keyPrefix: string): RateLimiterMemory | RateLimiterRedis => {
    const { windowMs } = RATE_LIMITS[width.name];
    const options = { keyPrefix, points: pointsOf(width), duration: windowMs / SECOND_MS };
    const here = new RateLimiterMemory({ ...options, points: pointsHere(width) });
    if (!redis) return here;
    memory.push([width, here]);
    return new RateLimiterRedis({
      ...options,
      keyPrefix: `${redis.prefix}:limit:${keyPrefix}`,
      storeClient: commandsOf(redis),
      useRedisPackage: true,
      insuranceLimiter: here,
    });
  };
  const isTrusted = (key: string): boolean => isIP(key) !== 0 && trusted.check(key, isIP(key) === 6 ? 'ipv6' : 'ipv4');
  const limiterOf = (width: Width): RateLimiterMemory | RateLimiterRedis => {
    const keyPrefix = width.factor === 1 ? width.name : `${width.name}-${width.factor}`;
    const limiter = limiters.get(keyPrefix) ?? create(width, keyPrefix);
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  /** The counts of a key, the narrowest first. */
  const countsOf = (name: LimitName, key: string): { limiter: ReturnType<typeof limiterOf>; key: string }[] => {
    const width = isTrusted(key) ? TRUSTED_NETWORK_FACTOR : 1;
    return networksOf(key).map((own) => ({ limiter: limiterOf({ name, factor: width * own.factor }), key: own.key }));
  };
  return {
    /** Multiplies each limit. */
    factor,
    areEmailsSent,
    /** True for an address of a trusted network, which many members share. */
    isTrusted,
    /**
     * Counts `points`, one when omitted. Returns how many there are, these included.
     *
     * @throws AppError RATE_LIMITED with Retry-After when there were too many.
     */
    async consume(name: LimitName, key: string, points = 1): Promise<number> {
      const counts: number[] = [];
      for (const counted of countsOf(name, key)) {
        const { consumedPoints } = await counted.limiter
          .consume(counted.key, points)
          .catch((refused: RateLimiterRes) => {
            throw rateLimited(refused.msBeforeNext);
          });
        counts.push(consumedPoints);
      }
      return counts[0] ?? 0;
    },
    /** Subtracts one, e.g. for a sign-in that did not fail. */
    async giveBack(name: LimitName, key: string): Promise<void> {
      for (const counted of countsOf(name, key)) await counted.limiter.reward(counted.key);
    },
    /** Resets the count, e.g. of failed sign-ins after a successful one. */
    async forget(name: LimitName, key: string): Promise<void> {
      for (const counted of countsOf(name, key)) await counted.limiter.delete(counted.key);
    },
    /** Sets the number of running nodes, which divides the limits of sign-in while Redis is unavailable. */
    setNodeCount(count: number): void {
      nodeCount = Math.max(1, count);
      for (const [width, limiter] of memory) limiter.points = pointsHere(width);
    },
  };
}

/** Returns the keys under which a key is counted: an IPv6 address as its network, and as that of its provider. */
function networksOf(key: string): { key: string; factor: number }[] {
  const own = { key: networkOf(key, 64), factor: 1 };
  if (own.key === key || isIP(own.key) !== 0) return [own];
  return [own, { key: networkOf(key, 48), factor: PROVIDER_FACTOR }];
}

/** The commands that the limiter uses, each with the time limit of this node's connection. */
function commandsOf(redis: Redis) {
  return {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      redis.run((client) => client.eval(script, options)),
    del: (key: string) => redis.run((client) => client.del(key)),
  };
}

/** Returns the refusal of a request that can be repeated after a time in milliseconds. */
export function rateLimited(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return new AppError('RATE_LIMITED', `Too many requests. Please try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}

const HOW_TO_CONFIRM = 'Open the link in the email that we sent you, or send another one from Settings, Account.';

/**
 * Counts a write that reaches others, of a member whose email address is not confirmed, or refuses it: an account costs
 * nothing, an address that is read costs more (OWASP API6:2023). Does nothing for everyone else.
 *
 * @throws AppError NOT_ALLOWED.
 */
export async function checkUnconfirmed(
  limits: RateLimits,
  { id, isEmailVerified }: Pick<Identity, 'id' | 'isEmailVerified'>,
  rule: NonNullable<Endpoint['untilConfirmed']>,
): Promise<void> {
  if (isEmailVerified || !limits.areEmailsSent) return;
  if (rule === 'refused')
    throw new AppError('NOT_ALLOWED', `You can do this when your email address is confirmed. ${HOW_TO_CONFIRM}`);
  await limits.consume('unconfirmedWrites', id).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error;
    throw new AppError(
      'NOT_ALLOWED',
      `You have written as much today as you can before your email address is confirmed. ${HOW_TO_CONFIRM}`,
    );
  });
}

/**
 * Counts a write that its endpoint does not count, such as an edit that mentions another member, against a limit and as
 * {@link checkUnconfirmed} does. @throws AppError RATE_LIMITED, NOT_ALLOWED.
 */
export async function countWrite(
  limits: RateLimits,
  limit: LimitName,
  writer: Pick<Identity, 'id' | 'isEmailVerified'>,
): Promise<void> {
  await limits.consume(limit, writer.id);
  await checkUnconfirmed(limits, writer, 'counted');
}

/** Reads of files, such as the images of a page, which have a limit of their own. */
const FILE = /^\/(?:files\/|(?:public\/)?courses\/[^/]+\/(?:files\/|image$))/;
/** What a load balancer asks for, from one address and often. */
const HEALTH = /^\/health\//;

/** What a sign-in needs, counted apart: a visitor who reads too much does not keep others at the address from it. */
const SIGN_IN = /^\/(?:csrf-token|login)/;

/**
 * Counts every API request except health checks: per account for a signed-in user, else per address. A sign-in in a
 * browser that a member has used before is counted per browser.
 */
export function limitRequests(limits: RateLimits) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    if (HEALTH.test(req.path)) return next();
    const userId = req.session?.identity?.id;
    const address = req.ip ?? 'unknown';
    if (req.method === 'GET' && FILE.test(req.path)) await limits.consume('files', userId ?? address);
    else if (userId) await limits.consume('account', userId);
    else if (SIGN_IN.test(req.path)) await limits.consume('signInAddress', req.device?.id ?? address);
    else await limits.consume('anonymousAddress', address);
    next();
  };
}
