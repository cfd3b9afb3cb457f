import { createHash } from 'node:crypto';
import { migrations } from './migrations/index.ts';

/** A migration as the database stores it. `hash` is null if it ran before hashes were stored. */
export interface StoredMigration {
  name: string;
  hash: string | null;
}

/** Why this version cannot use the schema of a database; `missing` can be migrated. */
export type SchemaProblem = 'missing' | 'newer' | 'changed';

/** Reads {@link StoredMigration}s; their hash is null in a database that was made before there was a column for it. */
export const STORED_MIGRATIONS = `select name, to_jsonb(m) ->> 'hash' as hash from schema_migrations m`;

/** Thrown when the schema was made by other migrations than those of this version. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/**
 * Returns the SHA-256 of the SQL that a migration runs, in hexadecimal.
 *
 * @throws {TypeError} if its SQL is not a list of constant texts: it would depend on more than its file.
 */
export function hashMigration(Migration: (typeof migrations)[number]): string {
  // Constant SQL needs neither a driver nor a configuration.
  const migration = new Migration(undefined as never, undefined as never);
  const pending: unknown = migration.up();
  const queries: unknown[] = migration.getQueries();
  if (pending !== undefined || queries.length === 0 || queries.some((query) => typeof query !== 'string'))
    throw new TypeError(`${Migration.name}: \`up\` may only pass constant SQL to addSql`);
  return createHash('sha256').update(JSON.stringify(queries)).digest('hex');
}

/** Returns the migrations of this version in the order in which they run. */
export function listMigrations(): { name: string; hash: string }[] {
  return migrations.map((Migration) => ({ name: Migration.name, hash: hashMigration(Migration) }));
}

/** Compares names and hashes of migrations that ran with those of this version; null if both are the same. */
export function findSchemaProblem(
  stored: readonly StoredMigration[],
): { problem: SchemaProblem; migration: string } | null {
  const known = new Map(listMigrations().map(({ name, hash }) => [name, hash]));
  const newer = stored.find(({ name }) => !known.has(name));
  if (newer) return { problem: 'newer', migration: newer.name };
  const changed = stored.find(({ name, hash }) => known.get(name) !== hash);
  if (changed) return { problem: 'changed', migration: changed.name };
  const missing = [...known.keys()].find((name) => !stored.some((migration) => migration.name === name));
  return missing === undefined ? null : { problem: 'missing', migration: missing };
}

const PROBLEMS = {
  newer: (name: string) => `has the migration ${name}, which this version does not know`,
  changed: (name: string) => `was made by another version: its migration ${name} is not the one of this version`,
};

/**
 * Checks that this version made the schema, as far as it is migrated.
 *
 * @throws {SchemaError} which says how to keep the data.
 */
export function assertSchemaKnown(stored: readonly StoredMigration[]): void {
  const found = findSchemaProblem(stored);
  if (found === null || found.problem === 'missing') return;
  throw new SchemaError(
    `The database ${PROBLEMS[found.problem](found.migration)}. Nothing was changed. To keep the data, start the version ` +
      '(in a git checkout: the commit) that made it; to start with an empty database, run `npm run db -- reset`, which ' +
      'deletes every row.',
  );
}
