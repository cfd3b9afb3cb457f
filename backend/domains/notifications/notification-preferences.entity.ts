import { defineEntity, p } from '@mikro-orm/core';
import type { ChangeableType, Channels, Digest } from '#shared/api/notifications.ts';
import { updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const NotificationPreferencesSchema = defineEntity({
  name: 'NotificationPreferences',
  tableName: 'notification_preferences',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    types: p.json<Partial<Record<ChangeableType, Partial<Channels>>>>().defaultRaw(`'{}'`),
    digest: p.text().$type<Digest>().default('off'),
    digestHour: p.integer().default(8),
    updatedAt: updatedAtColumn(),
  },
});

/** A user's changes to the channels by type; a missing one has the type's default. */
export class NotificationPreferencesRow extends NotificationPreferencesSchema.class {}
NotificationPreferencesSchema.setClass(NotificationPreferencesRow);
