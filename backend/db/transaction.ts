import type { Pool, PoolClient } from 'pg';

const RETRIES = 3;
/** Deadlock and serialization failure: run again, nothing has happened. */
const RETRYABLE = new Set(['40P01', '40001']);

/**
 * Runs `work` in one transaction on a connection of the pool, for writes whose cost counts; a deadlock or a
 * serialization failure runs it again, up to three times. What `work` throws rolls back.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    const client = await pool.connect();
    let isBroken = false;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      if (retry >= RETRIES || !isRetryable(error)) throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));
}
