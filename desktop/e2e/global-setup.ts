import { startTestPostgres } from '../../tools/postgres.ts';
import { buildWeb } from '../../tools/web.ts';

/** Builds the web app when it is stale and starts one Postgres for the run; answers what stops it. */
export default async function setup(): Promise<() => void> {
  buildWeb();
  const server = await startTestPostgres();
  process.env['E2E_ADMIN_URL'] = server.adminUrl;
  return server.stop;
}
