import { AppError } from '../../http/app-error.ts';
import { claimOf, type Claim } from '../../http/fair-places.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { RequestContext } from '../../http/route.ts';

/** The member who sends a file, as far as their uploads are limited. */
export interface Uploader {
  limits: RateLimits;
  claim: Claim;
  address: string;
}

/** Returns who sends the request of an upload. */
export function uploaderOf({ deps, req }: Pick<RequestContext<{ limits: RateLimits }>, 'deps' | 'req'>): Uploader {
  return { limits: deps.limits, claim: claimOf(deps.limits, req), address: req.ip ?? 'unknown' };
}

/**
 * Runs work on an image and counts how long it takes, also when it fails: an image that is refused may have cost the
 * most. @throws AppError RATE_LIMITED when the member's images have taken too long in the last hour.
 */
export async function countImageWork<T>({ limits, claim }: Uploader, work: () => Promise<T>): Promise<T> {
  await limits.consume('imageWorkMs', claim.member, 0);
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = Math.ceil(performance.now() - startedMs);
    await limits.consume('imageWorkMs', claim.member, tookMs).catch(ignoreRefusal);
  }
}

/** Checks that files may still be received from an address today. @throws AppError STORAGE_FULL. */
export async function checkAddress({ limits, address }: Uploader): Promise<void> {
  await limits.consume('uploadBytesAddress', address, 0).catch(refuseAddress);
}

/** Counts bytes that were received from an address, which the next upload is checked against. */
export async function countReceived({ limits, address }: Uploader, sizeBytes: number): Promise<void> {
  if (sizeBytes > 0) await limits.consume('uploadBytesAddress', address, sizeBytes).catch(ignoreRefusal);
}

function ignoreRefusal(error: unknown): void {
  if (!isRateLimited(error)) throw error;
}

function refuseAddress(error: unknown): never {
  if (!isRateLimited(error)) throw error;
  throw new AppError('STORAGE_FULL', 'Too many files were uploaded from your network today. Try again tomorrow.');
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED';
}
