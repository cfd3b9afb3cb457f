import {
  CONVERSATION_FILTERS,
  type ConversationFilter,
  type ConversationView,
  type UnreadMessages,
} from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import type { Reader } from '../../db/read.ts';
import { isoOf, MAX_UUID } from '../../db/read.ts';
import { decodeCursor, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { findOwnConversation, loadNoWriting } from './message.access.ts';
import {
  CONVERSATION_COLUMNS,
  CONVERSATION_PEER,
  loadConversationView,
  loadNewConversationView,
  toConversationViews,
  type ConversationRow,
} from './conversation.view.ts';
import { UNREAD_MESSAGES } from './message.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Excludes requests that the viewer ($1) has not answered or has declined. */
const OPEN = `(c.state = 'accepted' or c.requested_by = $1)`;
const FILTERS: Record<ConversationFilter, string> = {
  all: `not s.archived and ${OPEN}`,
  unread: `(s.has_unread or s.marked_unread) and not s.archived and ${OPEN}`,
  requests: `c.state = 'pending' and c.requested_by is distinct from $1`,
  archived: `s.archived and ${OPEN}`,
};
const NOT_HIDDEN = `(case when c.low_id = $1 then c.high_id else c.low_id end is null
  or case when c.low_id = $1 then c.high_id else c.low_id end not in (${HIDDEN_FROM_VIEWER}))`;

/**
 * Selects at most $4 of the viewer's ($1) conversations after a time ($2) and a conversation ($3). The query looks up
 * whether the conversation of the cursor is pinned, as pinned ones sort first.
 */
export const CONVERSATIONS_STATEMENTS = Object.fromEntries(
  CONVERSATION_FILTERS.map((filter): [ConversationFilter, Statement] => [
    filter,
    {
      name: `conversations-${filter}`,
      text: `select ${CONVERSATION_COLUMNS} from conversation_state s join conversations c
        on c.id = s.conversation_id ${CONVERSATION_PEER}
        where s.user_id = $1 and ${FILTERS[filter]} and ${NOT_HIDDEN}
          and (s.pinned, s.last_at, s.conversation_id)
            < (coalesce((select k.pinned from conversation_state k where k.user_id = $1
              and k.conversation_id = $3), true), $2::timestamptz, $3::uuid)
        order by s.pinned desc, s.last_at desc, s.conversation_id desc limit $4`,
    },
  ]),
) as Record<ConversationFilter, Statement>;

/** Lists conversations, pinned ones first, then by the last message. */
export async function listConversations(
  pool: Pool,
  userId: string,
  { filter, cursor, limit = MESSAGE_LIMITS.conversationsItems }: PageQuery & { filter: ConversationFilter },
): Promise<Page<ConversationView>> {
  const key = decodeCursor(cursor);
  const values = [userId, key?.at ?? 'infinity', key?.id ?? MAX_UUID, limit + 1];
  const rows = await query<ConversationRow>(pool, CONVERSATIONS_STATEMENTS[filter], values);
  const page = toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.last_at ?? new Date(0)), id: row.id }),
    view: (row) => row,
  });
  return { ...page, items: await toConversationViews(pool, userId, page.items) };
}

const UNREAD = {
  name: 'messages-unread-count',
  text: `select ${UNREAD_MESSAGES} as total,
      (select count(*)::int from conversation_state s join conversations c on c.id = s.conversation_id
        where s.user_id = $1 and not s.muted and ${FILTERS.unread} and ${NOT_HIDDEN}) as conversations,
      (select count(*)::int from conversation_state s join conversations c on c.id = s.conversation_id
        where s.user_id = $1 and ${FILTERS.requests} and ${NOT_HIDDEN}) as requests`,
};

/**
 * Counts the unread messages in accepted conversations, the conversations that are not muted, and the unanswered
 * requests.
 */
export async function countUnreadMessages(pool: Pool, userId: string): Promise<UnreadMessages> {
  const [row] = await query<UnreadMessages>(pool, UNREAD, [userId]);
  return row ?? { total: 0, conversations: 0, requests: 0 };
}

/** Loads the conversation with a user; a new, empty one before the first message. @throws AppError NOT_FOUND. */
export async function loadConversation(reader: Reader, userId: string, peerId: string): Promise<ConversationView> {
  const own = await findOwnConversation(reader, userId, peerId);
  const view = own && (await loadConversationView(reader, userId, own.id));
  if (!view) return loadNewConversationView(reader, userId, peerId);
  if (view.noWriting !== null || own.peerId === null) return view;
  return { ...view, noWriting: await loadNoWriting(reader, userId, own.peerId) };
}
