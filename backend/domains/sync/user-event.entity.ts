import { defineEntity, p } from '@mikro-orm/core';
import type { StreamPushName } from '#shared/realtime/stream.ts';
import { createdAtColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const UserEventSchema = defineEntity({
  name: 'UserEvent',
  tableName: 'user_event',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    seq: p.bigint('number').primary(),
    kind: p.text().$type<StreamPushName>(),
    /** Ids only; the view is built at delivery, so that the log never retains deleted content. */
    payload: p.json<JsonRecord>(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'user_event_created_index', properties: ['createdAt'] }],
});

/** One entry of a user's log; `seq` counts 1, 2, 3 without gaps in the order of commits. */
export class UserEvent extends UserEventSchema.class {}
UserEventSchema.setClass(UserEvent);
