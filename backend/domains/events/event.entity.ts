import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    title: p.text(),
    description: p.text(),
    date: p.datetime(3),
    location: p.text(),
    isVirtual: p.boolean().default(false),
    createdAt: createdAtColumn(),
  },
  indexes: [
    { name: 'events_date_list', properties: ['date', 'id'] },
    {
      name: 'events_user_list',
      expression: 'create index "events_user_list" on "events" ("user_id", "date" desc, "id" desc)',
    },
  ],
});

/** One meet-up people can attend. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
