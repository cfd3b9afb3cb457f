import { metaEndpoints } from '#shared/api/meta.ts';
import { migrations } from '../../db/migrations/index.ts';
import { query, type Pool } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { routes } from '../../http/route.ts';

/** This server: the release, the level of its API and the oldest client that it serves. */
const META = { version: '0.1.0', apiLevel: 1, minClient: '0.1.0' };

/** Takes a transaction id, which a read-only standby or a full disk refuses, and counts the migrations. */
const PROBE = {
  name: 'ready-probe',
  text: `select pg_current_xact_id()::text as id, (select count(*) from schema_migrations)::int as migrations`,
};

/** Routes of health and version. */
export const metaRoutes = routes(
  metaEndpoints,
  {},
  {
    getLive: async () => ({ status: 'ok' }),
    getReady: ({ pool }) => checkReady(pool),
    getMeta: async () => META,
  },
);

/** Checks that the database responds, accepts writes and has every migration. @throws AppError UNAVAILABLE. */
async function checkReady(pool: Pool): Promise<{ status: 'ok' }> {
  const rows = await query<{ id: string; migrations: number }>(pool, PROBE).catch(() => null);
  if (rows === null) throw notReady('The database does not respond');
  if ((rows[0]?.migrations ?? 0) < migrations.length) throw notReady('The database is not migrated yet');
  return { status: 'ok' };
}

function notReady(message: string): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}
