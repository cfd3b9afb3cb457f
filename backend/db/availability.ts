import { setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '#shared/time.ts';

/** Error of Postgres that its disk is full. */
const DISK_FULL = '53100';

/**
 * Errors of Node and Postgres while the database is unavailable: a full disk, 53300 is too many connections, 08xxx are
 * connections that could not be made or were lost (PostgreSQL, appendix A).
 */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  '57P01',
  '57P02',
  '57P03',
  DISK_FULL,
  '53300',
  '57014',
  '55P03',
]);
const UNAVAILABLE_TEXT =
  /connection terminated|timeout exceeded when trying to connect|^timeout expired$|client has encountered a connection error|connection ended|not queryable|query read timeout|cannot use a pool after calling end/i;

/**
 * Whether PgBouncer has ended the connection: it uses the code of a protocol violation for all of its own errors. From
 * Postgres the same code is a statement with the wrong number of values, which ends no connection.
 */
function isOfPooler(error: Error, code: string): boolean {
  return code === '08P01' && 'severity' in error && error.severity === 'FATAL';
}

/**
 * Whether an error, or its cause, means that the database is unavailable at the moment: it cannot be reached, has no
 * room, or did not respond in time.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isCausedBy(
    error,
    (cause, code) => UNAVAILABLE_CODES.has(code) || isOfPooler(cause, code) || UNAVAILABLE_TEXT.test(cause.message),
  );
}

/** Whether a test accepts an error, one of its causes or an error that it aggregates. */
function isCausedBy(error: unknown, test: (cause: Error, code: string) => boolean): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if (test(cause, 'code' in cause ? String(cause.code) : '')) return true;
    if (cause instanceof AggregateError && cause.errors.some((inner) => isCausedBy(inner, test))) return true;
    cause = cause.cause;
  }
  return false;
}

/** How long the disk of the database counts as full after a write that found no room, in milliseconds. */
const DISK_FULL_MS = 5 * SECOND_MS;

/** Remembers that the disk of the database was full. */
export type DiskWatch = ReturnType<typeof createDiskWatch>;

/**
 * Remembers that the disk of the database was full: a small write, such as a probe, may find room where others find
 * none. `nowMs` is a monotonic clock.
 */
export function createDiskWatch(nowMs: () => number = () => performance.now()) {
  let fullUntilMs = -Infinity;
  return {
    /** Receives the error of a failed write. */
    notice(error: unknown): void {
      if (isCausedBy(error, (_cause, code) => code === DISK_FULL)) fullUntilMs = nowMs() + DISK_FULL_MS;
    },
    isFull: (): boolean => nowMs() < fullUntilMs,
  };
}

/** How long to wait between two tries, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Runs `work` again, once a second for `waitMs`, while it fails because the database is unavailable. `onWait` receives
 * each such error. After an abort it runs once more at most. Throws the last error.
 */
export async function whenAvailable<T>(
  work: () => Promise<T>,
  { waitMs, onWait, signal }: { waitMs: number; onWait: (error: unknown) => void; signal?: AbortSignal },
): Promise<T> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() >= until || signal?.aborted) throw error;
      onWait(error);
      await setTimeout(RETRY_MS, undefined, signal && { signal }).catch(() => undefined);
    }
  }
}
