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
    /** Ids; the view is read when the event is told, so that nothing deleted is kept here. */
    payload: p.json<JsonRecord>(),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'user_event_created_index', properties: ['createdAt'] }],
});

/** One thing that happened to one person, in the order it was committed: 1, 2, 3 without a hole. */
export class UserEvent extends UserEventSchema.class {}
UserEventSchema.setClass(UserEvent);
