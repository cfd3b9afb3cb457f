import { migrate } from '../db/commands.ts';
import { runAsAdmin, TEMPLATE_DATABASE, urlOf } from './template.ts';

/** Creates the migrated database that every test database is copied from; takes the maintenance database's address. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE_DATABASE}`);
  await migrate(urlOf(adminUrl, TEMPLATE_DATABASE));
}
