import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { connectionOptions, createClient } from './connection.ts';
import { IdempotencyKey } from './idempotency-key.entity.ts';
import { installJobQueue } from './job-queue.ts';
import { CONNECTION_TIMEOUT_MS, ormConfig } from './mikro-orm.config.ts';
import { OutboxRow } from './outbox.entity.ts';
import { checkNoPooler } from './pooler.ts';
import { grantRights } from './roles.ts';
import { assertSchemaKnown, listMigrations, STORED_MIGRATIONS, type StoredMigration } from './schema-state.ts';

/** The advisory lock that one migrating process holds; the number is the letters "lyceum" read as base 36. */
const MIGRATION_LOCK = 1_306_246_270;

/** How long a process waits for another one's migration, in milliseconds. */
const MIGRATION_WAIT_MS = 120_000;

/** How long a migration waits for a table lock before it gives up, in milliseconds. */
const LOCK_TIMEOUT_MS = 2_000;

/** The address whose role owns the tables and migrates; by default the one of the server. */
interface OwnerSettings {
  migrateUrl?: string | undefined;
}

/** What `migrate` calls: `check` before the first migration, which it can refuse, and `onWait` when it has to wait. */
interface MigrationHooks {
  onWait?: () => void;
  check?: (client: pg.Client) => Promise<void>;
}

/**
 * Brings the database to the newest migration and returns the names of those that ran (empty when it was current). Safe
 * when several processes start at once: one migrates, the others wait and find nothing to do. With a role of its own
 * for migrations, the role of `databaseUrl` then receives its rights.
 *
 * @throws {SchemaError} when other migrations made the database; it is left as it is.
 */
export async function migrate(
  databaseUrl: string,
  { migrateUrl = databaseUrl, onWait, check }: OwnerSettings & MigrationHooks = {},
): Promise<string[]> {
  await checkNoPooler(databaseUrl, 'DATABASE_URL');
  if (migrateUrl !== databaseUrl) await checkNoPooler(migrateUrl, 'MIGRATE_URL');
  const work = async (client: pg.Client): Promise<string[]> => {
    await check?.(client);
    return bringUpToDate(client, { databaseUrl, migrateUrl });
  };
  return withMigrationLock(migrateUrl, work, onWait);
}

/** Empties the database and migrates it again; every row is lost. It keeps its id, and with it its store of files. */
export async function reset(databaseUrl: string, { migrateUrl = databaseUrl }: OwnerSettings = {}): Promise<void> {
  await withMigrationLock(migrateUrl, async (client) => {
    // A database that was never migrated has no such table.
    const known = await client.query<{ id: string }>('select id from instance').catch(() => ({ rows: [] }));
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
    await bringUpToDate(client, { databaseUrl, migrateUrl });
    for (const { id } of known.rows) await client.query('insert into instance (id) values ($1)', [id]);
  });
}

/** Runs the migrations, under their lock. */
async function bringUpToDate(
  client: pg.Client,
  { databaseUrl, migrateUrl }: { databaseUrl: string; migrateUrl: string },
): Promise<string[]> {
  const stored = await loadMigrations(client);
  assertSchemaKnown(stored);
  const isCurrent = stored.length === listMigrations().length;
  const names = isCurrent ? [] : await runMigrations(migrateUrl);
  await installJobQueue(client);
  if (migrateUrl !== databaseUrl) await grantRights(client, { databaseUrl, lock: MIGRATION_LOCK });
  return names;
}

/** Fills an empty database with the demo content; returns false and changes nothing when it already has accounts. */
export async function seed(databaseUrl: string, dataDir: string): Promise<boolean> {
  const [{ entities }, { seedDemo }] = await Promise.all([import('../entities.ts'), import('./seeds/demo.ts')]);
  const orm = await MikroORM.init(ormConfig({ databaseUrl, entities }));
  try {
    return await seedDemo(orm, { dataDir });
  } finally {
    await orm.close();
  }
}

/** Returns the migrations that ran; empty for a database that was never migrated. */
async function loadMigrations(client: pg.Client): Promise<StoredMigration[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  return rows[0]?.exists ? (await client.query<StoredMigration>(STORED_MIGRATIONS)).rows : [];
}

/** Checks a database without changing it. @throws {SchemaError} when other migrations than this version's made it. */
export async function checkSchema(databaseUrl: string): Promise<void> {
  const client = createClient(databaseUrl, { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  await client.connect();
  try {
    assertSchemaKnown(await loadMigrations(client));
  } finally {
    await client.end();
  }
}

/** Runs the missing migrations and stores the hash of each, all in one transaction. */
async function runMigrations(databaseUrl: string): Promise<string[]> {
  const orm = await MikroORM.init({
    ...ormConfig({ databaseUrl, entities: [IdempotencyKey, OutboxRow] }),
    driverOptions: {
      ...connectionOptions(databaseUrl, { lock_timeout: LOCK_TIMEOUT_MS }),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    },
  });
  try {
    // Creates the table of the migrator, which has no column for hashes.
    await orm.migrator.getExecuted();
    await orm.em.fork().execute('alter table schema_migrations add column if not exists hash text');
    return await orm.em.fork().transactional(async (em) => {
      const done = await orm.migrator.up({ transaction: em.getTransactionContext() });
      for (const { name, hash } of listMigrations())
        await em.execute('update schema_migrations set hash = ? where name = ? and hash is null', [hash, name]);
      return done.map((migration) => migration.name);
    });
  } finally {
    await orm.close();
  }
}

async function withMigrationLock<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  onWait?: () => void,
): Promise<T> {
  const client = createClient(databaseUrl, {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    session: { lock_timeout: MIGRATION_WAIT_MS },
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ is_locked: boolean }>('select pg_try_advisory_lock($1) as is_locked', [
      MIGRATION_LOCK,
    ]);
    if (!rows[0]?.is_locked) {
      onWait?.();
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    return await work(client);
  } finally {
    await client.end();
  }
}
