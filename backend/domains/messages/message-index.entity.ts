import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { erasOf } from '../../db/text/eras.ts';
import { Message } from './message.entity.ts';

const MessageIndexSchema = defineEntity({
  name: 'MessageIndex',
  tableName: 'message_index',
  properties: {
    messageId: () => p.manyToOne(Message).mapToPk().fieldName('message_id').primary().deleteRule('cascade'),
    /** The conversation and its two people, whether they are still there or not. */
    scopes: p.array().columnType('uuid[]'),
    sentAt: createdAtColumn(),
    eras: () => p.array().columnType('int[]').generated(erasOf('sent_at')).lazy().hidden().nullable(),
    /** Written by db/text/words.ts. */
    fts: p.type('string').columnType('tsvector').lazy().hidden(),
  },
  indexes: [
    // Scopes and words in one index: the words of one person's messages are found without those of everyone else. Without a pending list, which reads would pay for.
    {
      name: 'message_index_words',
      expression: `create index "message_index_words" on "message_index" using gin ("scopes", "fts", "eras") with (fastupdate = off)`,
    },
  ],
});

/**
 * The words of one message, for its two people. They stand apart from the message because reading one writes its row
 * anew, which would write each word anew as well.
 */
export class MessageIndex extends MessageIndexSchema.class {}
MessageIndexSchema.setClass(MessageIndex);
