import type { Pool } from 'pg';
import type { MessageHit, MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { query, type Statement } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
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

/** The page is cut before anything is joined to it: a common word stands in many messages. */
const SEARCH = {
  name: 'messages-search',
  text: `select ${MESSAGE_COLUMNS}, p.* from (
      select m.* from messages m
      where to_tsvector('simple', m.content) @@ to_tsquery('simple', $2) and (m.sender_id = $1 or m.receiver_id = $1) and m.deleted_at is null
        and ($3::uuid is null or $3 in (m.sender_id, m.receiver_id)) and ($8::boolean is null or $8 = (m.sender_id = $1)) and ($9 or m.file_id is not null)
        and ($4::timestamptz is null or m.created_at < $4) and ($5::timestamptz is null or m.created_at >= $5)
        and (m.created_at, m.id) < ($6::timestamptz, $7::uuid)
        and ${NOT_HIDDEN}
        and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))
      order by m.created_at desc, m.id desc limit ${MESSAGE_LIMITS.searchMaxItems + 1}) m ${MESSAGE_QUOTE}
    left join lateral (select ${USER_CARD_COLUMNS} from users u
      where u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end and u.deactivated_at is null) p on true
    order by m.created_at desc, m.id desc`,
};

/** A search in own conversations; dates are ISO 8601. */
export interface MessageSearch {
  q: string;
  with?: string | undefined;
  from?: 'me' | 'them' | undefined;
  has?: 'file' | undefined;
  before?: string | undefined;
  after?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Finds messages of the viewer's own conversations that hold every word, the last one as a beginning; newest first. */
export async function searchMessages(pool: Pool, userId: string, { q, cursor, limit = MESSAGE_LIMITS.searchItems, ...filter }: MessageSearch): Promise<Page<MessageHit>> {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return { items: [], nextCursor: null };
  const key = decodeCursor(cursor);
  const values = [
    userId, `${words.join(' & ')}:*`, filter.with ?? null, filter.before ?? null, filter.after ?? null,
    key?.at ?? 'infinity', key?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    filter.from === undefined ? null : filter.from === 'me', filter.has === undefined,
  ];
  const rows = await query<MessageRow & (UserCardRow | { author_id: null }) & { created_at: Timestamp }>(pool, SEARCH, values);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.created_at), id: row.id }),
    view: (row) => ({ message: toMessageView(row), user: row.author_id === null ? null : toUserCard(row) }),
  });
}
