import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { TRUSTED_NETWORK_FACTOR } from '#shared/rate-limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { networkOf } from './address.ts';
import { clientAddress } from './client-address.ts';
import { rateLimited } from './rate-limits.ts';

/** Limits how much one address (of IPv6: a /64) has open at once. */
export type ConnectionLimit = ReturnType<typeof createConnectionLimit>;

/** `perAddress` is the most of one address; in a trusted network {@link TRUSTED_NETWORK_FACTOR} times as many. */
interface ConnectionLimitSettings {
  perAddress: number;
  trustProxy: number;
  isTrusted: (address: string) => boolean;
}

/**
 * Creates the limit. Without a proxy it counts connections, also idle ones. The connections of a proxy carry the
 * requests of many clients: behind one it counts requests that are not finished, and live links.
 */
export function createConnectionLimit({ perAddress, trustProxy, isTrusted }: ConnectionLimitSettings) {
  const open = new Map<string, number>();
  const enter = (address: string, until: EventEmitter): boolean => {
    const network = networkOf(address, 64);
    const count = open.get(network) ?? 0;
    if (count >= perAddress * (isTrusted(address) ? TRUSTED_NETWORK_FACTOR : 1)) return false;
    open.set(network, count + 1);
    until.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    return true;
  };
  /** Counts a request or an upgrade until it is closed. Returns false when its address has too many. */
  const enterRequest = (req: IncomingMessage, until: EventEmitter): boolean =>
    trustProxy === 0 || enter(clientAddress(req, trustProxy), until);
  return {
    enterRequest,
    /** Middleware of every request. Responds with RATE_LIMITED when its address has too many. */
    limitRequests(req: Request, res: Response, next: NextFunction): void {
      if (req.path.startsWith('/api/health/') || enterRequest(req, res)) next();
      else next(rateLimited(SECOND_MS));
    },
    /** Closes new connections of an address that has too many. */
    watch(server: Server): void {
      if (trustProxy > 0) return;
      server.on('connection', (socket) => {
        if (!enter(socket.remoteAddress ?? 'unknown', socket)) socket.destroy();
      });
    },
  };
}
