import { migrations } from '../../db/migrations/index.ts';
import { read, type Reader } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';

/** Takes a transaction id, which a read-only standby or a full disk refuses, and counts the migrations. */
const PROBE = {
  name: 'ready-probe',
  text: `select pg_current_xact_id()::text as id, (select count(*) from schema_migrations)::int as migrations`,
};

/**
 * Checks that the database responds on each way to it (the pool of hot reads, the ORM's pool), accepts writes and has
 * every migration. @throws AppError UNAVAILABLE.
 */
export async function checkReady(readers: readonly Reader[]): Promise<{ status: 'ok' }> {
  const probes = readers.map((reader) => read<{ id: string; migrations: number }>(reader, PROBE, []));
  const rows = await Promise.all(probes).catch(() => null);
  if (rows === null) throw notReady('The database does not respond');
  if (rows.some(([row]) => (row?.migrations ?? 0) < migrations.length))
    throw notReady('The database is not migrated yet');
  return { status: 'ok' };
}

function notReady(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}
