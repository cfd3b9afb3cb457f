import type { Pool } from 'pg';
import type { MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { query, type Statement } from '../../db/pool.ts';
import { findOwnConversation, loadStanding } from './message.access.ts';
import { MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';

/** A message that the viewer ($1) has not hidden. */
const NOT_HIDDEN = 'not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)';

/** Messages of a conversation ($2) below a place ($3). */
const BEFORE = {
  name: 'messages-before',
  text: `select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_QUOTE}
    where m.conversation_id = $2 and m.conversation_seq < $3 and ${NOT_HIDDEN} order by m.conversation_seq desc limit $4`,
};
/** Messages of a conversation ($2) above a place ($3), the nearest first. */
const AFTER = {
  name: 'messages-after',
  text: `select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_QUOTE}
    where m.conversation_id = $2 and m.conversation_seq > $3 and ${NOT_HIDDEN} order by m.conversation_seq limit $4`,
};
/** Beyond the greatest place that there can be. */
const END = 2_147_483_647;

/** Which messages of a thread: those next to a place on one side of it, or on both, the place included; the newest without any. */
export interface ThreadWindow {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  limit?: number | undefined;
}

/** Lists messages with someone, newest first; empty before the first one. @throws AppError NOT_FOUND. */
export async function listMessages(pool: Pool, userId: string, { peerId, limit = MESSAGE_LIMITS.pageItems, ...window }: ThreadWindow & { peerId: string }): Promise<MessageView[]> {
  const conversation = await findOwnConversation(pool, userId, peerId);
  if (conversation === null) {
    // Nobody yet is no error, as long as the other may be seen.
    await loadStanding(pool, userId, peerId);
    return [];
  }
  const { around, after, before = END } = window;
  const load = async (statement: Statement, place: number, count: number): Promise<MessageView[]> =>
    (await query<MessageRow>(pool, statement, [userId, conversation.id, Math.min(place, END), count])).map(toMessageView);
  if (around !== undefined) {
    const older = Math.ceil(limit / 2);
    const [above, below] = await Promise.all([load(AFTER, around, limit - older), load(BEFORE, around + 1, older)]);
    return [...above.toReversed(), ...below];
  }
  return after === undefined ? load(BEFORE, before, limit) : (await load(AFTER, after, limit)).toReversed();
}
