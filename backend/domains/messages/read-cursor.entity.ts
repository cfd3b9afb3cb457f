import { defineEntity, p } from '@mikro-orm/core';
import { updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

const ReadCursorSchema = defineEntity({
  name: 'ReadCursor',
  tableName: 'read_cursors',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    conversationId: () =>
      p.manyToOne(Conversation).mapToPk().fieldName('conversation_id').primary().deleteRule('cascade'),
    seq: p.integer().default(0),
    updatedAt: updatedAtColumn(),
  },
  indexes: [{ name: 'read_cursors_conversation_index', properties: ['conversationId'] }],
});

/** The last sequence number that a user has read in a conversation; it only increases. */
export class ReadCursor extends ReadCursorSchema.class {}
ReadCursorSchema.setClass(ReadCursor);
