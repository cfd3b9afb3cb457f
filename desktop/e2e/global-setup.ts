import { startTestPostgres } from '../../tools/postgres.ts';
import { buildShell, buildWeb } from '../../tools/bundles.ts';

/**
 * Builds the web app and the desktop client when they are stale and starts one Postgres for the run; answers what stops
 * it.
 */
export default async function setup(): Promise<() => void> {
  buildWeb();
  buildShell();
  const server = await startTestPostgres();
  process.env['E2E_ADMIN_URL'] = server.adminUrl;
  return server.stop;
}
