import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { query, type Pool, type Statement } from './pool.ts';

/** Where a read runs: the plain pool, or a connection of it or an EntityManager, whose open transaction it then sees. */
export type Reader = Pool | PoolClient | EntityManager;

/** A timestamp as either driver hands it out. */
export type Timestamp = Date | string;

/** Runs a constant statement on a reader and answers its rows; on the pool it is prepared by name. */
export async function read<Row extends object>(
  reader: Reader,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!('getTransactionContext' in reader)) return query<Row>(reader, statement, values);
  const result = await reader.getKysely().executeQuery<Row>({
    query: { kind: 'RawNode', sqlFragments: [statement.text], parameters: [] },
    queryId: { queryId: statement.name },
    sql: statement.text,
    parameters: values,
  });
  return result.rows;
}

/** ISO 8601 text of a timestamp in UTC. */
export function isoOf(value: Timestamp): string {
  return (typeof value === 'string' ? new Date(value) : value).toISOString();
}

/** ISO 8601 text of a timestamp, or null where there is none. */
export function isoOrNull(value: Timestamp | null): string | null {
  return value === null ? null : isoOf(value);
}

/** A pattern of `like` that finds a text anywhere, taken by the letter; null for none. */
export function patternOf(text: string | undefined): string | null {
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}
