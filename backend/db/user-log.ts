import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import type { UserLogPush, UserLogPushMap, UserLogPushName } from '#shared/realtime/user-log.ts';
import { databaseNow } from './clock.ts';
import { LastStatement, transactionOf, type Transaction } from './transact.ts';

/** An entry contains ids and numbers; the push is built at delivery, so that deleted content is never stored here. */
interface LogEntry<Name extends UserLogPushName> {
  kind: Name;
  payload: Record<string, string | number | boolean | null>;
  /** What the loader of the kind builds of the entry, if the write has it at hand and all the users see the same. */
  view?: UserLogView<Name>;
}

/** A push without its sequence number and time. */
type UserLogView<Name extends UserLogPushName> = Omit<UserLogPushMap[Name], 'seq' | 'at'>;

/** An entry that was committed, with its push when the write had it at hand. */
export interface CommittedEntry {
  userId: string;
  seq: number;
  push?: UserLogPush;
}

/**
 * Notifies every node of users: their logs grew, or their lists of messages changed without an entry. The entries are
 * those of this transaction, in ascending order for each user, as far as it knows them.
 */
export type SignalUsers = (
  kind: 'user-log' | 'messages',
  userIds: readonly string[],
  entries?: readonly CommittedEntry[],
) => void;

/**
 * Builds the pushes of one kind to a user, without `seq` and `at`, one for each payload in order; null for a deleted or
 * hidden record.
 */
export type UserLogLoader<Name extends UserLogPushName> = (
  pool: Pool,
  userId: string,
  payloads: readonly Record<string, unknown>[],
) => Promise<(UserLogView<Name> | null)[]>;

/** One loader for each kind of entry. */
export type UserLogLoaders = { [Name in UserLogPushName]: UserLogLoader<Name> };

/**
 * The end of a `with` that appends entries to user logs. `entries` is SQL that selects `user_id`, `kind`, `payload` and
 * `position`, the order of a user's entries; the caller's statement calls {@link signalAfterCommit} or
 * {@link deliverAfterCommit}, for which `logs` has the last sequence number of each user. Logs are locked in ascending
 * order, so that two writers cannot deadlock; each stays locked until the commit, so that sequence numbers follow the
 * order of commits.
 */
export const userLogSql = (entries: string) => `e as (${entries}), logs as (
      insert into user_logs (user_id, last_seq) select e.user_id, count(*) from e group by e.user_id order by e.user_id
      on conflict (user_id) do update set last_seq = user_logs.last_seq + excluded.last_seq
      returning user_id, last_seq
    ), appended as (
      insert into user_log_entries (user_id, seq, kind, payload)
      select e.user_id, l.last_seq + 1 - row_number() over (partition by e.user_id order by e.position desc), e.kind,
        e.payload from e join logs l on l.user_id = e.user_id
      returning user_id, seq
    )`;

const APPEND = {
  name: 'user-log-append',
  text: `with ${userLogSql(`select user_id, kind, payload::jsonb, position
      from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as e (user_id, kind, payload, position)`)}
    select user_id, seq from appended order by user_id, seq`,
};

type PendingEntry = LogEntry<UserLogPushName> & { userId: string };

const signals = new WeakMap<object, SignalUsers>();
const pending = new WeakMap<Transaction, PendingEntry[]>();

/** Registers what notifies the nodes for the transactions of an ORM (by its configuration) or of a pool. */
export function connectUserLog(database: object, signalUsers: SignalUsers): void {
  signals.set(database, signalUsers);
}

/**
 * Appends an entry to users' logs when the running transaction commits, in the order of the calls; their devices are
 * notified then.
 */
export function appendToUserLog<Name extends UserLogPushName>(
  tx: EntityManager | PoolClient,
  userIds: readonly string[],
  entry: LogEntry<Name>,
): void {
  const transaction = transactionOf(tx, `The log entry ${entry.kind}`);
  if (userIds.length === 0) return;
  const entries = pending.get(transaction) ?? [];
  if (!pending.has(transaction)) {
    pending.set(transaction, entries);
    let committed: CommittedEntry[] = [];
    // Logs are locked last and all in one order: a transaction that holds one waits for no other lock.
    transaction.beforeCommit.push(() => {
      const columns = [
        entries.map(({ userId }) => userId),
        entries.map(({ kind }) => kind),
        entries.map(({ payload }) => JSON.stringify(payload)),
      ];
      return new LastStatement(APPEND, columns, (rows) => {
        committed = toCommitted(entries, rows as AppendedRow[]);
      });
    });
    transaction.afterEnd.push((isCommitted) => {
      if (isCommitted) signal(transaction, committed);
    });
  }
  for (const userId of userIds) entries.push({ ...entry, userId });
}

interface AppendedRow {
  user_id: string;
  seq: string | number;
}

/** Adds the sequence numbers to entries; each user's rows are in the order of the entries. */
function toCommitted(entries: readonly PendingEntry[], rows: readonly AppendedRow[]): CommittedEntry[] {
  const numbers = Map.groupBy(rows, (row) => row.user_id);
  return entries.map(({ userId, kind, view }) => {
    const seq = Number(numbers.get(userId)?.shift()?.seq);
    if (view === undefined) return { userId, seq };
    return { userId, seq, push: toPush(kind, view, seq) };
  });
}

function toPush(name: UserLogPushName, view: object, seq: number): UserLogPush {
  return { name, push: { ...view, seq, at: databaseNow().toISOString() } } as UserLogPush;
}

function signal({ database }: Transaction, entries: readonly CommittedEntry[]): void {
  signals.get(database)?.('user-log', [...new Set(entries.map(({ userId }) => userId))], entries);
}

/** Notifies the nodes of users once the running transaction commits. */
export function signalAfterCommit(
  tx: EntityManager | PoolClient,
  kind: 'user-log' | 'messages',
  userIds: readonly string[],
): void {
  const transaction = transactionOf(tx, `The signal ${kind}`);
  transaction.afterEnd.push((isCommitted) => {
    if (isCommitted) signals.get(transaction.database)?.(kind, userIds);
  });
}

/**
 * Delivers entries that a statement with {@link userLogSql} has appended once the running transaction commits. A user
 * without a view has theirs read.
 */
export function deliverAfterCommit<Name extends UserLogPushName>(
  client: PoolClient,
  kind: Name,
  entries: readonly { userId: string; seq: number; view?: UserLogView<Name> | undefined }[],
): void {
  const transaction = transactionOf(client, `The log entry ${kind}`);
  transaction.afterEnd.push((isCommitted) => {
    if (!isCommitted) return;
    const committed = entries.map(({ userId, seq, view }): CommittedEntry => {
      return view === undefined ? { userId, seq } : { userId, seq, push: toPush(kind, view, seq) };
    });
    signal(transaction, committed);
  });
}
