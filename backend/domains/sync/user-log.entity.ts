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

/** The last sequence number of a user's log; an append locks the row until its commit, which orders the numbers. */
export class UserLog extends UserLogSchema.class {}
UserLogSchema.setClass(UserLog);
