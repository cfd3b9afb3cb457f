import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

const ConversationStateSchema = defineEntity({
  name: 'ConversationState',
  tableName: 'conversation_state',
  properties: {
    conversationId: () =>
      p.manyToOne(Conversation).mapToPk().fieldName('conversation_id').primary().deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    muted: p.boolean().default(false),
    pinned: p.boolean().default(false),
    archived: p.boolean().default(false),
    markedUnread: p.boolean().default(false),
    hasUnread: p.boolean().default(false),
    /** When the user is to be notified of the unread messages; null when there are none, or it has been done. */
    notifyAt: p.datetime(3).nullable(),
    /** True from the notification until the messages are read. */
    isNotified: p.boolean().default(false),
    /** Time of the last message; sorts the list. */
    lastAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex(
      'conversation_state_user_list',
      '"conversation_state" ("user_id", "archived", "pinned" desc, "last_at" desc, "conversation_id" desc)',
    ),
    sqlIndex(
      'conversation_state_unread_list',
      '"conversation_state" ("user_id", "pinned" desc, "last_at" desc, "conversation_id" desc) where has_unread or marked_unread',
    ),
    { name: 'conversation_state_notify_index', properties: ['notifyAt'], where: 'notify_at is not null' },
  ],
});

/** The settings and the unread state of one participant in a conversation. */
export class ConversationStateRow extends ConversationStateSchema.class {}
ConversationStateSchema.setClass(ConversationStateRow);
