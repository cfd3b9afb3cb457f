import type pg from 'pg';
import { createClient } from './connection.ts';
import { CONNECTION_TIMEOUT_MS } from './mikro-orm.config.ts';

/** Thrown when the database is reached through a pooler that gives each transaction another connection. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * Checks that a connection stays the same from one transaction to the next. Prepared statements, locks and signals need
 * it; a pooler in transaction mode would let the server start and then fail most requests. `setting` names the
 * address.
 *
 * @throws {PoolerError}
 */
export async function checkNoPooler(databaseUrl: string, setting: string): Promise<void> {
  const open = () => createClient(databaseUrl, { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  const [one, other] = [open(), open()];
  try {
    await one.connect();
    const before = await pidOf(one);
    await other.connect();
    // While the transaction is open, a pooler gives its connection to no other client.
    await other.query('begin');
    const held = await pidOf(other);
    const after = await pidOf(one);
    if (held === before || after !== before)
      throw new PoolerError(
        `${setting} leads to a pooler in transaction mode, which Lyceum cannot use. Name the database itself, or ` +
          'set the pooler to session mode (pool_mode = session).',
      );
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
