import type { Pool } from 'pg';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { query, type Statement } from '../../db/pool.ts';
import { loadStanding, OWN_CONVERSATION } from './message.access.ts';
import { MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';

/** A message that the viewer ($1) has not hidden. */
const NOT_HIDDEN = 'not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)';

/**
 * Messages next to a place ($3) on one side of it, with someone or of a conversation ($2); one row without a message
 * where there are none, no row without a conversation.
 */
const side = (name: string, { place, order }: { place: '<' | '>'; order: 'asc' | 'desc' }): Statement => ({
  name,
  text: `select t.* from conversations c left join lateral (
      select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_QUOTE}
      where m.conversation_id = c.id and m.conversation_seq ${place} $3 and ${NOT_HIDDEN} order by m.conversation_seq ${order} limit $4) t on true
    where ${OWN_CONVERSATION} order by t.conversation_seq ${order}`,
});
/** The messages below a place, the nearest first. */
export const THREAD_BEFORE = side('messages-before', { place: '<', order: 'desc' });
const THREAD_AFTER = side('messages-after', { place: '>', order: 'asc' });
/** Beyond the greatest place that there can be. */
export const END = 2_147_483_647;

/**
 * Which messages of a thread: those next to a place on one side of it, or on both, the place included; the newest
 * without any.
 */
export interface ThreadWindow {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  limit?: number | undefined;
}

/** Lists messages with someone, newest first; empty before the first one. @throws AppError NOT_FOUND. */
export async function listMessages(
  pool: Pool,
  userId: string,
  { peerId, limit = MESSAGE_LIMITS.pageItems, ...window }: ThreadWindow & { peerId: string },
): Promise<MessageView[]> {
  const { around, after, before = END } = window;
  const load = async (statement: Statement, place: number, count: number): Promise<MessageView[]> => {
    const rows = await query<MessageRow | { id: null }>(pool, statement, [userId, peerId, Math.min(place, END), count]);
    // Nobody yet is no error, as long as the other may be seen.
    if (rows.length === 0) await loadStanding(pool, userId, peerId);
    return rows.flatMap((row) => (row.id === null ? [] : toMessageView(row)));
  };
  if (around !== undefined) {
    const older = Math.ceil(limit / 2);
    const [above, below] = await Promise.all([
      load(THREAD_AFTER, around, limit - older),
      load(THREAD_BEFORE, around + 1, older),
    ]);
    return [...above.toReversed(), ...below];
  }
  return after === undefined
    ? load(THREAD_BEFORE, before, limit)
    : (await load(THREAD_AFTER, after, limit)).toReversed();
}
