import type { ConversationState } from '#shared/api/messages.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';

const UNREAD = {
  name: 'notification-of-messages',
  text: `select case when c.low_id = s.user_id then c.high_id else c.low_id end as peer_id, c.state
    from conversation_state s join conversations c on c.id = s.conversation_id and c.state <> 'declined'
    where s.conversation_id = $1 and s.user_id = $2 and s.has_unread and s.is_notified and not s.muted`,
};

/** Notifies members who are away of the unread messages of a conversation, until they are read. */
export const messageNotifications: NotificationRules = {
  'messages-unread': async (reader, { conversationId, userId, seq }) =>
    (
      await read<{ peer_id: string | null; state: ConversationState }>(reader, UNREAD, [conversationId, userId])
    ).flatMap(({ peer_id: actorId, state }) =>
      actorId === null
        ? []
        : {
            kind: 'notify',
            type: 'message',
            params: { isRequest: state === 'pending' },
            userId,
            actorId,
            sourceType: 'conversation',
            sourceId: conversationId,
            groupKey: `message:${conversationId}`,
            dedupeKey: `message:${conversationId}:${seq}`,
            awaitsAnswer: true,
          },
    ),
  'messages-read': (_reader, { conversationId, userId }) => [
    { kind: 'settle', userId, sourceType: 'conversation', sourceId: conversationId },
  ],
};
