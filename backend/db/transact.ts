import { LockMode, type EntityClass, type EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';

/** How often a transaction that failed by a deadlock or a serialization failure runs again. */
const RETRIES = 3;
const RETRYABLE = new Set(['40P01', '40001']);

/** An option of the entity manager's finders: locks the rows until the transaction ends. */
export const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** One running transaction and what runs around its end. */
export interface Transaction {
  /** The ORM's configuration or the pool: what belongs to one backend is registered by it. */
  database: object;
  /** Statements that run last in the transaction, in order. */
  beforeCommit: (() => Promise<void>)[];
  /** Runs in order when the transaction has ended; `isCommitted` is false after a rollback. Must not throw. */
  afterEnd: ((isCommitted: boolean) => void)[];
}

const running = new WeakMap<object, Transaction>();

/**
 * Runs `work` in one transaction and commits it; inside a transaction it joins that one. `work` gets an EntityManager
 * of its own and must use it alone, since a deadlock or a serialization failure runs it again, up to three times.
 */
export async function transact<T>(em: EntityManager, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  const surrounding = em.getContext(false) as EntityManager;
  if (running.has(surrounding)) {
    const result = await work(surrounding);
    await surrounding.flush();
    return result;
  }
  return runWithRetries(em.config, (transaction) =>
    em.fork({ useContext: false }).transactional(async (tx) => {
      running.set(tx, transaction);
      const result = await work(tx);
      if (transaction.beforeCommit.length > 0) await tx.flush();
      for (const step of transaction.beforeCommit) await step();
      return result;
    }),
  );
}

/** {@link transact} on a connection of the pool, for writes that must be fast; what `work` throws rolls back. */
export async function transactOnPool<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return runWithRetries(pool, async (transaction) => {
    const client = await pool.connect();
    let isBroken = false;
    running.set(client, transaction);
    try {
      await client.query('begin');
      const result = await work(client);
      for (const step of transaction.beforeCommit) await step();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      running.delete(client);
      client.release(isBroken);
    }
  });
}

/** Locks and loads a user's row of a table that has one row per user; creates it with the defaults when absent. */
export async function lockRowOf<Row extends { userId: unknown }>(
  tx: EntityManager,
  entity: EntityClass<Row>,
  userId: string,
): Promise<Row> {
  await tx.upsert(entity, tx.create(entity, { userId } as never, { persist: false }), {
    onConflictFields: ['userId' as never],
    onConflictAction: 'ignore',
  });
  return tx.findOneOrFail(entity, { userId } as never, { ...LOCKED, refresh: true });
}

/** Returns the transaction that `tx` belongs to. `what` names the write in the error that is thrown outside of one. */
export function transactionOf(tx: EntityManager | PoolClient, what: string): Transaction {
  const transaction = running.get('getContext' in tx ? tx.getContext(false) : tx);
  if (!transaction) throw new Error(`${what} was recorded outside of transact().`);
  return transaction;
}

async function runWithRetries<T>(database: object, attempt: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    const transaction: Transaction = { database, beforeCommit: [], afterEnd: [] };
    let isCommitted = false;
    try {
      const result = await attempt(transaction);
      isCommitted = true;
      return result;
    } catch (error) {
      if (retry >= RETRIES || !isRetryable(error)) throw error;
    } finally {
      for (const hook of transaction.afterEnd) hook(isCommitted);
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && RETRYABLE.has(String(error.code))) || isRetryable(error.cause);
}
