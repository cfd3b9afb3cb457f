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
    /** The session it was made in: nothing is pushed to a browser that is signed out. */
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

/** A browser that takes web push for a member. */
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription);
