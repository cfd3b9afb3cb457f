import type { Pool, PoolClient } from 'pg';
import { newId } from '../../db/clock.ts';
import { isEventVisible } from '../events/event.access.ts';
import { isCourseVisible } from '../courses/course.view.ts';
import type * as z from 'zod/mini';
import type { messageSchemas } from '#shared/api/messages.schema.ts';
import type { MessageView, NoWriting } from '#shared/api/messages.ts';
import { query } from '../../db/pool.ts';
import { WORDS_VERSION } from '../../db/text/words.ts';
import { LastStatement, transactAfter } from '../../db/transact.ts';
import { deliverAfterCommit, userLogSql } from '../../db/user-log.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { countWrite, type RateLimits } from '../../http/rate-limits.ts';
import { loadRelationship } from './message.access.ts';
import { loadMessageViews, MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';
import { messageVector } from './message-index.service.ts';
import { NOTIFY_AT } from './messages.reminders.ts';
import { lockPair } from '../visibility/visibility.access.ts';

/** A message to be sent. */
export type MessageToSend = z.infer<typeof messageSchemas.sendMessage.body>;

/** Dependencies of sending. */
export interface SendDeps {
  pool: Pool;
  /** Counts the first message to a member who has to accept it; a rejection refuses the message. */
  countRequest?: () => Promise<void>;
}

/** Counts the first message of a member to one who has to accept it. @throws AppError RATE_LIMITED, NOT_ALLOWED. */
export async function countMessageRequest(
  limits: RateLimits,
  sender: Pick<Identity, 'id' | 'isEmailVerified'>,
): Promise<void> {
  await countWrite(limits, 'messageRequests', sender);
}

/** The stored message, and whether it had been sent before. */
export interface SentMessage {
  message: MessageView;
  isRepeat: boolean;
}

/**
 * Creates or locks the conversation of a user and another and returns it with its next sequence number, as SQL with the
 * placeholders of the new id, of both users and of whether they need no request. A reply to a request accepts it.
 */
export const nextSeqSql = ({ id, user, other, isAccepted }: Record<'id' | 'user' | 'other' | 'isAccepted', string>) =>
  `insert into conversations (id, low_id, high_id, last_seq, state, requested_by)
      values (${id}::uuid, least(${user}::uuid, ${other}::uuid), greatest(${user}::uuid, ${other}::uuid), 1,
        case when ${isAccepted}::boolean then 'accepted' else 'pending' end,
        case when ${isAccepted}::boolean then null else ${user}::uuid end)
    on conflict (low_id, high_id) do update set last_seq = conversations.last_seq + 1,
      state = case when ${isAccepted}::boolean or conversations.requested_by is distinct from ${user}::uuid
        then 'accepted' else conversations.state end
    returning id, last_seq`;

/**
 * Stores a message (id $2) of its sender, who is also the viewer ($1), the conversation (id $6 when it is new, accepted
 * if $7), the index entry (tsvector $12, null without words), both conversation states and both user log entries, and
 * returns the message with the sequence numbers of these entries by user, in one statement. Fails by
 * {@link CLIENT_ID_UNIQUE} when the sender has already used the client id, which also frees the sequence number. Each
 * part depends on the previous one, so that the user logs are locked last.
 */
const STORE = {
  name: 'message-store',
  text: `with c as (${nextSeqSql({ id: '$6', user: '$1', other: '$3', isAccepted: '$7' })}), m as (
      insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq,
        reply_to_id, about_type, about_id,
        file_id, file_url, file_name, file_type, file_size, file_width, file_height)
      select $2, $1, $3, $4, $5, c.id, c.last_seq, $8, $9, $10, f.id, '/api/files/' || f.id, f.name, f.mime,
        f.size_bytes, f.width, f.height
        from c left join files f on f.id = $11 and f.owner_id = $1 and f.state = 'ready'
      returning *
    ), indexed as (
      insert into message_index (message_id, scopes, sent_at, fts, version)
        select m.id, array[m.conversation_id, m.sender_id, m.receiver_id], m.created_at, $12::tsvector, ${WORDS_VERSION}
          from m where $12::tsvector is not null
      returning message_id
    ), touched as (
      insert into conversation_state (conversation_id, user_id, last_at, has_unread, notify_at)
        select m.conversation_id, user_id, now(), user_id = m.receiver_id,
          case when user_id = m.receiver_id then ${NOTIFY_AT} end from m cross
          join lateral unnest(array[m.sender_id, m.receiver_id]) user_id
      on conflict (conversation_id, user_id) do update set last_at = excluded.last_at, archived = false,
        notify_at = case when conversation_state.has_unread then conversation_state.notify_at
          else excluded.notify_at end,
        has_unread = conversation_state.has_unread
          or excluded.has_unread, marked_unread = conversation_state.marked_unread and excluded.has_unread
      returning conversation_state.user_id
    ), ${userLogSql(`select user_id, 'new-message' as kind, jsonb_build_object('messageId', $2::uuid) as payload,
      1 as position from touched where (select count(*) from indexed) >= 0`)}
    select ${MESSAGE_COLUMNS}, (select jsonb_object_agg(user_id, last_seq) from logs) as log_seqs
      from m ${MESSAGE_QUOTE}`,
};
const CLIENT_ID_UNIQUE = 'messages_client_id_unique';

const SENT_BEFORE = {
  name: 'message-sent-before',
  text: 'select id, receiver_id, content, file_id from messages where sender_id = $1 and client_id = $2',
};
const QUOTABLE = {
  name: 'message-quotable',
  text: 'select 1 from messages where id = $1 and conversation_id = $2 and deleted_at is null',
};
/** Tests that the sender ($1) can see the subject, because the message shows its title. */
const SUBJECT = {
  name: 'message-subject',
  text: `select 1 where case $2 when 'course' then ${isCourseVisible('$3')}
    when 'event' then ${isEventVisible('$3')} else false end`,
};

/**
 * Stores a message in one transaction; it is durable when the promise resolves. A repeat with the same client id
 * returns the first message.
 *
 * @throws AppError NOT_FOUND, NOT_ALLOWED, REQUEST_PENDING, WRONG_STATE for a file of another message, CLIENT_ID_REUSED
 *   for different content under a known client id.
 */
export async function sendMessage(
  { pool, countRequest = async () => {} }: SendDeps,
  senderId: string,
  input: MessageToSend,
): Promise<SentMessage> {
  const { receiverId } = input;
  // The lock is shared with blocking, so that a concurrent block is visible; it comes before the relationship is read.
  const opening = (client: PoolClient) =>
    Promise.all([lockPair(client, senderId, receiverId), loadRelationship(client, senderId, receiverId)]);
  const message = await transactAfter(pool, opening, async (client, [, relationship]): Promise<Stored> => {
    if (relationship.noWriting !== null) {
      if ((await query(client, SENT_BEFORE, [senderId, input.clientId])).length > 0) return null;
      throw refused(relationship.noWriting);
    }
    if (relationship.isRequest) await countRequest();
    await checkReferences(client, senderId, { ...input, conversationId: relationship.conversationId });
    return store(client, { ...input, senderId, isAccepted: relationship.isKnown });
  }).catch((error: unknown) => {
    if (isSentBefore(error)) return null;
    throw error;
  });
  return message ? { message, isRepeat: false } : repeat(pool, senderId, input);
}

/** The view of a message, or the statement that stores it; null when it was sent before. */
type Stored = MessageView | null | LastStatement<MessageView | null>;

/** Makes the statement that stores a message; the transaction then delivers it. */
function store(
  client: PoolClient,
  {
    senderId,
    receiverId,
    clientId,
    content,
    replyToId,
    about,
    fileId,
    isAccepted,
  }: MessageToSend & { senderId: string; isAccepted: boolean },
): LastStatement<MessageView | null> {
  const values = [
    senderId,
    newId(),
    receiverId,
    clientId,
    content,
    newId(),
    isAccepted,
    replyToId ?? null,
    about?.type ?? null,
    about?.id ?? null,
    fileId ?? null,
    messageVector(content) || null,
  ];
  return new LastStatement(STORE, values, ([row]) => {
    const stored = row as StoredRow;
    const view = toMessageView(stored);
    deliverAfterCommit(client, 'new-message', [
      { userId: senderId, seq: Number(stored.log_seqs[senderId]), view },
      // The receiver may not be allowed to see the course or event of which the sender writes.
      { userId: receiverId, seq: Number(stored.log_seqs[receiverId]), ...(about === undefined && { view }) },
    ]);
    return view;
  });
}

function isSentBefore(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === CLIENT_ID_UNIQUE;
}

/** A stored message; `log_seqs` are the sequence numbers of its entries in the logs of the users that are its keys. */
interface StoredRow extends MessageRow {
  log_seqs: Record<string, number>;
}

/** Checks that the file is the sender's, the quoted message of this conversation, and the subject visible. */
async function checkReferences(
  client: PoolClient,
  senderId: string,
  {
    clientId,
    fileId,
    replyToId,
    about,
    conversationId,
  }: Omit<MessageToSend, 'receiverId' | 'content'> & { conversationId: string | null },
): Promise<void> {
  if (fileId !== undefined) await checkFile(client, senderId, { fileId, clientId });
  if (replyToId !== undefined && (await query(client, QUOTABLE, [replyToId, conversationId])).length === 0)
    throw notFound('The message you reply to');
  if (about !== undefined && (await query(client, SUBJECT, [senderId, about.type, about.id])).length === 0)
    throw notFound('The course or event of this message');
}

/** The lock serialises two messages with the same file, and prevents a concurrent clean-up of the file. */
const OWN_FILE = {
  name: 'message-own-file',
  text: `select 1 from files where id = $1 and owner_id = $2 and state = 'ready'
    and purpose in ('message-photo', 'message-file') for update`,
};
const FILE_IN_USE = {
  name: 'message-file-in-use',
  text: `select 1 from messages where file_id = $1 and (sender_id, client_id) is distinct from ($2::uuid, $3::uuid)
    limit 1`,
};

/** A file belongs to one message only, so that deleting the message deletes the file. */
async function checkFile(
  client: PoolClient,
  senderId: string,
  { fileId, clientId }: { fileId: string; clientId: string },
): Promise<void> {
  if ((await query(client, OWN_FILE, [fileId, senderId])).length === 0) throw notFound('This file');
  if ((await query(client, FILE_IN_USE, [fileId, senderId, clientId])).length > 0) {
    throw new AppError('WRONG_STATE', 'This file has already been sent. Choose it again to send it once more.');
  }
}

async function repeat(
  pool: Pool,
  senderId: string,
  { clientId, receiverId, content, fileId }: MessageToSend,
): Promise<SentMessage> {
  const [row] = await query<{ id: string; receiver_id: string | null; content: string; file_id: string | null }>(
    pool,
    SENT_BEFORE,
    [senderId, clientId],
  );
  if (!row) throw notFound('This message');
  const message = await loadSent(pool, senderId, row.id);
  const isSame =
    row.receiver_id === receiverId &&
    ((row.content === content && row.file_id === (fileId ?? null)) ||
      message.editedAt !== null ||
      message.deletedAt !== null);
  if (!isSame) throw new AppError('CLIENT_ID_REUSED', 'This client id belongs to another message');
  return { message, isRepeat: true };
}

async function loadSent(pool: Pool, senderId: string, id: string): Promise<MessageView> {
  const message = (await loadMessageViews(pool, [id], senderId)).get(id);
  if (!message) throw notFound('This message');
  return message;
}

function refused(why: NoWriting): AppError {
  if (why === 'NOT_OPEN') return new AppError('NOT_ALLOWED', 'This member does not accept new conversations.');
  return why === 'NOT_ALLOWED'
    ? new AppError('NOT_ALLOWED', 'This member takes messages from their connections. Ask to connect first.')
    : new AppError('REQUEST_PENDING', 'Your message request is pending. You can write more once it is accepted.');
}
