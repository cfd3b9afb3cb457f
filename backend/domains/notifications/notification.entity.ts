import { defineEntity, p } from '@mikro-orm/core';
import type { NotificationCategory, NotificationPriority, NotificationType } from '#shared/api/notifications.ts';
import { createdAtColumn, idColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    type: p.text().$type<NotificationType>(),
    title: p.text(),
    content: p.text(),
    sourceId: p.uuid().nullable(),
    sourceType: p.text().nullable(),
    read: p.boolean().default(false),
    priority: p.text().$type<NotificationPriority>().default('medium'),
    metadata: p.json<JsonRecord>().defaultRaw(`'{}'`),
    category: p.text().$type<NotificationCategory>().default('general'),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3).nullable(),
    /** Who did it. */
    actorId: () => p.manyToOne(User).mapToPk().fieldName('actor_id').nullable().deleteRule('cascade'),
    /** Notifications of one kind about one thing share it. */
    groupKey: p.text(),
    /** What happened, once: a fact that is announced again finds it there. */
    dedupeKey: p.text().nullable(),
    /** False where it only goes out by mail or push. */
    isShown: p.boolean().default(true),
    readAt: p.datetime(3).nullable(),
    doneAt: p.datetime(3).nullable(),
    snoozedUntil: p.datetime(3).nullable(),
    /** Place in the list: when it came, or comes back. */
    listedAt: createdAtColumn(),
    /** When its mail is due; null when none is. */
    mailDueAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'notifications_dedupe_unique', properties: ['userId', 'dedupeKey'] }],
  indexes: [
    {
      name: 'notifications_user_list',
      expression: 'create index "notifications_user_list" on "notifications" ("user_id", "listed_at" desc, "id" desc)',
    },
    {
      name: 'notifications_group_list',
      expression:
        'create index "notifications_group_list" on "notifications" ("user_id", "group_key", "listed_at" desc, "id" desc)',
    },
    { name: 'notifications_unread_index', properties: ['userId'], where: 'read = false' },
    { name: 'notifications_mail_index', properties: ['mailDueAt'], where: 'mail_due_at is not null' },
    { name: 'notifications_snoozed_index', properties: ['snoozedUntil'], where: 'snoozed_until is not null' },
    { name: 'notifications_expires_index', properties: ['expiresAt'] },
    { name: 'notifications_actor_index', properties: ['actorId'] },
  ],
});

/** One notice for one member; the source is a record of any noun, so it carries no foreign key. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
