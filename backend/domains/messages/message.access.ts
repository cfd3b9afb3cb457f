import type { ConversationState, NoWriting } from '#shared/api/messages.ts';
import { defaultPrivacy, type Reach } from '#shared/api/privacy.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';

/**
 * How a member ($1) stands to someone ($2) they may want to write to. Creators are written to through their items alone
 * (decision 6).
 */
const STANDING = {
  name: 'message-standing',
  text: `select u.id, u.role, ps.who_can_message,
      exists (select 1 from connections c where c.status = 'accepted' and least(c.user_id, c.connected_user_id) = least($1::uuid, u.id)
        and greatest(c.user_id, c.connected_user_id) = greatest($1::uuid, u.id))
      or exists (select 1 from verifications v where v.status = 'confirmed'
        and ((v.user_id = u.id and v.institution_id = $1) or (v.user_id = $1 and v.institution_id = u.id))) as is_known,
      c.id as conversation_id, c.state, c.requested_by
    from users u
    left join privacy_settings ps on ps.user_id = u.id
    left join conversations c on c.low_id = least($1::uuid, u.id) and c.high_id = greatest($1::uuid, u.id)
    where u.id = $2 and u.id <> $1 and u.role <> 'creator' and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

interface StandingRow {
  id: string;
  role: Role;
  who_can_message: Reach | null;
  is_known: boolean;
  conversation_id: string | null;
  state: ConversationState | null;
  requested_by: string | null;
}

/** Whether someone may write to someone, and how their first message comes. */
export interface Standing {
  conversationId: string | null;
  /** Null when one may write. */
  noWriting: NoWriting | null;
  /** True when the next message is a request. */
  isRequest: boolean;
  /** Connected, or of one institution: what they write is no request. */
  isKnown: boolean;
}

/**
 * Looks at how a member stands to someone. @throws AppError NOT_FOUND for nobody, oneself, a creator, and whoever is
 * hidden.
 */
export async function loadStanding(reader: Reader, userId: string, peerId: string): Promise<Standing> {
  const [row] = await read<StandingRow>(reader, STANDING, [userId, peerId]);
  if (!row) throw notFound('This person');
  const base = { conversationId: row.conversation_id, isKnown: row.is_known };
  if (row.is_known) return { ...base, noWriting: null, isRequest: false };
  if (row.state !== null)
    return { ...base, noWriting: noWritingIn(row.state, { requestedBy: row.requested_by, userId }), isRequest: false };
  const reach = row.who_can_message ?? defaultPrivacy(row.role).whoCanMessage;
  return { ...base, noWriting: reach === 'everyone' ? null : 'NOT_ALLOWED', isRequest: reach === 'everyone' };
}

/** Why a member may not write into a conversation: their request waits, or was declined, of which they are not told. */
export function noWritingIn(
  state: ConversationState,
  { requestedBy, userId }: { requestedBy: string | null; userId: string },
): NoWriting | null {
  return state !== 'accepted' && requestedBy === userId ? 'REQUEST_PENDING' : null;
}

/** A conversation `c` that the viewer ($1) has with `$2`: the other's id, or the conversation's own. */
export const OWN_CONVERSATION = `(c.low_id = $1 or c.high_id = $1) and ((c.low_id = least($1::uuid, $2::uuid) and c.high_id = greatest($1::uuid, $2::uuid)) or c.id = $2)
      and (case when c.low_id = $1 then c.high_id else c.low_id end is null
        or case when c.low_id = $1 then c.high_id else c.low_id end not in (${HIDDEN_FROM_VIEWER}))`;
const CONVERSATION = {
  name: 'message-conversation',
  text: `select c.id, c.last_seq, c.state, c.requested_by, case when c.low_id = $1 then c.high_id else c.low_id end as peer_id
    from conversations c where ${OWN_CONVERSATION}`,
};

/** A conversation as its access check answers it. `peerId` is null once the other has left. */
export interface OwnConversation {
  id: string;
  lastSeq: number;
  state: ConversationState;
  requestedBy: string | null;
  peerId: string | null;
}

/**
 * Finds a conversation of the viewer by the other's id or its own; null before the first message, and while one of the
 * two blocks the other.
 */
export async function findOwnConversation(
  reader: Reader,
  userId: string,
  peerId: string,
): Promise<OwnConversation | null> {
  const [row] = await read<{
    id: string;
    last_seq: number;
    state: ConversationState;
    requested_by: string | null;
    peer_id: string | null;
  }>(reader, CONVERSATION, [userId, peerId]);
  return row
    ? { id: row.id, lastSeq: row.last_seq, state: row.state, requestedBy: row.requested_by, peerId: row.peer_id }
    : null;
}

/** Loads a conversation as {@link findOwnConversation} does. @throws AppError NOT_FOUND. */
export async function loadOwnConversation(reader: Reader, userId: string, peerId: string): Promise<OwnConversation> {
  const conversation = await findOwnConversation(reader, userId, peerId);
  if (!conversation) throw notFound('This conversation');
  return conversation;
}

const MESSAGE = {
  name: 'message-of-side',
  text: `select m.id, m.sender_id, m.receiver_id, m.conversation_id, m.created_at, m.deleted_at from messages m
    where m.id = $2 and (m.sender_id = $1 or m.receiver_id = $1)
      and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))
      and not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)`,
};

/** A message as its access check answers it. */
export interface OwnMessage {
  id: string;
  sender_id: string | null;
  receiver_id: string | null;
  conversation_id: string;
  created_at: Date;
  deleted_at: Date | null;
}

/** Loads a message of one of its two sides. @throws AppError NOT_FOUND for everyone else and for who has deleted it. */
export async function loadOwnMessage(reader: Reader, id: string, userId: string): Promise<OwnMessage> {
  const [row] = await read<OwnMessage>(reader, MESSAGE, [userId, id]);
  if (!row) throw notFound('This message');
  return row;
}
