import type pg from 'pg';

/** What one call went through: the steps that the server acknowledged, and how it ended by itself while active. */
export interface CallRecord {
  callId: string;
  steps: ('invited' | 'answered' | 'declined' | 'cancelled' | 'gave up' | 'hung up')[];
  /** The reason of an end that neither device has asked for; null without one. */
  dropped: string | null;
}

/** The row of a call, with the number of its messages. */
export interface StoredCall {
  id: string;
  isAnswered: boolean;
  endReason: string | null;
  messages: number;
}

/** Reads the history of calls. */
export async function readCalls(client: Pick<pg.Client, 'query'>): Promise<StoredCall[]> {
  const { rows } = await client.query<StoredCall>(`select c.id, c.answered_at is not null as "isAnswered",
      c.end_reason as "endReason",
      (select count(*)::int from messages m where m.call->>'callId' = c.id::text) as messages
    from calls c`);
  return rows;
}

/** How a call without an answer ends while neither device can reach the server. */
const UNANSWERED = ['no-answer', 'lost'];

/**
 * Compares what the server acknowledged of calls with the history. Returns what differs: a call that ended by itself, a
 * missing row, one that no device knows, another end than the acknowledged one, and a call without its one message.
 */
export function checkCalls(records: readonly CallRecord[], stored: readonly StoredCall[]): string[] {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const known = new Set(records.map(({ callId }) => callId));
  const differences = stored.filter(({ id }) => !known.has(id)).map(({ id }) => `call ${id} was started by no device`);
  for (const record of records) {
    const { callId, steps, dropped } = record;
    const row = rows.get(callId);
    const about = `call ${callId} (${steps.join(', ') || 'no acknowledgement'})`;
    if (dropped !== null) differences.push(`${about} ended by itself: ${dropped}`);
    if (!row) {
      if (steps.length > 0) differences.push(`${about} is not in the history`);
      continue;
    }
    if (row.messages !== 1) differences.push(`${about} has ${row.messages} messages`);
    if (steps.includes('answered') && !row.isAnswered) differences.push(`${about} is stored without its answer`);
    if (dropped === null && !endsOf(steps).includes(row.endReason ?? ''))
      differences.push(`${about} is stored as ${row.endReason ?? 'open'}`);
  }
  return differences;
}

function endsOf(steps: CallRecord['steps']): readonly string[] {
  if (steps.includes('answered')) return ['completed'];
  if (steps.includes('declined')) return ['declined', ...UNANSWERED];
  // An answer whose acknowledgement was lost is an answer.
  if (steps.includes('gave up')) return ['cancelled', 'completed', ...UNANSWERED];
  return ['cancelled', ...UNANSWERED];
}
