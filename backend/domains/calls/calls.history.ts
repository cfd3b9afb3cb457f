import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { databaseNowMs } from '../../db/clock.ts';
import { query } from '../../db/pool.ts';
import { transactOnPool } from '../../db/transact.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { storeCallMessage } from '../messages/call-messages.service.ts';
import { lockPair } from '../visibility/visibility.access.ts';
import type { CallRegistry } from './call-registry.ts';
import type { CallOutcome, LiveCall } from './live-call.ts';

/** How old a call without an end is before it is compared with the registry, in milliseconds. */
const OPEN_MS = 60_000;
const OPEN_ROWS = 200;

/**
 * Inserts a call or completes its row, in any order; a row that has ended does not change. Returns the row if it has
 * ended now. The id of a user who was deleted meanwhile is null.
 */
const RECORD = {
  name: 'call-record',
  text: `insert into calls (id, caller_id, callee_id, type, route, created_at, ringing_at, answered_at, ended_at,
      end_reason, ended_by, caller_party, callee_party)
    select $1::uuid, (select id from users where id = $2), (select id from users where id = $3), $4, $5,
      ${['6', '7', '8', '9'].map((at) => `to_timestamp($${at}::float8 / 1000)`).join(', ')}, $10, $11, $12::uuid,
      $13::uuid
    on conflict (id) do update set ringing_at = coalesce(calls.ringing_at, excluded.ringing_at),
      answered_at = coalesce(calls.answered_at, excluded.answered_at), ended_at = excluded.ended_at,
      end_reason = excluded.end_reason, ended_by = excluded.ended_by,
      callee_party = coalesce(calls.callee_party, excluded.callee_party)
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
  text: `select id from calls where ended_at is null and created_at < to_timestamp($1::float8 / 1000)
    order by created_at limit ${OPEN_ROWS}`,
};
const CLOSE = {
  name: 'call-close',
  text: `update calls set ended_at = now(), end_reason = 'lost', ended_by = 'server' where id = $1 and ended_at is null
    returning caller_id, callee_id, type`,
};

interface OverRow {
  caller_id: string | null;
  callee_id: string | null;
}

/** Creates the writer of a node: it writes without a wait, since {@link closeOpenCalls} completes what fails. */
export function createCallWriter(pool: Pool, log: Logger) {
  const writes = new Set<Promise<void>>();
  const add = (work: Promise<unknown>): void => {
    const written: Promise<void> = work
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'a call could not be written to the history'))
      .finally(() => writes.delete(written));
    writes.add(written);
  };
  return {
    write({ records, qualities }: Pick<CallOutcome, 'records' | 'qualities'>): void {
      for (const record of records) add(recordCall(pool, record));
      for (const quality of qualities) add(recordQuality(pool, quality));
    },
    /** Waits for what is being written. */
    settle: async (): Promise<void> => void (await Promise.all(writes)),
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
 * ended them, or as lost. Returns how many.
 */
export async function closeOpenCalls(pool: Pool, registry: CallRegistry): Promise<number> {
  const open = await query<{ id: string }>(pool, OPEN, [databaseNowMs() - OPEN_MS]);
  let closed = 0;
  for (const { id } of open) {
    const call = await registry.load(id);
    if (call && call.endedAt === null) continue;
    if (call) await recordCall(pool, call);
    else await closeLost(pool, id);
    closed += 1;
  }
  return closed;
}

async function closeLost(pool: Pool, callId: string): Promise<void> {
  await transactOnPool(pool, async (client) => {
    const [row] = await query<OverRow & { type: LiveCall['type'] }>(client, CLOSE, [callId]);
    // When an answered call that was lost has ended is unknown.
    if (row) await publishEnd(client, row, { callId, type: row.type, endReason: 'lost', durationMs: null });
  });
}
