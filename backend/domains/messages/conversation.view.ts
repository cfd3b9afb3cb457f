import type { ConversationState, ConversationView } from '#shared/api/messages.ts';
import type { OfficeHours, QuietHours } from '#shared/api/privacy.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { quietWindow } from '#shared/quiet-hours.ts';
import { databaseNow } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { loadRelationship, noWritingIn } from './message.access.ts';
import { loadMessageViews } from './message.view.ts';

const PEER_HOURS = `pp.quiet_hours, case when u.role = 'teacher' then pp.office_hours end as office_hours`;

/**
 * Columns of a conversation `c` with the viewer's ($1) state `s` and the other participant `u` with their settings
 * `pp`; {@link toConversationViews} reads them.
 */
export const CONVERSATION_COLUMNS = `c.id, c.state, c.requested_by, s.muted, s.pinned, s.archived, s.marked_unread,
  s.last_at,
  (select l.id from messages l where l.conversation_id = c.id
    and not exists (select 1 from message_hides h where h.message_id = l.id and h.user_id = $1)
    order by l.conversation_seq desc limit 1) as last_message_id,
  coalesce((select r.seq from read_cursors r where r.conversation_id = c.id and r.user_id = $1), 0) as read_up_to,
  case when c.state = 'accepted'
      and not exists (select 1 from privacy_settings ps where ps.user_id in ($1, u.id) and not ps.read_receipts)
    then coalesce((select r.seq from read_cursors r where r.conversation_id = c.id
      and r.user_id = u.id), 0) end as peer_read_up_to,
  case when s.has_unread then (select count(*)::int from (select 1 from messages m where m.conversation_id = c.id
    and m.receiver_id = $1
    and not m.read and m.deleted_at is null limit ${MESSAGE_LIMITS.unreadMax}) few) else 0 end as unread_count,
  ${PEER_HOURS}, ${USER_CARD_COLUMNS}`;

/** Joins the other participant of `c` as `u` (null for a closed account) and their settings as `pp`. */
export const CONVERSATION_PEER = `left join users u on u.id = case when c.low_id = $1 then c.high_id else c.low_id end
  and u.deactivated_at is null
  left join privacy_settings pp on pp.user_id = u.id`;

/** A row of {@link CONVERSATION_COLUMNS}. */
export type ConversationRow = (UserCardRow | { author_id: null }) & {
  id: string;
  state: ConversationState;
  requested_by: string | null;
  muted: boolean | null;
  pinned: boolean | null;
  archived: boolean | null;
  marked_unread: boolean | null;
  last_at: Timestamp | null;
  last_message_id: string | null;
  read_up_to: number;
  peer_read_up_to: number | null;
  unread_count: number;
} & HoursRow;

interface HoursRow {
  quiet_hours: QuietHours | null;
  office_hours: OfficeHours | null;
}

/** Everyone sees office hours that are on; only users who can write without a request see quiet hours. */
function hoursOf(
  { quiet_hours, office_hours }: HoursRow,
  isClose: boolean,
): Pick<ConversationView, 'officeHours' | 'quiet'> {
  const window = isClose && quiet_hours ? quietWindow(quiet_hours, databaseNow()) : null;
  return {
    officeHours: office_hours?.isOn ? office_hours : null,
    quiet: window && { from: window.from.toISOString(), until: window.until.toISOString() },
  };
}

/** Builds the views of conversations for one participant. */
export async function toConversationViews(
  reader: Reader,
  userId: string,
  rows: readonly ConversationRow[],
): Promise<ConversationView[]> {
  const messages = await loadMessageViews(
    reader,
    rows.flatMap((row) => row.last_message_id ?? []),
    userId,
  );
  return rows.map((row) => {
    const user = row.author_id === null ? null : toUserCard(row);
    const isOwnRequest = row.requested_by === userId;
    return {
      id: row.id,
      user,
      lastMessage: (row.last_message_id !== null && messages.get(row.last_message_id)) || null,
      unreadCount: row.unread_count,
      // The sender of a declined request sees it as pending.
      state: row.state === 'declined' && isOwnRequest ? 'pending' : row.state,
      isRequestToMe: row.state === 'pending' && !isOwnRequest,
      muted: row.muted ?? false,
      pinned: row.pinned ?? false,
      archived: row.archived ?? false,
      markedUnread: row.marked_unread ?? false,
      readUpToSeq: row.read_up_to,
      peerReadUpToSeq: row.peer_read_up_to,
      noWriting: user === null ? 'NOT_ALLOWED' : noWritingIn(row.state, { requestedBy: row.requested_by, userId }),
      isRequest: false,
      ...hoursOf(row, row.state === 'accepted'),
    };
  });
}

const ONE = {
  name: 'conversation-one',
  text: `select ${CONVERSATION_COLUMNS} from conversations c
    left join conversation_state s on s.conversation_id = c.id and s.user_id = $1 ${CONVERSATION_PEER} where c.id = $2`,
};
const PEER = {
  name: 'conversation-peer',
  text: `select ${PEER_HOURS}, ${USER_CARD_COLUMNS} from users u left join privacy_settings pp on pp.user_id = u.id
    where u.id = $1`,
};

/** Loads a conversation after its access check; undefined when it does not exist. */
export async function loadConversationView(
  reader: Reader,
  userId: string,
  conversationId: string,
): Promise<ConversationView | undefined> {
  const [view] = await toConversationViews(
    reader,
    userId,
    await read<ConversationRow>(reader, ONE, [userId, conversationId]),
  );
  return view;
}

/** Loads the view of a conversation before its first message. @throws AppError NOT_FOUND. */
export async function loadNewConversationView(
  reader: Reader,
  userId: string,
  peerId: string,
): Promise<ConversationView> {
  const { noWriting, isRequest, isKnown } = await loadRelationship(reader, userId, peerId);
  const [peer] = await read<UserCardRow & HoursRow>(reader, PEER, [peerId]);
  return {
    id: null,
    user: peer ? toUserCard(peer) : null,
    lastMessage: null,
    unreadCount: 0,
    state: 'accepted',
    isRequestToMe: false,
    muted: false,
    pinned: false,
    archived: false,
    markedUnread: false,
    readUpToSeq: 0,
    peerReadUpToSeq: null,
    noWriting,
    isRequest,
    ...(peer ? hoursOf(peer, isKnown) : { officeHours: null, quiet: null }),
  };
}
