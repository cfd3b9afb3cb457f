import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { Session } from '../auth/session.entity.ts';
import { User } from '../users/user.entity.ts';

const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscriptions',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** The session that created it: nothing is pushed to a signed-out browser. */
    sessionId: () => p.manyToOne(Session).mapToPk().fieldName('session_id').deleteRule('cascade'),
    endpoint: p.text().unique('push_subscriptions_endpoint_unique').hidden(),
    p256dh: p.text().hidden(),
    auth: p.text().hidden(),
    createdAt: createdAtColumn(),
  },
  indexes: [
    { name: 'push_subscriptions_user_index', properties: ['userId'] },
    { name: 'push_subscriptions_session_index', properties: ['sessionId'] },
  ],
});

/** A browser that receives a user's web push. */
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription);
