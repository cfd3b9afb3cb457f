import { migrate } from '../db/commands.ts';
import { runStatement, TEMPLATE_DATABASE, urlOf, type TestServer } from './template.ts';

/** Creates the migrated database that every test database is copied from. */
export async function createTemplate({ adminUrl, databaseUrl, migrateUrl }: TestServer): Promise<void> {
  const owner = new URL(migrateUrl).username;
  await runStatement(adminUrl, `create database ${TEMPLATE_DATABASE} owner ${owner}`);
  await migrate(urlOf(databaseUrl, TEMPLATE_DATABASE), { migrateUrl: urlOf(migrateUrl, TEMPLATE_DATABASE) });
}
