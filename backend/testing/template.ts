import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Name of the migrated database that every test database is copied from. */
export const TEMPLATE_DATABASE = 'lyceum_template';

/** A test's own database. */
export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Copies the migrated template into a new database, whose name begins with `prefix`. */
export async function copyTemplate(adminUrl: string, prefix: string): Promise<TestDatabase> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    url: urlOf(adminUrl, name),
    drop: () => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Returns the address of another database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on the maintenance database. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
