import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';

const AnnouncementSchema = defineEntity({
  name: 'Announcement',
  tableName: 'announcements',
  properties: {
    id: idColumn(),
    title: p.text(),
    content: p.text(),
    createdAt: createdAtColumn(),
    /** The members up to this id have been notified. */
    sentTo: p.uuid().nullable(),
    /** When every member had been notified; null until then. */
    doneAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'announcements_open_index', properties: ['createdAt'], where: 'done_at is null' }],
});

/** News from the operator to the members who have the switch for news on. */
export class Announcement extends AnnouncementSchema.class {}
AnnouncementSchema.setClass(Announcement);
