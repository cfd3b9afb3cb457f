import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { FLOOD_LIMITS } from '#shared/rate-limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { createAddressBuckets } from './address-buckets.ts';
import { clientAddress } from './client-address.ts';
import { rateLimited } from './rate-limits.ts';

/** Refuses the requests of an address (of IPv6: a /64) that sends very many, before they cost a query. */
export type FloodGuard = ReturnType<typeof createFloodGuard>;

interface FloodGuardSettings {
  /** Multiplies the limit. */
  factor: number;
  trustProxy: number;
  isTrusted: (address: string) => boolean;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
}

/** What a load balancer asks for, from one address and often. */
const HEALTH = /^\/api\/health\//;
/** Files, such as the images of a page, have a limit of their own; here they count little. */
const FILE = /^\/api\/files\//;

/**
 * Creates the guard. It counts in the memory of this node only, far above what pages send: the limits of an account and
 * of an address are checked after the session is loaded.
 */
export function createFloodGuard({
  factor,
  trustProxy,
  isTrusted,
  nowMs = () => performance.now(),
}: FloodGuardSettings) {
  const take = createAddressBuckets(FLOOD_LIMITS, { factor, isTrusted, nowMs });
  return {
    /** Middleware in front of the session. Responds with RATE_LIMITED. */
    refuseFloods(req: Request, _res: Response, next: NextFunction): void {
      const cost = FILE.test(req.path) ? FLOOD_LIMITS.fileCost : 1;
      if (HEALTH.test(req.path) || take(req.ip ?? 'unknown', cost)) next();
      else next(rateLimited(SECOND_MS));
    },
    /** Counts a handshake of the live link. Returns false when its address has sent too many. */
    mayShakeHands: (req: IncomingMessage): boolean => take(clientAddress(req, trustProxy), FLOOD_LIMITS.handshakeCost),
  };
}
