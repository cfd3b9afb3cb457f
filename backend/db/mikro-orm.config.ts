import { defineConfig, type AnyEntity, type EntityClass } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { migrations } from './migrations/index.ts';

/** How long one statement may run before Postgres cancels it, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** How long to wait for a connection before the request fails, in milliseconds. */
export const CONNECTION_TIMEOUT_MS = 3_000;

/** What the ORM needs to know: where the database is and which entities there are (injected, as db may not import domains). */
export interface OrmSettings {
  databaseUrl: string;
  entities: readonly EntityClass<AnyEntity>[];
}

/** Builds the one ORM configuration that the server, the commands and the tests share. */
export function ormConfig({ databaseUrl, entities }: OrmSettings) {
  return defineConfig({
    clientUrl: databaseUrl,
    entities: [...entities],
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: 10 },
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    },
    schemaGenerator: { disableForeignKeys: false },
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
