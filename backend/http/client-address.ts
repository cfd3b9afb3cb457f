import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of a client behind `trustProxy` proxies, as `req.ip` of Express does, for requests that do not
 * pass through Express.
 */
export function clientAddress({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const addresses = [socket.remoteAddress ?? 'unknown', ...forwarded.toReversed()];
  return addresses[Math.min(trustProxy, addresses.length - 1)] ?? 'unknown';
}
