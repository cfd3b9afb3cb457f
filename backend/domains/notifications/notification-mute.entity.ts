import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const NotificationMuteSchema = defineEntity({
  name: 'NotificationMute',
  tableName: 'notification_mutes',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    sourceType: p.text().primary(),
    sourceId: p.uuid().primary(),
    createdAt: createdAtColumn(),
  },
});

/** A source that a user has muted. */
export class NotificationMute extends NotificationMuteSchema.class {}
NotificationMuteSchema.setClass(NotificationMute);
