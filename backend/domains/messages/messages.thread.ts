import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { loadRelationship, NOT_HIDDEN, OWN_CONVERSATION } from './message.access.ts';
import { MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';

/**
 * Selects messages before or after a sequence number ($3) with a user or in a conversation ($2). Returns one row
 * without a message when there are none, and no row without a conversation.
 */
const side = (name: string, { compare, order }: { compare: '<' | '>'; order: 'asc' | 'desc' }): Statement => ({
  name,
  text: `select t.* from conversations c left join lateral (
      select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_QUOTE}
      where m.conversation_id = c.id and m.conversation_seq ${compare} $3 and ${NOT_HIDDEN}
        order by m.conversation_seq ${order} limit $4) t on true
    where ${OWN_CONVERSATION} order by t.conversation_seq ${order}`,
});
/** Selects the messages before a sequence number, newest first. */
export const THREAD_BEFORE = side('messages-before', { compare: '<', order: 'desc' });
const THREAD_AFTER = side('messages-after', { compare: '>', order: 'asc' });
/** The greatest sequence number (a 32-bit integer). */
export const MAX_SEQ = 2_147_483_647;

/** Selects messages before, after, or around and including a sequence number; the newest ones without any. */
interface ThreadWindow {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  limit?: number | undefined;
}

/** Lists the messages with a user, newest first; empty before the first one. @throws AppError NOT_FOUND. */
export async function listMessages(
  pool: Pool,
  userId: string,
  { peerId, limit = MESSAGE_LIMITS.pageItems, ...window }: ThreadWindow & { peerId: string },
): Promise<MessageView[]> {
  const { around, after, before = MAX_SEQ } = window;
  const load = async (statement: Statement, seq: number, count: number): Promise<MessageView[]> => {
    const rows = await query<MessageRow | { id: null }>(pool, statement, [
      userId,
      peerId,
      Math.min(seq, MAX_SEQ),
      count,
    ]);
    // An empty thread is no error when the other user is visible.
    if (rows.length === 0) await loadRelationship(pool, userId, peerId);
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
