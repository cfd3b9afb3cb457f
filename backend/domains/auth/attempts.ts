import type { LimitName } from '#shared/rate-limits.ts';
import { AppError } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';

/** One count of an attempt. */
export interface Count {
  name: LimitName;
  key: string;
}

/**
 * Counts an attempt before it runs, and refunds it unless it was refused. The attempt gets the highest count of the
 * account.
 */
export async function countAttempt<T>(
  limits: RateLimits,
  counts: readonly Count[],
  attempt: (failures: number) => Promise<T>,
): Promise<T> {
  let failures = 0;
  for (const { name, key } of counts) {
    const count = await limits.consume(name, key);
    if (name !== 'failedSignInAddress') failures = Math.max(failures, count);
  }
  const refund = async (refunded: readonly Count[]): Promise<void> => {
    for (const { name, key } of refunded) await limits.giveBack(name, key);
  };
  try {
    const result = await attempt(failures);
    const [own, ...others] = counts;
    if (own) await limits.forget(own.name, own.key);
    await refund(others);
    return result;
  } catch (error) {
    if (!isRefusal(error)) await refund(counts);
    throw error;
  }
}

/** Returns whether an attempt failed because the password or code was wrong. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'UNAUTHENTICATED' || error.code === 'VALIDATION');
}
