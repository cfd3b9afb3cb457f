import { LockMode, type EntityClass, type EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { inOneWrite, query, type Statement } from './pool.ts';
import { read } from './read.ts';

/** How often a transaction that failed by a deadlock or a serialization failure runs again. */
const RETRIES = 3;
const RETRYABLE = new Set(['40P01', '40001']);

/** An option of the entity manager's finders: locks the rows until the transaction ends. */
export const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** A value that the driver can send whatever it contains. */
type PlainValue = string | number | boolean | null | Date | Uint8Array | readonly PlainValue[];

/**
 * A statement that runs last in a transaction, on a connection of the pool together with the commit; `resultOf` gets
 * its rows before anyone learns of the commit. It is data, so that nothing but Postgres can refuse it, which then
 * refuses the commit as well.
 */
export class LastStatement<T = void> {
  readonly statement: Statement;
  readonly values: readonly PlainValue[];
  readonly resultOf: (rows: object[]) => T;

  constructor(statement: Statement, values: readonly PlainValue[], resultOf: (rows: object[]) => T) {
    this.statement = statement;
    this.values = values;
    this.resultOf = resultOf;
  }
}

/** One running transaction and what runs around its end. */
export interface Transaction {
  /** The ORM's configuration or the pool: what belongs to one backend is registered by it. */
  database: object;
  /** Make the statements that run last in the transaction, in order. */
  beforeCommit: (() => LastStatement)[];
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
      for (const step of transaction.beforeCommit) {
        const { statement, values, resultOf } = step();
        resultOf(await read(tx, statement, values));
      }
      return result;
    }),
  );
}

/**
 * {@link transact} on a connection of the pool, for writes that must be fast; what `work` throws rolls back. A
 * {@link LastStatement} that it returns is sent together with the commit.
 */
export async function transactOnPool<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T | LastStatement<T>>,
): Promise<T> {
  return transactAfter(pool, async () => {}, work);
}

/**
 * {@link transactOnPool} with `opening`, which is sent together with the begin and whose result `work` gets. It must
 * only lock and read: if the begin alone fails, it has run outside of the transaction.
 */
export async function transactAfter<Opened, T>(
  pool: Pool,
  opening: (client: PoolClient) => Promise<Opened>,
  work: (client: PoolClient, opened: Opened) => Promise<T | LastStatement<T>>,
): Promise<T> {
  return runWithRetries(pool, async (transaction) => {
    const client = await pool.connect();
    let isBroken = false;
    running.set(client, transaction);
    try {
      const [opened] = await inOneWrite(client, () => {
        const begun = client.query('begin');
        return Promise.all([opening(client), begun]);
      });
      return await commit(client, transaction, await work(client, opened));
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

async function commit<T>(client: PoolClient, { beforeCommit }: Transaction, result: T | LastStatement<T>): Promise<T> {
  const own = result instanceof LastStatement ? result : null;
  // All are made before the first is sent: one that cannot be made rolls back.
  const others = beforeCommit.map((step) => step());
  const send = async <R>({ statement, values, resultOf }: LastStatement<R>): Promise<R> =>
    resultOf(await query(client, statement, values));
  const [first, { command }] = await inOneWrite(client, () =>
    Promise.all([own === null ? (result as T) : send(own), ...others.map(send), client.query('commit')]).then(
      ([value, ...rest]) => [value, rest.at(-1) as { command: string }] as const,
    ),
  );
  // Postgres ends a transaction in which a statement has failed by a rollback.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
  return first;
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
