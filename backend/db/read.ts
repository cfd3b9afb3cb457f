import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client, PoolClient } from 'pg';
import { query, type Pool, type Statement } from './pool.ts';

/**
 * The nil UUID (RFC 9562, section 5.9): no record has it, so it also represents a viewer who is not a user; it sorts
 * first.
 */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The max UUID (RFC 9562, section 5.10): no record has it, and it sorts last. */
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Where a read runs: the plain pool, or a connection or an EntityManager, whose open transaction it then sees.
 */
export type Reader = Pool | PoolClient | Client | EntityManager;

/** A timestamp as either driver returns it. */
export type Timestamp = Date | string;

/** The column {@link COUNTED_AT} of a row. */
export interface CountedRow {
  counted_at: Timestamp;
}

/** Selects when a statement reads its rows, which orders the counters that several nodes push. */
export const COUNTED_AT = 'statement_timestamp() as counted_at';

/** Runs a constant statement on a reader and returns its rows; on the pool it is prepared by name. */
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

/** Milliseconds since 1970 in an id of version 7: its first 48 bits (RFC 9562, section 5.7). */
export function uuidTimeMs(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/** Returns a `like` pattern that matches a literal text anywhere; null without a text. */
export function patternOf(text: string | undefined): string | null {
  return text ? `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
}

/** Erases or anonymises what one noun stores of a user, in the running transaction. */
export type Eraser = (tx: EntityManager, userId: string) => Promise<void>;

/**
 * Runs a statement on a user ($1) until it returns `taken: 0`, so that many rows are processed in parts, each well
 * within the statement timeout.
 */
export async function repeat(tx: EntityManager, statement: Statement, userId: string): Promise<void> {
  for (;;) {
    const [part] = await read<{ taken: number }>(tx, statement, [userId]);
    if (!part?.taken) return;
  }
}
