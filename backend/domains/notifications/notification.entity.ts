import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const NotificationSchema = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    type: p.text(),
    title: p.text(),
    content: p.text(),
    sourceId: p.uuid().nullable(),
    sourceType: p.text().nullable(),
    read: p.boolean().default(false),
    priority: p.text().default('medium'),
    metadata: p.json<JsonRecord>().defaultRaw(`'{}'`),
    category: p.text().default('general'),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'notifications_user_list',
      expression: 'create index "notifications_user_list" on "notifications" ("user_id", "created_at" desc, "id" desc)',
    },
    { name: 'notifications_unread_index', properties: ['userId'], where: 'read = false' },
  ],
});

/** One notice for one member; the source is a record of any noun, so it carries no foreign key. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
