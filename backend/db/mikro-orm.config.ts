import { defineConfig, type AnyEntity, type EntityClass } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { waitForFreeConnection } from './connection-limit.ts';
import { connectionOptions, type SessionSettings } from './connection.ts';
import { migrations } from './migrations/index.ts';
import { releaseBrokenConnections } from './orm-pool.ts';

/** How long one statement may run before Postgres cancels it, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 2_500;

/**
 * How long to wait for a response, in milliseconds: a little longer than Postgres needs to cancel a statement, for a
 * server that is frozen or disconnected. A request inside a transaction waits twice, because of its rollback.
 */
export const QUERY_TIMEOUT_MS = 2_900;

/** How long to wait for a connection before the request fails, in milliseconds. */
export const CONNECTION_TIMEOUT_MS = 3_000;

/**
 * After how long without a statement Postgres ends a transaction, in milliseconds. A node that is frozen or loses power
 * would otherwise keep its row locks.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Time limits of every connection of the pools. */
export const SESSION = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
} as const satisfies SessionSettings;

/**
 * The address of the database, and the entities (injected, because db may not import domains).
 */
export interface OrmSettings {
  databaseUrl: string;
  entities: readonly EntityClass<AnyEntity>[];
}

/** Builds the one ORM configuration that the server, the commands and the tests share. */
export function ormConfig({ databaseUrl, entities }: OrmSettings) {
  const connection = connectionOptions(databaseUrl, SESSION);
  return defineConfig({
    dbName: connection.database,
    entities: [...entities],
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: 10 },
    driverOptions: {
      ...connection,
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      onPoolCreated: (pool: Pool) => {
        waitForFreeConnection(pool, CONNECTION_TIMEOUT_MS);
        releaseBrokenConnections(pool);
      },
    },
    // The migrations contain triggers, functions and views that no entity can describe.
    schemaGenerator: { disableForeignKeys: false, ignoreTriggers: true, ignoreRoutines: true },
    migrations: {
      tableName: 'schema_migrations',
      migrationsList: [...migrations],
      snapshot: false,
      allOrNothing: true,
      transactional: true,
    },
    logger: () => undefined,
  });
}
