import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import type { UserLogPushMap, UserLogPushName } from '#shared/realtime/user-log.ts';
import { read } from './read.ts';
import { transactionOf, type Transaction } from './transact.ts';

/** An entry contains ids and numbers; the push is built at delivery, so that deleted content is never stored here. */
export interface LogEntry {
  kind: UserLogPushName;
  payload: Record<string, string | number | boolean | null>;
}

/** Notifies every node of users: their logs grew, or their lists of messages changed without an entry. */
export type SignalUsers = (kind: 'user-log' | 'messages', userIds: readonly string[]) => void;

/**
 * Builds the pushes of one kind to a user, without `seq` and `at`, one for each payload in order; null for a deleted or
 * hidden record.
 */
export type UserLogLoader<Name extends UserLogPushName> = (
  pool: Pool,
  userId: string,
  payloads: readonly Record<string, unknown>[],
) => Promise<(Omit<UserLogPushMap[Name], 'seq' | 'at'> | null)[]>;

/** One loader for each kind of entry. */
export type UserLogLoaders = { [Name in UserLogPushName]: UserLogLoader<Name> };

/**
 * The end of a `with` that appends entries to user logs. `entries` is SQL that selects `user_id`, `kind`, `payload` and
 * `position`, the order of a user's entries; the caller's statement calls {@link signalAfterCommit}. Logs are locked in
 * ascending order, so that two writers cannot deadlock; each stays locked until the commit, so that sequence numbers
 * follow the order of commits.
 */
export const userLogSql = (entries: string) => `e as (${entries}), logs as (
      insert into user_logs (user_id, last_seq) select e.user_id, count(*) from e group by e.user_id order by e.user_id
      on conflict (user_id) do update set last_seq = user_logs.last_seq + excluded.last_seq
      returning user_id, last_seq
    ), appended as (
      insert into user_log_entries (user_id, seq, kind, payload)
      select e.user_id, l.last_seq + 1 - row_number() over (partition by e.user_id order by e.position desc), e.kind,
        e.payload from e join logs l on l.user_id = e.user_id
    )`;

const APPEND = {
  name: 'user-log-append',
  text: `with ${userLogSql(`select user_id, kind, payload::jsonb, position
      from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as e (user_id, kind, payload, position)`)}
    select`,
};

const signals = new WeakMap<object, SignalUsers>();
const pending = new WeakMap<Transaction, (LogEntry & { userId: string })[]>();

/** Registers what notifies the nodes for the transactions of an ORM (by its configuration) or of a pool. */
export function connectUserLog(database: object, signalUsers: SignalUsers): void {
  signals.set(database, signalUsers);
}

/**
 * Appends an entry to users' logs when the running transaction commits, in the order of the calls; their devices are
 * notified then.
 */
export function appendToUserLog(tx: EntityManager | PoolClient, userIds: readonly string[], entry: LogEntry): void {
  const transaction = transactionOf(tx, `The log entry ${entry.kind}`);
  if (userIds.length === 0) return;
  const entries = pending.get(transaction) ?? [];
  if (!pending.has(transaction)) {
    pending.set(transaction, entries);
    // Logs are locked last and all in one order: a transaction that holds one waits for no other lock.
    transaction.beforeCommit.push(async () => {
      const columns = [
        entries.map(({ userId }) => userId),
        entries.map(({ kind }) => kind),
        entries.map(({ payload }) => JSON.stringify(payload)),
      ];
      await read(tx, APPEND, columns);
    });
    transaction.afterEnd.push((isCommitted) => {
      if (isCommitted)
        signals.get(transaction.database)?.('user-log', [...new Set(entries.map(({ userId }) => userId))]);
    });
  }
  for (const userId of userIds) entries.push({ ...entry, userId });
}

/** Notifies the nodes of users once the running transaction commits. */
export function signalAfterCommit(tx: EntityManager | PoolClient, ...[kind, userIds]: Parameters<SignalUsers>): void {
  const transaction = transactionOf(tx, `The signal ${kind}`);
  transaction.afterEnd.push((isCommitted) => {
    if (isCommitted) signals.get(transaction.database)?.(kind, userIds);
  });
}
