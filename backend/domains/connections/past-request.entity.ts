import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const PastRequestSchema = defineEntity({
  name: 'PastRequest',
  tableName: 'past_connection_requests',
  primaryKeys: ['connectedUserId', 'userId'],
  properties: {
    connectedUserId: () => p.manyToOne(User).mapToPk().primary().fieldName('connected_user_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    declinedAt: p.datetime(3).nullable(),
    /** While set, every request is ignored from the start. */
    ignoredAt: p.datetime(3).nullable(),
    withdrawnAt: p.datetime(3).nullable(),
  },
});

/**
 * When requests of `userId` to `connectedUserId` were last declined, ignored and withdrawn. The row remains when the
 * request itself is withdrawn or ended by a block; it is deleted when the two connect.
 */
export class PastRequest extends PastRequestSchema.class {}
PastRequestSchema.setClass(PastRequest);
