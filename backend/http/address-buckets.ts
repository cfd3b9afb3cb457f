import { TRUSTED_NETWORK_FACTOR } from '#shared/rate-limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { networkOf } from './address.ts';

/** How much one address may use at once and each second, and of how many addresses this is stored. */
interface BucketLimits {
  burst: number;
  perSecond: number;
  addressesMax: number;
}

/** How many of the addresses are forgotten when there are too many. */
const FORGOTTEN_SHARE = 0.1;

interface BucketSettings {
  /** Multiplies the limits. */
  factor: number;
  isTrusted: (address: string) => boolean;
  /** A monotonic clock in milliseconds. */
  nowMs?: () => number;
}

/**
 * Creates a function that takes a cost from the bucket of an address (of IPv6: a /64), in the memory of this node. It
 * returns false, and takes nothing, when too little is left. When there are too many, those that have been idle for
 * longest are forgotten.
 */
export function createAddressBuckets(
  limits: BucketLimits,
  { factor, isTrusted, nowMs = () => performance.now() }: BucketSettings,
): (address: string, cost: number) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>();
  // Many at once: to find the first key of a map from which many were deleted takes long.
  const forgetIdle = (): void => {
    let left = Math.ceil(buckets.size * FORGOTTEN_SHARE);
    for (const idle of buckets.keys()) {
      buckets.delete(idle);
      if ((left -= 1) === 0) return;
    }
  };
  return (address, cost) => {
    const width = factor * (isTrusted(address) ? TRUSTED_NETWORK_FACTOR : 1);
    const burst = limits.burst * width;
    const network = networkOf(address, 64);
    const bucket = buckets.get(network) ?? { left: burst, atMs: nowMs() };
    const gained = ((nowMs() - bucket.atMs) / SECOND_MS) * limits.perSecond * width;
    const left = Math.min(burst, bucket.left + gained);
    // In the order of their last use, so that the first ones have been idle for longest.
    buckets.delete(network);
    if (buckets.size >= limits.addressesMax) forgetIdle();
    buckets.set(network, { left: left < cost ? left : left - cost, atMs: nowMs() });
    return left >= cost;
  };
}
