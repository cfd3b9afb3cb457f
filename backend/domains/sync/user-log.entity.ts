import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const UserLogSchema = defineEntity({
  name: 'UserLog',
  tableName: 'user_logs',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    lastSeq: p.bigint('number').defaultRaw('0'),
  },
});

/**
 * The last sequence number of a user's log. A transaction that appends locks the row until its commit, so that the
 * numbers have the order of commits.
 */
export class UserLog extends UserLogSchema.class {}
UserLogSchema.setClass(UserLog);
