import { isIPv6 } from 'node:net';

/** Number of the eight groups of an IPv6 address that name a network. */
const GROUPS = 8;

/**
 * Returns an IPv4 address, or the network of an IPv6 address: one customer has 2^64 addresses (a /64), and a provider
 * gives many of them a /48 (RFC 6177). An IPv4 address in the form of IPv6 is returned as IPv4, any other text as it
 * is.
 */
export function networkOf(address: string, bits: 48 | 64): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const groups = [...first, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last];
  const named = groups.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16));
  return `${named.join(':')}::/${bits}`;
}
