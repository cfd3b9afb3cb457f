import { defineEntity, p } from '@mikro-orm/core';
import type { NotificationParams } from '#shared/api/notification-params.ts';
import type { NotificationCategory, NotificationPriority, NotificationType } from '#shared/api/notifications.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    type: p.text().$type<NotificationType>(),
    /** The record it is about; null when the record is gone. */
    sourceId: p.uuid().nullable(),
    sourceType: p.text().nullable(),
    read: p.boolean().default(false),
    priority: p.text().$type<NotificationPriority>().default('medium'),
    /** Parameters of the type, which the wording fills in. */
    metadata: p.json<NotificationParams[NotificationType]>().defaultRaw(`'{}'`),
    category: p.text().$type<NotificationCategory>().default('general'),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3).nullable(),
    /** The user who acted. */
    actorId: () => p.manyToOne(User).mapToPk().fieldName('actor_id').nullable().deleteRule('cascade'),
    /** Notifications of one kind about one thing share it. */
    groupKey: p.text(),
    /** Names what happened: a domain event that is published again makes no second notification. */
    dedupeKey: p.text().nullable(),
    /** False when it is sent by email or push alone. */
    isShown: p.boolean().default(true),
    /** True while the user can still answer its request. */
    awaitsAnswer: p.boolean().default(false),
    /** Since when it is hidden because what it is about was undone; null while that holds. */
    retractedAt: p.datetime(3).nullable(),
    readAt: p.datetime(3).nullable(),
    doneAt: p.datetime(3).nullable(),
    snoozedUntil: p.datetime(3).nullable(),
    /** Position in the list: when it arrived, or returns after a snooze. */
    listedAt: createdAtColumn(),
    /** When its email is due; null when none is. */
    emailDueAt: p.datetime(3).nullable(),
    emailedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'notifications_dedupe_unique', properties: ['dedupeKey', 'userId'] }],
  indexes: [
    sqlIndex('notifications_user_list', '"notifications" ("user_id", "listed_at" desc, "id" desc)'),
    sqlIndex('notifications_group_list', '"notifications" ("user_id", "group_key", "listed_at" desc, "id" desc)'),
    sqlIndex(
      'notifications_unread_list',
      '"notifications" ("user_id", "listed_at" desc, "id" desc) where read = false',
    ),
    sqlIndex('notifications_unread_groups', '"notifications" ("user_id", "category", "group_key") where read = false'),
    sqlIndex(
      'notifications_done_list',
      '"notifications" ("user_id", "listed_at" desc, "id" desc) where done_at is not null',
    ),
    { name: 'notifications_email_index', properties: ['emailDueAt'], where: 'email_due_at is not null' },
    { name: 'notifications_snoozed_index', properties: ['snoozedUntil'], where: 'snoozed_until is not null' },
    { name: 'notifications_expires_index', properties: ['expiresAt'] },
    { name: 'notifications_actor_index', properties: ['actorId'] },
  ],
});

/** A notification of one user. The source is a record of any noun, so it has no foreign key. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
