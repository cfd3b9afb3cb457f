import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { whenAvailable } from '../../db/availability.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { query } from '../../db/pool.ts';
import { transactOnPool } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { storeCallMessage } from '../messages/call-messages.service.ts';
import { lockPair } from '../visibility/visibility.access.ts';
import type { CallRegistry } from './call-registry.ts';
import type { StoredCall } from './call-take-up.ts';
import type { CallOutcome, LiveCall } from './live-call.ts';

/** How old the row of a call that the registry does not know is before it ends as lost, in milliseconds. */
const OPEN_MS = 60_000;
const OPEN_ROWS = 2_000;

/**
 * Inserts a call or completes its row, in any order; a row that has ended does not change. Returns the row if it has
 * ended now. The id of a user who was deleted meanwhile is null.
 */
const RECORD = {
  name: 'call-record',
  text: `insert into calls (id, caller_id, callee_id, type, route, created_at, ringing_at, answered_at, ended_at,
      end_reason, ended_by, caller_party, callee_party, replaces)
    select $1::uuid, (select id from users where id = $2), (select id from users where id = $3), $4, $5,
      ${['6', '7', '8', '9'].map((at) => `to_timestamp($${at}::float8 / 1000)`).join(', ')}, $10, $11, $12::uuid,
      $13::uuid, $14::uuid
    on conflict (id) do update set ringing_at = coalesce(calls.ringing_at, excluded.ringing_at),
      answered_at = coalesce(calls.answered_at, excluded.answered_at), ended_at = excluded.ended_at,
      end_reason = excluded.end_reason, ended_by = excluded.ended_by,
      callee_party = coalesce(calls.callee_party, excluded.callee_party),
      replaces = coalesce(calls.replaces, excluded.replaces)
      where calls.ended_at is null and calls.caller_id is not distinct from excluded.caller_id
        and calls.callee_id is not distinct from excluded.callee_id
    returning caller_id, callee_id, ended_at is not null as is_over`,
};

/** Adds the measurement of one side ($2, a JSON object with its role), unless it has one. */
const ADD_QUALITY = {
  name: 'call-quality',
  text: `update calls set quality = $2::jsonb || quality where id = $1`,
};

const OPEN = {
  name: 'calls-open',
  text: `select id, created_at < to_timestamp($1::float8 / 1000) as is_old from calls where ended_at is null
    order by created_at limit ${OPEN_ROWS}`,
};
/** Selects the calls without an end, and those that ended after $1, whose two members exist, the newest first. */
const STORED = {
  name: 'calls-stored',
  text: `select c.id, c.type, c.route, c.replaces, c.end_reason, c.ended_by,
      ${['created_at', 'ringing_at', 'answered_at', 'seen_at', 'ended_at']
        .map((column) => `(extract(epoch from c.${column}) * 1000)::float8 as ${column}`)
        .join(', ')},
      ${['caller', 'callee']
        .map(
          (side) => `json_build_object('userId', ${side}.id, 'name', ${side}.full_name, 'photo', ${side}.profile_image,
            'partyId', c.${side}_party, 'isUnconfirmed', ${side}.email_verified_at is null) as ${side}`,
        )
        .join(', ')}
    from (select * from calls where ended_at is null
        union all select * from calls where ended_at > to_timestamp($1::float8 / 1000)) c
      join users caller on caller.id = c.caller_id join users callee on callee.id = c.callee_id
    order by c.created_at desc`,
};
/** Stores when the devices of calls ($1) last reported ($2, in milliseconds since 1970). */
const SEE = {
  name: 'calls-seen',
  text: `update calls c set seen_at = to_timestamp(s.at / 1000) from unnest($1::uuid[], $2::float8[]) as s (id, at)
    where c.id = s.id and c.ended_at is null and c.seen_at is distinct from to_timestamp(s.at / 1000)::timestamptz(3)`,
};
/** What an answered call was until its end: its devices were last seen then. */
const CLOSE = {
  name: 'call-close',
  text: `update calls set ended_at = case when answered_at is null then now() else greatest(answered_at, seen_at) end,
      end_reason = 'lost', ended_by = 'server' where id = $1 and ended_at is null
    returning caller_id, callee_id, type, (extract(epoch from ended_at - answered_at) * 1000)::float8 as duration_ms`,
};

interface OverRow {
  caller_id: string | null;
  callee_id: string | null;
}

/** How long a node repeats what it could not write, in milliseconds. */
const REPEAT_MS = 10 * MINUTE_MS;

/**
 * Creates the writer of a node: it writes each call in order, and no one waits for it. While the database is
 * unavailable, a write is repeated: a call that began and ended meanwhile would have no row. {@link closeOpenCalls}
 * completes the rows of a node that has died.
 */
export function createCallWriter(pool: Pool, log: Pick<Logger, 'warn'>) {
  const writes = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const warn = (error: unknown): void => log.warn({ err: error }, 'a call could not be written to the history');
  // In order: what is measured belongs to a row that is written before.
  const add = (callId: string, work: () => Promise<void>): void => {
    const written: Promise<void> = (writes.get(callId) ?? Promise.resolve())
      .then(() => whenAvailable(work, { waitMs: REPEAT_MS, onWait: onceOnly(warn), signal: stopping.signal }))
      .catch(warn)
      .finally(() => writes.get(callId) === written && writes.delete(callId));
    writes.set(callId, written);
  };
  return {
    write({ records, qualities }: Pick<CallOutcome, 'records' | 'qualities'>): void {
      for (const record of records) add(record.id, () => recordCall(pool, record));
      for (const quality of qualities) add(quality.callId, () => recordQuality(pool, quality));
    },
    /** Waits for what is being written, and for one more attempt of what waits for the database. */
    async settle(): Promise<void> {
      stopping.abort();
      await Promise.all(writes.values());
    },
  };
}

function onceOnly(report: (error: unknown) => void): (error: unknown) => void {
  let isDone = false;
  return (error) => {
    if (!isDone) report(error);
    isDone = true;
  };
}

/** Writes a call of the registry to its row. Its end also becomes a message of the two, and a domain event. */
async function recordCall(pool: Pool, call: LiveCall): Promise<void> {
  const { caller, callee } = call;
  await transactOnPool(pool, async (client) => {
    await lockPair(client, caller.userId, callee.userId);
    const values = [
      call.id,
      caller.userId,
      callee.userId,
      call.type,
      call.route,
      call.createdAt,
      call.ringingAt,
      call.answeredAt,
      call.endedAt,
      call.endReason,
      call.endedBy,
      caller.partyId,
      callee.partyId,
      call.replaces,
    ];
    const [row] = await query<OverRow & { is_over: boolean }>(client, RECORD, values);
    if (!row?.is_over || call.endReason === null) return;
    const durationMs = call.answeredAt === null ? null : (call.endedAt ?? call.answeredAt) - call.answeredAt;
    await publishEnd(client, row, { callId: call.id, type: call.type, endReason: call.endReason, durationMs });
  });
}

async function publishEnd(
  client: PoolClient,
  { caller_id: senderId, callee_id: receiverId }: OverRow,
  call: Parameters<typeof storeCallMessage>[1]['call'],
): Promise<void> {
  if (senderId === null || receiverId === null) return;
  await storeCallMessage(client, { senderId, receiverId, call });
  publishDomainEvent(client, 'call-ended', { callId: call.callId });
}

/** Stores what the device of one side has measured. */
async function recordQuality(pool: Pool, { callId, role, quality }: CallOutcome['qualities'][number]): Promise<void> {
  await query(pool, ADD_QUALITY, [callId, JSON.stringify({ [role]: quality })]);
}

/**
 * Ends the rows of calls that are no longer live, since a node died before it wrote their end: as the registry has
 * ended them, or as lost. Two nodes may do so at once: a row ends once. Stores of the others when their devices last
 * reported. Returns how many have ended.
 */
export async function closeOpenCalls(pool: Pool, registry: CallRegistry): Promise<number> {
  const open = await query<{ id: string; is_old: boolean }>(pool, OPEN, [databaseNowMs() - OPEN_MS]);
  const live = await registry.loadLive(open.map(({ id }) => id));
  await storeSeen(pool, live);
  const liveIds = new Set(live.map(({ id }) => id));
  let closed = 0;
  for (const { id, is_old: isOld } of open.filter((row) => !liveIds.has(row.id))) {
    const call = await registry.load(id);
    if (call ? call.endedAt === null : !isOld) continue;
    if (call) await recordCall(pool, call);
    else await closeLost(pool, id);
    closed += 1;
  }
  return closed;
}

/** The end of a call whose devices do not come back is then known to within a minute. */
async function storeSeen(pool: Pool, live: readonly LiveCall[]): Promise<void> {
  const seen = live.flatMap(({ id, caller, callee }) => {
    const at = Math.max(caller.aliveAt ?? 0, callee.aliveAt ?? 0);
    return at > 0 ? [{ id, at }] : [];
  });
  if (seen.length > 0) await query(pool, SEE, [seen.map(({ id }) => id), seen.map(({ at }) => at)]);
}

async function closeLost(pool: Pool, callId: string): Promise<void> {
  await transactOnPool(pool, async (client) => {
    const rows = await query<OverRow & { type: LiveCall['type']; duration_ms: number | null }>(client, CLOSE, [callId]);
    const [row] = rows;
    if (!row) return;
    await publishEnd(client, row, { callId, type: row.type, endReason: 'lost', durationMs: row.duration_ms });
  });
}

type StoredPerson = Omit<StoredCall['caller'], 'isUnconfirmed'> & { isUnconfirmed: boolean };

interface StoredRow extends Pick<StoredCall, 'id' | 'type' | 'route' | 'replaces'> {
  caller: StoredPerson;
  callee: StoredPerson;
  end_reason: StoredCall['endReason'];
  ended_by: StoredCall['endedBy'];
  created_at: number;
  ringing_at: number | null;
  answered_at: number | null;
  seen_at: number | null;
  ended_at: number | null;
}

/** Loads the calls that a registry has to know: those without an end or that ended just now, the newest first. */
export async function loadStoredCalls(
  pool: Pool,
  { areEmailsSent }: { areEmailsSent: boolean },
): Promise<StoredCall[]> {
  const toPerson = ({ isUnconfirmed, ...person }: StoredPerson): StoredCall['caller'] => ({
    ...person,
    ...(areEmailsSent && isUnconfirmed && { isUnconfirmed }),
  });
  const rows = await query<StoredRow>(pool, STORED, [databaseNowMs() - CALL_LIMITS.endedMs]);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    route: row.route,
    replaces: row.replaces,
    caller: toPerson(row.caller),
    callee: toPerson(row.callee),
    createdAt: row.created_at,
    ringingAt: row.ringing_at,
    answeredAt: row.answered_at,
    seenAt: row.seen_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    endedBy: row.ended_by,
  }));
}
