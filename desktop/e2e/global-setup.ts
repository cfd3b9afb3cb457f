import { createTemplate } from '../../backend/testing/create-template.ts';
import { buildShell, buildWeb } from '../../tools/bundles.ts';
import { startTestPostgres } from '../../tools/postgres.ts';

/**
 * Builds the web app and the desktop client when they are stale, starts one Postgres for the run and migrates the
 * database that every stack copies. Returns the function that stops Postgres.
 */
export default async function setup(): Promise<() => void> {
  buildWeb();
  buildShell();
  const server = await startTestPostgres();
  await createTemplate(server);
  const { adminUrl, databaseUrl, migrateUrl } = server;
  process.env['E2E_POSTGRES'] = JSON.stringify({ adminUrl, databaseUrl, migrateUrl });
  return server.stop;
}
