import { migrations } from '../../db/migrations/index.ts';
import { query, type Pool } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';

/** Takes a transaction id, which a read-only standby or a full disk refuses, and counts the migrations. */
const PROBE = {
  name: 'ready-probe',
  text: `select pg_current_xact_id()::text as id, (select count(*) from schema_migrations)::int as migrations`,
};

/** Checks that the database answers, takes writes and has every migration. @throws AppError UNAVAILABLE. */
export async function checkReady(pool: Pool): Promise<{ status: 'ok' }> {
  const done = await query<{ id: string; migrations: number }>(pool, PROBE).then(
    ([row]) => row?.migrations ?? 0,
    () => null,
  );
  if (done === null) throw notReady('The database does not answer');
  if (done < migrations.length) throw notReady('The database is not migrated yet');
  return { status: 'ok' };
}

function notReady(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}
