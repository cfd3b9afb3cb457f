import type { SyncResponse } from '#shared/api/sync.ts';
import { USER_LOG_LIMITS } from '#shared/limits.ts';
import type { UserLogPush, UserLogPushName } from '#shared/realtime/user-log.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { UserLogLoaders } from '../../db/user-log.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';

/** Selects the last sequence number in the log of the user of an SQL expression; 0 without an entry. */
export const cursorOf = (user: string) => `coalesce((select s.last_seq from user_logs s where s.user_id = ${user}), 0)`;

interface EntryRow {
  seq: string | number;
  kind: UserLogPushName;
  payload: Record<string, unknown>;
  created_at: Timestamp;
}

const ENTRIES = {
  name: 'user-log-entries',
  text: 'select seq, kind, payload, created_at from user_log_entries where user_id = $1 and seq > $2 order by seq limit $3',
};
const POSITIONS = {
  name: 'user-log-positions',
  text: 'select user_id, last_seq from user_logs where user_id = any($1::uuid[])',
};

/** Loads the last sequence number of each user's log; leaves out users without an entry. */
export async function loadPositions(pool: Pool, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await query<{ user_id: string; last_seq: string | number }>(pool, POSITIONS, [userIds]);
  return new Map(rows.map((row) => [row.user_id, Number(row.last_seq)]));
}

/** Loads the entries of a user's log after a sequence number as pushes; null when the record is deleted or hidden. */
export async function loadEntries(
  pool: Pool,
  { userId, after, limit, loaders }: { userId: string; after: number; limit: number; loaders: UserLogLoaders },
): Promise<{ seq: number; push: UserLogPush | null }[]> {
  const rows = await query<EntryRow>(pool, ENTRIES, [userId, after, limit]);
  const views = new Map<EntryRow, object | null>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const loaded = await loaders[kind](
      pool,
      userId,
      ofKind.map((row) => row.payload),
    );
    for (const [index, row] of ofKind.entries()) views.set(row, loaded[index] ?? null);
  }
  return rows.map((row) => {
    const seq = Number(row.seq);
    const view = views.get(row);
    return {
      seq,
      push: view ? ({ name: row.kind, push: { ...view, seq, at: isoOf(row.created_at) } } as UserLogPush) : null,
    };
  });
}

/**
 * Lists the entries of a user's log after `since`, in order. `isReset` is true when the next entry has expired or
 * `since` is greater than the last sequence number.
 */
export async function listMissed(
  pool: Pool,
  { userId, since, loaders }: { userId: string; since: number; loaders: UserLogLoaders },
): Promise<SyncResponse> {
  const last = (await loadPositions(pool, [userId])).get(userId) ?? 0;
  if (since === last) return { events: [], cursor: last, hasMore: false, isReset: false };
  const found =
    since > last ? [] : await loadEntries(pool, { userId, after: since, limit: USER_LOG_LIMITS.pageEntries, loaders });
  if (found[0]?.seq !== since + 1) return { events: [], cursor: last, hasMore: false, isReset: true };
  const cursor = found.at(-1)?.seq ?? since;
  return { events: found.flatMap(({ push }) => push ?? []), cursor, hasMore: cursor < last, isReset: false };
}

/** Rows of one log deleted per run. */
const DELETE_ROWS = 1_000;

const DELETE_OLD = {
  name: 'user-log-delete-old',
  text: `delete from user_log_entries where created_at < now() - $1 * interval '1 millisecond'`,
};
const DELETE_EXCESS = {
  name: 'user-log-delete-excess',
  // Reads only long logs, each by its index; a join would read every entry of every user.
  text: `delete from user_log_entries where ctid = any(array(select old.ctid from user_logs s
    cross join lateral (select e.ctid from user_log_entries e where e.user_id = s.user_id and e.seq <= s.last_seq - $1
      limit ${DELETE_ROWS}) old
    where s.last_seq > $1))`,
};

/** Deletes entries past the age limit or the number limit; a device that missed one of them is reset. */
export async function deleteOldEntries(pool: Pool): Promise<void> {
  await query(pool, DELETE_OLD, [USER_LOG_LIMITS.retentionMs]);
  await query(pool, DELETE_EXCESS, [USER_LOG_LIMITS.entriesMax]);
}
