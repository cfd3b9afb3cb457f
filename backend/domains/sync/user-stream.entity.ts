import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const UserStreamSchema = defineEntity({
  name: 'UserStream',
  tableName: 'user_stream',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    lastSeq: p.bigint('number').defaultRaw('0'),
  },
});

/**
 * The last sequence number of a user's log. A transaction that appends locks the row until its commit, so that the
 * numbers have the order of commits.
 */
export class UserStream extends UserStreamSchema.class {}
UserStreamSchema.setClass(UserStream);
