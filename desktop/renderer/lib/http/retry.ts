import type { Clock } from './clock.ts';
import { ApiError, NetworkError } from './errors.ts';

/** How often and when a request is retried. */
const RETRY = { retries: 3, baseMs: 300, jitterMs: 300 } as const;

/** Whether an error is worth a retry: no network, or a server error. */
export function isRetryable(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** Runs a request up to four times; the delay starts at 300 ms and doubles, plus up to 300 ms of jitter. */
export async function withRetries<T>(run: () => Promise<T>, clock: Clock, signal?: AbortSignal): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await run();
    } catch (error) {
      if (retry >= RETRY.retries || !isRetryable(error)) throw error;
      await clock.wait(RETRY.baseMs * 2 ** retry + clock.random() * RETRY.jitterMs, signal);
    }
  }
}
