import { migrate } from '../db/commands.ts';
import { installJobQueue } from '../db/job-queue.ts';
import { runAsAdmin, TEMPLATE_DATABASE, urlOf } from './template.ts';

/** Creates the migrated database that every test database is copied from; takes the maintenance database's address. */
export async function createTemplate(adminUrl: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE_DATABASE}`);
  const url = urlOf(adminUrl, TEMPLATE_DATABASE);
  await migrate(url);
  await installJobQueue(url);
}
