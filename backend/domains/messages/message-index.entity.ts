import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, sqlIndex } from '../../db/columns.ts';
import { bucketsColumn } from '../../db/text/time-buckets.ts';
import { Message } from './message.entity.ts';

const MessageIndexSchema = defineEntity({
  name: 'MessageIndex',
  tableName: 'message_index',
  properties: {
    messageId: () => p.manyToOne(Message).mapToPk().fieldName('message_id').primary().deleteRule('cascade'),
    /** Ids of the conversation and its two participants, also after one account is deleted. */
    scopes: p.array().columnType('uuid[]'),
    sentAt: createdAtColumn(),
    timeBuckets: () => p.array().columnType('int[]').generated(bucketsColumn('sent_at')).lazy().hidden().nullable(),
    /** The version of the words in `fts`; see `fillMessageIndex`. */
    version: p.integer().default(1),
    /** Written by db/text/words.ts. */
    fts: p.type('string').columnType('tsvector').lazy().hidden(),
  },
  indexes: [
    // One index for scopes and words, so that a search reads only the entries of its own conversations.
    // fastupdate is off because each search would also scan the pending list.
    sqlIndex(
      'message_index_words',
      '"message_index" using gin ("scopes", "fts", "time_buckets") with (fastupdate = off)',
    ),
  ],
});

/**
 * The search index of one message, for its two participants. It is a table of its own because marking a message as read
 * writes a new row version, which would write all its index entries again.
 */
export class MessageIndex extends MessageIndexSchema.class {}
MessageIndexSchema.setClass(MessageIndex);
