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
 * Where a person's stream stands. Its row is locked until the commit of what is added, so that numbers come in the
 * order of commits.
 */
export class UserStream extends UserStreamSchema.class {}
UserStreamSchema.setClass(UserStream);
