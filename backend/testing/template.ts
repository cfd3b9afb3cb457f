import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Name of the migrated database that every test database is copied from. */
export const TEMPLATE_DATABASE = 'lyceum_template';

/** The roles of a server for tests, as the addresses of any of its databases. */
export interface TestServer {
  /** The superuser. */
  adminUrl: string;
  /** The role of the product. */
  databaseUrl: string;
  /** The role that owns the tables. */
  migrateUrl: string;
}

/** A test's own database. */
export interface TestDatabase {
  /** Its address with the role of the product. */
  url: string;
  /** Its address with the role that owns the tables. */
  ownerUrl: string;
  drop: () => Promise<void>;
}

/** Copies the migrated template into a new database, whose name begins with `prefix`. */
export async function copyTemplate(server: TestServer, prefix: string): Promise<TestDatabase> {
  const { adminUrl, databaseUrl, migrateUrl } = server;
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const owner = new URL(migrateUrl).username;
  await runStatement(
    adminUrl,
    `create database ${name} owner ${owner} template ${TEMPLATE_DATABASE} strategy file_copy`,
  );
  return {
    url: urlOf(databaseUrl, name),
    ownerUrl: urlOf(migrateUrl, name),
    drop: () => runStatement(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Returns the address of another database on the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
