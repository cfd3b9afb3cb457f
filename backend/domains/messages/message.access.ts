import type { ConversationState, NoWriting } from '#shared/api/messages.ts';
import { isOfInstitution } from '../verifications/verification.view.ts';
import { defaultPrivacy, type Reach } from '#shared/api/privacy.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { learnsFrom } from '../courses/course.view.ts';
import { connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Tests that a user has written to another, each named by an SQL expression. */
export const hasWritten = (user: string, other: string): string =>
  `exists (select 1 from messages w where w.conversation_id = (select wc.id from conversations wc
      where wc.low_id = least(${user}, ${other}) and wc.high_id = greatest(${user}, ${other}))
    and w.sender_id = ${user} and w.kind = 'text')`;

/**
 * Selects the relationship of a user ($1) to another ($2) and their conversation. The author of an item and those who
 * learn from it know each other while they are enrolled. Creators answer the questions of their learners: such a
 * learner opens the conversation, and no other user finds a creator. `has_agreed` is false where a conversation was
 * opened without a request by a user who is no longer known, and the other has never written in it.
 */
const RELATIONSHIP = {
  name: 'message-relationship',
  text: `select r.*, case when r.state = 'accepted' and r.requested_by is null and not r.is_known and not r.is_in_class
      then ${hasWritten('r.id', '$1::uuid')} else true end as has_agreed
    from (select u.id, u.role, ps.who_can_message,
        ${connectedWith('$1::uuid', 'u.id')} or ${isOfInstitution('u.id', '$1')} as is_known,
        ${learnsFrom('$1', 'u.id')} or ${learnsFrom('u.id', '$1')} as is_in_class,
        c.id as conversation_id, c.state, c.requested_by
      from users u
      join users v on v.id = $1
      left join privacy_settings ps on ps.user_id = u.id
      left join conversations c on c.low_id = least($1::uuid, u.id) and c.high_id = greatest($1::uuid, u.id)
      where u.id = $2 and u.id <> $1 and u.deactivated_at is null
        and (c.id is not null
          or case when u.role = 'creator' then ${learnsFrom('$1', 'u.id')} else v.role <> 'creator' end)
        and u.id not in (${HIDDEN_FROM_VIEWER})) r`,
};

interface RelationshipRow {
  id: string;
  role: Role;
  who_can_message: Reach | null;
  is_known: boolean;
  is_in_class: boolean;
  has_agreed: boolean;
  conversation_id: string | null;
  state: ConversationState | null;
  requested_by: string | null;
}

/** Whether a user may write to another, and whether the first message is a request. */
interface Relationship {
  conversationId: string | null;
  /** Null when writing is allowed. */
  noWriting: NoWriting | null;
  /** True when the next message is a request. */
  isRequest: boolean;
  /** Connected, of one institution, or author and learner, and the other accepts conversations: it needs no request. */
  isKnown: boolean;
}

/** Loads the relationship of two users. @throws AppError NOT_FOUND for a hidden user and oneself. */
export async function loadRelationship(reader: Reader, userId: string, peerId: string): Promise<Relationship> {
  const relationship = await findRelationship(reader, userId, peerId);
  if (!relationship) throw notFound('This member');
  return relationship;
}

/** Returns why a user cannot write to another now, by the rule of {@link loadRelationship}; null when they can. */
export async function loadNoWriting(reader: Reader, userId: string, peerId: string): Promise<NoWriting | null> {
  return (await findRelationship(reader, userId, peerId))?.noWriting ?? null;
}

/** Returns whether a user may write to another, by the rule that {@link loadRelationship} applies. */
export async function mayWrite(reader: Reader, userId: string, peerId: string): Promise<boolean> {
  return (await findRelationship(reader, userId, peerId))?.noWriting === null;
}

/** A member whose setting is "No one" goes on with accepted conversations, and no new one can be opened. */
async function findRelationship(reader: Reader, userId: string, peerId: string): Promise<Relationship | null> {
  const [row] = await read<RelationshipRow>(reader, RELATIONSHIP, [userId, peerId]);
  if (!row) return null;
  const { state, requested_by: requestedBy } = row;
  const reach = row.who_can_message ?? defaultPrivacy(row.role).whoCanMessage;
  // Who joins a class does not accept a request of their own that its author has declined.
  const isClassmate = row.is_in_class && !(state === 'declined' && requestedBy === userId);
  const isKnown = (row.is_known || isClassmate) && reach !== 'none';
  const base = { conversationId: row.conversation_id, isKnown, isRequest: false };
  if (isKnown || (state === 'accepted' && row.has_agreed)) return { ...base, noWriting: null };
  if (state !== null && state !== 'accepted')
    return { ...base, noWriting: noWritingIn(state, { requestedBy, userId }) };
  if (reach === 'everyone') return { ...base, noWriting: null, isRequest: state === null };
  return { ...base, noWriting: reach === 'none' ? 'NOT_OPEN' : 'NOT_ALLOWED' };
}

/** Returns why a user cannot write in a conversation: their request is pending, or declined (shown as pending). */
export function noWritingIn(
  state: ConversationState,
  { requestedBy, userId }: { requestedBy: string | null; userId: string },
): NoWriting | null {
  return state !== 'accepted' && requestedBy === userId ? 'REQUEST_PENDING' : null;
}

/** Selects the `id` of each user in an accepted conversation with the user of an SQL expression. */
export const inConversationWith = (user: string) =>
  `select c.high_id as id from conversations c where c.low_id = ${user} and c.state = 'accepted'
  union select c.low_id from conversations c where c.high_id = ${user} and c.state = 'accepted'`;

/** Of a conversation, so many messages are read to find the last one of a user. */
const RECENT_MESSAGES = 200;

/** Selects when a user last wrote to another one, each named by an SQL expression; null when not lately. */
export const lastWrittenAt = (user: string, other: string): string =>
  `select max(recent.created_at) from (select m.sender_id, m.kind, m.created_at from messages m
    where m.conversation_id = (select c.id from conversations c
      where c.low_id = least(${user}, ${other}) and c.high_id = greatest(${user}, ${other}))
    order by m.conversation_seq desc limit ${RECENT_MESSAGES}) recent
    where recent.sender_id = ${user} and recent.kind = 'text'`;

/** Tests whether two users, each named by an SQL expression, have a conversation. */
export const haveConversation = (user: string, other: string) =>
  `exists (select 1 from conversations c where c.low_id = least(${user}, ${other})
    and c.high_id = greatest(${user}, ${other}))`;

/**
 * Tests whether a user has an accepted conversation with another, each named by an SQL expression, that the other has
 * agreed to: by a request of one of them, or by writing.
 */
export const haveAgreedConversation = (user: string, other: string) =>
  `exists (select 1 from conversations c where c.low_id = least(${user}, ${other})
    and c.high_id = greatest(${user}, ${other}) and c.state = 'accepted'
    and (c.requested_by is not null or ${hasWritten(other, user)}))`;

/** Tests that `c` is a conversation of the user $1 and that $2 is the other user or the conversation itself. */
const CONVERSATION_WITH = `(c.low_id = $1 or c.high_id = $1)
      and ((c.low_id = least($1::uuid, $2::uuid) and c.high_id = greatest($1::uuid, $2::uuid)) or c.id = $2)`;
/** Tests {@link CONVERSATION_WITH}, and that no block hides the conversation from the viewer ($1). */
export const OWN_CONVERSATION = `${CONVERSATION_WITH}
      and (case when c.low_id = $1 then c.high_id else c.low_id end is null
        or case when c.low_id = $1 then c.high_id else c.low_id end not in (${HIDDEN_FROM_VIEWER}))`;
const CONVERSATION_COLUMNS = `c.id, c.state, case when c.low_id = $1 then c.high_id else c.low_id end as "peerId"`;
const CONVERSATION = {
  name: 'message-conversation',
  text: `select ${CONVERSATION_COLUMNS} from conversations c where ${OWN_CONVERSATION}`,
};

/** A conversation of the viewer. `peerId` is null when the other account is deleted. */
interface OwnConversation {
  id: string;
  state: ConversationState;
  peerId: string | null;
}

/** Finds a conversation by its id or the other user's; null before the first message and while a block hides it. */
export async function findOwnConversation(
  reader: Reader,
  userId: string,
  peerId: string,
): Promise<OwnConversation | null> {
  const [row] = await read<OwnConversation>(reader, CONVERSATION, [userId, peerId]);
  return row ?? null;
}

/** Loads a conversation like {@link findOwnConversation}. @throws AppError NOT_FOUND. */
export async function loadOwnConversation(reader: Reader, userId: string, peerId: string): Promise<OwnConversation> {
  const conversation = await findOwnConversation(reader, userId, peerId);
  if (!conversation) throw notFound('This conversation');
  return conversation;
}

const CONVERSATION_OF = {
  name: 'message-conversation-of',
  text: `select ${CONVERSATION_COLUMNS} from conversations c where ${CONVERSATION_WITH}`,
};

/**
 * Finds a conversation of a user by its id or the other user's, also while a block hides it; null without one. Use it
 * for reports: for everything else a hidden conversation does not exist.
 */
export async function findConversationOf(reader: Reader, userId: string, id: string): Promise<OwnConversation | null> {
  const [conversation] = await read<OwnConversation>(reader, CONVERSATION_OF, [userId, id]);
  return conversation ?? null;
}

/** Tests that the viewer ($1) has not deleted the message `m` for themselves. */
export const NOT_HIDDEN = 'not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)';
/** Columns of a message `m` that {@link OwnMessage} contains. */
export const OWN_MESSAGE = `m.id, m.sender_id, m.receiver_id, m.conversation_id, m.conversation_seq, m.created_at,
  m.deleted_at`;
const MESSAGE_WITH = `select ${OWN_MESSAGE} from messages m
    where m.id = $2 and (m.sender_id = $1 or m.receiver_id = $1) and ${NOT_HIDDEN}`;
const MESSAGE_OF = { name: 'message-of', text: MESSAGE_WITH };
const MESSAGE = {
  name: 'message-own',
  text: `${MESSAGE_WITH}
      and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null
        or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))`,
};

/** A message that the viewer has sent or received. */
export interface OwnMessage {
  id: string;
  sender_id: string | null;
  receiver_id: string | null;
  conversation_id: string;
  conversation_seq: number;
  created_at: Date;
  deleted_at: Date | null;
}

/** Finds a message that the viewer has sent or received; null when hidden from or deleted by the viewer. */
export async function findOwnMessage(reader: Reader, id: string, userId: string): Promise<OwnMessage | null> {
  const [row] = await read<OwnMessage>(reader, MESSAGE, [userId, id]);
  return row ?? null;
}

/** Loads a message like {@link findOwnMessage}. @throws AppError NOT_FOUND. */
export async function loadOwnMessage(reader: Reader, id: string, userId: string): Promise<OwnMessage> {
  const message = await findOwnMessage(reader, id, userId);
  if (!message) throw notFound('This message');
  return message;
}

/**
 * Loads a message that a user has sent or received and not deleted, also while a block hides it. Use it for reports:
 * for everything else it does not exist. @throws AppError NOT_FOUND.
 */
export async function loadMessageOf(reader: Reader, id: string, userId: string): Promise<OwnMessage> {
  const [message] = await read<OwnMessage>(reader, MESSAGE_OF, [userId, id]);
  if (!message) throw notFound('This message');
  return message;
}
