import type { Pool } from 'pg';
import type { SyncAnswer } from '#shared/api/sync.ts';
import { STREAM_LIMITS } from '#shared/limits.ts';
import type { StreamPush, StreamPushMap, StreamPushName } from '#shared/realtime/stream.ts';
import { query } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';

/**
 * Makes the pushes of one kind to a person, without `seq` and `at`; null for what is gone or hidden. One answer for
 * each payload, in order.
 */
export type StreamLoader<Name extends StreamPushName> = (
  pool: Pool,
  userId: string,
  payloads: readonly Record<string, unknown>[],
) => Promise<(Omit<StreamPushMap[Name], 'seq' | 'at'> | null)[]>;

/** One loader for each kind of event. */
export type StreamLoaders = { [Name in StreamPushName]: StreamLoader<Name> };

interface EventRow {
  seq: string | number;
  kind: StreamPushName;
  payload: Record<string, unknown>;
  created_at: Timestamp;
}

const EVENTS = {
  name: 'stream-events',
  text: 'select seq, kind, payload, created_at from user_event where user_id = $1 and seq > $2 order by seq limit $3',
};
const POSITIONS = {
  name: 'stream-positions',
  text: 'select user_id, last_seq from user_stream where user_id = any($1::uuid[])',
};

/** Loads where the streams of people stand; those without an event yet are missing. */
export async function loadPositions(pool: Pool, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await query<{ user_id: string; last_seq: string | number }>(pool, POSITIONS, [userIds]);
  return new Map(rows.map((row) => [row.user_id, Number(row.last_seq)]));
}

/** Events of a person after a place, in order, as pushes; an event about what is gone keeps its place and has no push. */
export async function loadEvents(
  pool: Pool,
  { userId, after, limit, loaders }: { userId: string; after: number; limit: number; loaders: StreamLoaders },
): Promise<{ seq: number; event: StreamPush | null }[]> {
  const rows = await query<EventRow>(pool, EVENTS, [userId, after, limit]);
  const pushes = new Map<EventRow, object | null>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const views = await loaders[kind](
      pool,
      userId,
      ofKind.map((row) => row.payload),
    );
    for (const [index, row] of ofKind.entries()) pushes.set(row, views[index] ?? null);
  }
  return rows.map((row) => {
    const seq = Number(row.seq);
    const view = pushes.get(row);
    return {
      seq,
      event: view ? ({ name: row.kind, push: { ...view, seq, at: isoOf(row.created_at) } } as StreamPush) : null,
    };
  });
}

/**
 * What a person's devices missed since a place; reset when it is no longer kept, or when the place is not of this
 * stream.
 */
export async function listMissed(
  pool: Pool,
  { userId, since, loaders }: { userId: string; since: number; loaders: StreamLoaders },
): Promise<SyncAnswer> {
  const last = (await loadPositions(pool, [userId])).get(userId) ?? 0;
  if (since === last) return { events: [], cursor: last, hasMore: false, isReset: false };
  const found =
    since > last ? [] : await loadEvents(pool, { userId, after: since, limit: STREAM_LIMITS.pageEvents, loaders });
  if (found[0]?.seq !== since + 1) return { events: [], cursor: last, hasMore: false, isReset: true };
  const cursor = found.at(-1)?.seq ?? since;
  return { events: found.flatMap(({ event }) => event ?? []), cursor, hasMore: cursor < last, isReset: false };
}

/** Of one stream, each time. */
const FORGET_ROWS = 1_000;

const FORGET_OLD = {
  name: 'stream-forget-old',
  text: `delete from user_event where created_at < now() - $1 * interval '1 millisecond'`,
};
const FORGET_MANY = {
  name: 'stream-forget-many',
  // Only long streams are looked into, each by its index; a join would read every event of everybody.
  text: `delete from user_event where ctid = any(array(select old.ctid from user_stream s
    cross join lateral (select e.ctid from user_event e where e.user_id = s.user_id and e.seq <= s.last_seq - $1 limit ${FORGET_ROWS}) old
    where s.last_seq > $1))`,
};

/** Forgets events that are older or more than what is kept; a device that comes back after that starts afresh. */
export async function forgetEvents(pool: Pool): Promise<void> {
  await query(pool, FORGET_OLD, [STREAM_LIMITS.keptMs]);
  await query(pool, FORGET_MANY, [STREAM_LIMITS.keptEvents]);
}
