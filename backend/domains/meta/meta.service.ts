import type { MetaView, ReadyView } from '#shared/api/meta.ts';
import { SECOND_MS } from '#shared/time.ts';
import { read, type Reader } from '../../db/read.ts';
import {
  findSchemaProblem,
  STORED_MIGRATIONS,
  type SchemaProblem,
  type StoredMigration,
} from '../../db/schema-state.ts';
import { AppError } from '../../http/app-error.ts';

/** This server: the release, the level of its API and the oldest client that it serves. */
export const META: MetaView = { version: '0.1.0', apiLevel: 1, minClient: '0.1.0' };

/** Takes a transaction id, which a read-only standby refuses, and lists the migrations. */
const PROBE = {
  name: 'ready-probe',
  text: `select pg_current_xact_id()::text as id, array(select to_jsonb(s) from (${STORED_MIGRATIONS}) s) as migrations`,
};
const SCHEMA_PROBLEMS: Readonly<Record<SchemaProblem, string>> = {
  missing: 'The database is not migrated yet',
  newer: 'The database has a newer schema than this version of the server',
  changed: 'The database has the schema of another version of the server',
};

/** What readiness depends on besides the database, and what it reports. */
interface ReadyDeps {
  redis?: { isUnavailable: boolean } | undefined;
  disk?: { isFull: () => boolean };
  /** Returns the states of other services. */
  services?: () => Promise<Omit<ReadyView, 'status' | 'redis' | 'relay'>>;
  /** Whether a TURN server is configured; nothing is reported without it. */
  hasRelay?: boolean;
}

/**
 * Checks that the database responds on each way to it (the pool of hot reads, the ORM's pool), accepts writes and has
 * exactly the migrations of this version, with the same SQL: it cannot serve another schema. Its disk is full when a
 * write failed recently for that reason. Redis and other services are only reported, since a node serves without them.
 *
 * @throws AppError UNAVAILABLE.
 */
export async function checkReady(
  readers: readonly Reader[],
  { redis, disk, services, hasRelay }: ReadyDeps = {},
): Promise<ReadyView> {
  if (disk?.isFull()) throw notReady('The database has no disk space');
  const probes = readers.map((reader) => read<{ id: string; migrations: StoredMigration[] }>(reader, PROBE, []));
  const rows = await Promise.all(probes).catch(() => null);
  if (rows === null) throw notReady('The database does not respond');
  for (const [row] of rows) {
    const found = findSchemaProblem(row?.migrations ?? []);
    if (found) throw notReady(SCHEMA_PROBLEMS[found.problem]);
  }
  const states = await services?.();
  return {
    status: 'ok',
    ...(redis && { redis: redis.isUnavailable ? 'unavailable' : 'ok' }),
    ...(hasRelay !== undefined && { relay: hasRelay ? 'configured' : 'none' }),
    ...states,
  };
}

/**
 * Returns a function that runs an expensive read for many callers. Its result is shared by concurrent calls and by
 * those of the next `forMs` milliseconds, one second when it is omitted; a failure always by those of the next second.
 */
export function shareResult<T>(load: () => Promise<T>, forMs: number = SECOND_MS): () => Promise<T> {
  let shared: Promise<T> | undefined;
  const run = (): Promise<T> => {
    const result = load();
    const forgetAfter = (ms: number) => () => void setTimeout(() => (shared = undefined), ms).unref();
    result.then(forgetAfter(forMs), forgetAfter(SECOND_MS));
    return result;
  };
  return () => (shared ??= run());
}

/** Returns the error of a server that a load balancer should not use at the moment. */
export function notReady(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}
