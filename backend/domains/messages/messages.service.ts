import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { ConversationStateInput, MessageView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { query } from '../../db/pool.ts';
import { WORDS_VERSION } from '../../db/text/words.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { appendToUserLog, signalAfterCommit } from '../../db/user-log.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadOwnConversation, loadOwnMessage, OWN_MESSAGE, type OwnMessage } from './message.access.ts';
import { loadMessageViews } from './message.view.ts';
import { messageVector } from './message-index.service.ts';
import { NOTIFY_AT } from './messages.reminders.ts';

const MOVE_CURSOR = {
  name: 'read-cursor-move',
  text: `insert into read_cursors (user_id, conversation_id, seq, updated_at)
      select $1, c.id, least($3::int, c.last_seq), now() from conversations c where c.id = $2
    on conflict (user_id, conversation_id) do update set seq = excluded.seq, updated_at = excluded.updated_at
      where read_cursors.seq < excluded.seq
    returning seq`,
};
const MARK_READ = {
  name: 'messages-mark-read',
  text: `update messages set read = true where conversation_id = $2 and receiver_id = $1 and conversation_seq <= $3
    and not read returning id`,
};
/** Tests that a conversation ($2) contains a message that its participant ($1) has not read. */
const HAS_UNREAD = `exists (select 1 from messages m where m.conversation_id = $2 and m.receiver_id = $1
  and not m.read and m.deleted_at is null)`;
/** Waits for a message that is being sent, which the next statement then sees. */
const LOCK_STATE = {
  name: 'conversation-lock-state',
  text: 'select 1 from conversation_state where conversation_id = $2 and user_id = $1 for update',
};
const STILL_UNREAD = {
  name: 'conversation-still-unread',
  text: `with before as (
      select is_notified, ${HAS_UNREAD} as has_unread from conversation_state
        where conversation_id = $2 and user_id = $1
    ) update conversation_state s set marked_unread = false, has_unread = b.has_unread, is_notified = false,
      notify_at = case when b.has_unread then ${NOTIFY_AT} end
    from before b where s.conversation_id = $2 and s.user_id = $1 returning b.is_notified as was_notified`,
};
const UNMARK = {
  name: 'conversation-unmark',
  text: `update conversation_state set marked_unread = false where conversation_id = $2 and user_id = $1
    and marked_unread`,
};
const HIDES_READ_RECEIPTS = {
  name: 'hides-read-receipts',
  text: 'select 1 from privacy_settings where user_id = any($1::uuid[]) and not read_receipts limit 1',
};

/**
 * Moves the user's read cursor forward and returns how many messages it has marked as read. Notifies the other
 * participant when the conversation is accepted and both show read receipts.
 *
 * @throws AppError NOT_FOUND.
 */
export async function readMessages(
  client: PoolClient,
  userId: string,
  { peerId, upToSeq }: { peerId: string; upToSeq: number },
): Promise<{ read: number }> {
  const conversation = await loadOwnConversation(client, userId, peerId);
  const [moved] = await query<{ seq: number }>(client, MOVE_CURSOR, [userId, conversation.id, upToSeq]);
  if (!moved) {
    await query(client, UNMARK, [userId, conversation.id]);
    return { read: 0 };
  }
  const read = await query(client, MARK_READ, [userId, conversation.id, moved.seq]);
  await query(client, LOCK_STATE, [userId, conversation.id]);
  const [state] = await query<{ was_notified: boolean }>(client, STILL_UNREAD, [userId, conversation.id]);
  if (state?.was_notified) publishDomainEvent(client, 'messages-read', { conversationId: conversation.id, userId });
  const isShown =
    conversation.state === 'accepted' &&
    conversation.peerId !== null &&
    (await query(client, HIDES_READ_RECEIPTS, [[userId, conversation.peerId]])).length === 0;
  const userIds = isShown && conversation.peerId !== null ? [userId, conversation.peerId] : [userId];
  const view = { readerId: userId, conversationId: conversation.id, upToSeq: moved.seq };
  appendToUserLog(client, userIds, { kind: 'message-read', payload: view, view });
  return { read: read.length };
}

const SET_STATE = {
  name: 'conversation-set-state',
  text: `insert into conversation_state (conversation_id, user_id, muted, pinned, archived, marked_unread)
      values ($1, $2, coalesce($3, false), coalesce($4, false), coalesce($5, false), coalesce($6, false))
    on conflict (conversation_id, user_id) do update
      set muted = coalesce($3, conversation_state.muted), pinned = coalesce($4, conversation_state.pinned),
      archived = coalesce($5, conversation_state.archived), marked_unread = coalesce($6,
        conversation_state.marked_unread)`,
};

/** Mutes, pins, archives or sets as unread a conversation for one participant. @throws AppError NOT_FOUND. */
export async function editConversation(
  client: PoolClient,
  userId: string,
  { peerId, change }: { peerId: string; change: ConversationStateInput },
): Promise<void> {
  const { id } = await loadOwnConversation(client, userId, peerId);
  const { muted = null, pinned = null, archived = null, markedUnread = null } = change;
  await query(client, SET_STATE, [id, userId, muted, pinned, archived, markedUnread]);
  signalAfterCommit(client, 'messages', [userId]);
}

const ANSWER = {
  name: 'conversation-answer',
  text: `update conversations set state = $3 where id = $1 and state = 'pending' and requested_by is distinct from $2
    returning id`,
};

/** Accepts or declines a request; its sender is not notified. @throws AppError NOT_FOUND, ALREADY_ANSWERED. */
export async function answerRequest(
  client: PoolClient,
  userId: string,
  { peerId, state }: { peerId: string; state: 'accepted' | 'declined' },
): Promise<void> {
  const conversation = await loadOwnConversation(client, userId, peerId);
  const [answered] = await query(client, ANSWER, [conversation.id, userId, state]);
  if (!answered) throw new AppError('ALREADY_ANSWERED', 'This request has already been answered');
  const { peerId: requesterId } = conversation;
  signalAfterCommit(
    client,
    'messages',
    state === 'accepted' && requesterId !== null ? [userId, requesterId] : [userId],
  );
}

const EDIT = {
  name: 'message-edit',
  text: `with edited as (update messages set content = $2, edited_at = now() where id = $1 and deleted_at is null
    and kind = 'text' returning id, created_at, conversation_id),
    emptied as (delete from message_index where $3::tsvector is null and message_id in (select id from edited)),
    indexed as (insert into message_index (message_id, scopes, sent_at, fts, version)
      select e.id, array[c.id, c.low_id, c.high_id], e.created_at, $3::tsvector, ${WORDS_VERSION}
        from edited e join conversations c on c.id = e.conversation_id where $3::tsvector is not null
      on conflict (message_id) do update set fts = excluded.fts, version = excluded.version)
    select id from edited`,
};
const DELETE_FOR_ALL = {
  name: 'message-delete-for-all',
  text: `with forgotten as (delete from message_index where message_id = $1)
    update messages set content = '', file_id = null, file_url = null, file_name = null, file_type = null,
      file_size = null,
      file_width = null, file_height = null, about_type = null, about_id = null, reply_to_id = null, deleted_at = now()
    where id = $1 and deleted_at is null returning id`,
};
const HIDE = {
  name: 'message-hide',
  text: 'insert into message_hides (message_id, user_id) values ($1, $2) on conflict do nothing',
};

/** Edits the user's own message within 15 minutes. @throws AppError NOT_FOUND, NOT_OWNER, TOO_OLD. */
export async function editMessage(
  client: PoolClient,
  userId: string,
  { id, content }: { id: string; content: string },
): Promise<MessageView> {
  const message = await loadOwnMessage(client, id, userId);
  checkChangeable(message, userId, 'edit');
  const isChanged = await changeForBoth(client, message, () =>
    query(client, EDIT, [id, content, messageVector(content) || null]),
  );
  const view = (await loadMessageViews(client, [id], userId)).get(id);
  // The message may have been deleted concurrently.
  if (!view || !isChanged) throw notFound('This message');
  return view;
}

/** Deletes an own message for both users within 15 minutes. @throws AppError NOT_FOUND, NOT_OWNER, TOO_OLD. */
export async function removeForAll(client: PoolClient, userId: string, id: string): Promise<void> {
  const message = await loadOwnMessage(client, id, userId);
  if (message.deleted_at !== null && message.sender_id === userId) return;
  checkChangeable(message, userId, 'delete');
  await deleteForBoth(client, message);
}

const ANY_MESSAGE = { name: 'message-any', text: `select ${OWN_MESSAGE} from messages m where m.id = $1` };

/** Deletes any message as {@link removeForAll} does, for an operator; returns false when it is already deleted. */
export async function takeDownMessage(em: EntityManager, id: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const [message] = await read<OwnMessage>(tx, ANY_MESSAGE, [id]);
    return message !== undefined && deleteForBoth(tx, message);
  });
}

/** Returns false when the message was already deleted. */
async function deleteForBoth(tx: EntityManager | PoolClient, message: OwnMessage): Promise<boolean> {
  return changeForBoth(tx, message, async () => {
    const changed = await read(tx, DELETE_FOR_ALL, [message.id]);
    const { receiver_id: userId, conversation_id: conversationId } = message;
    if (userId === null) return changed;
    await read(tx, LOCK_STATE, [userId, conversationId]);
    const [state] = await read<{ was_notified: boolean }>(tx, NOTHING_UNREAD, [userId, conversationId]);
    if (state?.was_notified) publishDomainEvent(tx, 'messages-read', { conversationId, userId });
    return changed;
  });
}

const NOTHING_UNREAD = {
  name: 'conversation-nothing-unread',
  text: `with before as (
      select is_notified from conversation_state where conversation_id = $2 and user_id = $1
    ) update conversation_state s set has_unread = false, is_notified = false, notify_at = null
    from before b where s.conversation_id = $2 and s.user_id = $1 and s.has_unread and not ${HAS_UNREAD}
    returning b.is_notified as was_notified`,
};

/** Hides a message for one participant only. @throws AppError NOT_FOUND. */
export async function removeForMe(client: PoolClient, userId: string, id: string): Promise<void> {
  await loadOwnMessage(client, id, userId);
  await query(client, HIDE, [id, userId]);
  signalAfterCommit(client, 'messages', [userId]);
}

function checkChangeable(message: OwnMessage, userId: string, action: 'edit' | 'delete'): void {
  if (message.sender_id !== userId)
    throw new AppError('NOT_OWNER', `Only the sender of a message can ${action} it for both`);
  const isOld = databaseNowMs() - message.created_at.getTime() > MESSAGE_LIMITS.changeableMs;
  if (isOld || message.deleted_at !== null)
    throw new AppError('TOO_OLD', `You can change a message for ${MESSAGE_LIMITS.changeableMs / 60_000} minutes`);
}

async function changeForBoth(
  tx: EntityManager | PoolClient,
  message: OwnMessage,
  change: () => Promise<object[]>,
): Promise<boolean> {
  const userIds = [message.sender_id, message.receiver_id].filter((id) => id !== null);
  if ((await change()).length === 0) return false;
  appendToUserLog(tx, userIds, { kind: 'message-updated', payload: { messageId: message.id } });
  return true;
}
