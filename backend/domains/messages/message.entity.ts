import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

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
    createdAt: createdAtColumn(),
  },
  uniques: [{ name: 'messages_client_id_unique', properties: ['senderId', 'clientId'] }],
  indexes: [
    {
      name: 'messages_sent_pair_list',
      expression: 'create index "messages_sent_pair_list" on "messages" ("sender_id", "receiver_id", "created_at" desc, "id" desc)',
    },
    {
      name: 'messages_received_pair_list',
      expression: 'create index "messages_received_pair_list" on "messages" ("receiver_id", "sender_id", "created_at" desc, "id" desc)',
    },
  ],
  checks: [{ name: 'messages_pair_check', expression: 'sender_id <> receiver_id' }],
});

/** One direct message; `clientId` is the sender's own id for it and makes a repeated send harmless. `fileSize` is in bytes. Who deleted their account is null. */
export class Message extends MessageSchema.class {}
MessageSchema.setClass(Message);
