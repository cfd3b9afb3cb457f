import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Message } from './message.entity.ts';

const MessageHideSchema = defineEntity({
  name: 'MessageHide',
  tableName: 'message_hides',
  properties: {
    messageId: () => p.manyToOne(Message).mapToPk().fieldName('message_id').primary().deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'message_hides_user_index', properties: ['userId'] }],
});

/** A message that one participant has deleted only for themselves. */
export class MessageHide extends MessageHideSchema.class {}
MessageHideSchema.setClass(MessageHide);
