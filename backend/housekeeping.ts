import type { Logger } from 'pino';
import { MINUTE_MS } from '#shared/time.ts';
import type { Pool } from './db/pool.ts';
import { removeExpiredTokens } from './domains/auth/auth.tokens.ts';
import { removeOldDevices } from './domains/auth/known-devices.service.ts';
import { removeLeftCourses } from './domains/courses/course.erasure.ts';
import { removeUnused } from './domains/files/files.service.ts';
import type { UploadBytes } from './domains/files/upload-bytes.ts';
import { removeExpiredUploads } from './domains/files/uploads.service.ts';
import { deleteOldEntries } from './domains/sync/sync.service.ts';
import { filesInUse } from './files-in-use.ts';
import { deleteExpiredKeys } from './http/idempotency.ts';
import { removeExpiredSessions } from './http/session-store.ts';

/** How often expired rows are deleted. */
const HOUSEKEEPING_MS = 10 * MINUTE_MS;

interface HousekeepingDeps {
  pool: Pool;
  bytes: UploadBytes;
}

/** Lists what is deleted after it expires: one line each. */
const CHORES: readonly [string, (deps: HousekeepingDeps) => Promise<unknown>][] = [
  ['sessions', ({ pool }) => removeExpiredSessions(pool)],
  ['known devices', ({ pool }) => removeOldDevices(pool)],
  ['tokens', ({ pool }) => removeExpiredTokens(pool)],
  ['unfinished uploads', ({ pool, bytes }) => removeExpiredUploads(pool, bytes)],
  ['unused uploads', ({ pool }) => removeUnused(pool, filesInUse)],
  ['items of deleted authors', ({ pool }) => removeLeftCourses(pool)],
  ['sync events', ({ pool }) => deleteOldEntries(pool)],
  ['idempotency keys', ({ pool }) => deleteExpiredKeys(pool)],
];

/** Deletes what has expired, every 10 minutes. Returns the timer. */
export function startHousekeeping(log: Logger, deps: HousekeepingDeps): NodeJS.Timeout {
  const run = async (): Promise<void> => {
    for (const [chore, work] of CHORES)
      await work(deps).catch((error: unknown) => log.warn({ err: error, chore }, 'housekeeping failed'));
  };
  return setInterval(() => void run(), HOUSEKEEPING_MS).unref();
}
