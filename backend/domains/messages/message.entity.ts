import { defineEntity, p } from '@mikro-orm/core';
import type { CallSummary, MessageSubject } from '#shared/api/messages.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { StoredFile } from '../files/file.entity.ts';
import { User } from '../users/user.entity.ts';
import { Conversation } from './conversation.entity.ts';

const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: idColumn(),
    senderId: () => p.manyToOne(User).mapToPk().fieldName('sender_id').nullable().deleteRule('set null'),
    receiverId: () => p.manyToOne(User).mapToPk().fieldName('receiver_id').nullable().deleteRule('set null'),
    clientId: p.uuid(),
    content: p.text(),
    read: p.boolean().default(false),
    fileUrl: p.text().nullable(),
    fileName: p.text().nullable(),
    fileType: p.text().nullable(),
    fileSize: p.bigint('number').nullable(),
    fileWidth: p.integer().nullable(),
    fileHeight: p.integer().nullable(),
    createdAt: createdAtColumn(),
    conversationId: () => p.manyToOne(Conversation).mapToPk().fieldName('conversation_id').deleteRule('cascade'),
    /** Sequence number in the conversation: 1, 2, 3 without gaps. */
    conversationSeq: p.integer(),
    kind: p.text().$type<'text' | 'call'>().default('text'),
    /** Of a message of the kind `call`. */
    call: p.json<CallSummary>().nullable(),
    replyToId: () => p.manyToOne(Message).mapToPk().fieldName('reply_to_id').nullable().deleteRule('set null'),
    aboutType: p.text().$type<MessageSubject>().nullable(),
    aboutId: p.uuid().nullable(),
    fileId: () => p.manyToOne(StoredFile).mapToPk().fieldName('file_id').nullable().deleteRule('set null'),
    editedAt: p.datetime(3).nullable(),
    /** When it was deleted for both; its content is empty from then on. */
    deletedAt: p.datetime(3).nullable(),
  },
  uniques: [
    { name: 'messages_client_id_unique', properties: ['senderId', 'clientId'] },
    { name: 'messages_place_unique', properties: ['conversationId', 'conversationSeq'] },
  ],
  indexes: [
    { name: 'messages_unread_list', properties: ['receiverId', 'conversationId'], where: 'read = false' },
    { name: 'messages_about_course_index', properties: ['createdAt'], where: `about_type = 'course'` },
    { name: 'messages_reply_index', properties: ['replyToId'], where: 'reply_to_id is not null' },
    { name: 'messages_file_index', properties: ['fileId'], where: 'file_id is not null' },
    sqlIndex(
      'messages_shared_files_list',
      `"messages" ("conversation_id", ("file_type" like 'image/%'), "conversation_seq" desc) where file_id is not null`,
    ),
  ],
  checks: [
    { name: 'messages_pair_check', expression: 'sender_id <> receiver_id' },
    { name: 'messages_kind_check', expression: `kind in ('text', 'call')` },
  ],
});

/**
 * One direct message. `clientId` is the sender's idempotency key. `fileSize` is in bytes, `fileWidth` and `fileHeight`
 * in pixels of an image. The id of a deleted account is null.
 */
export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);
