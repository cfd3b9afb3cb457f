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
    endsAt: p.datetime(3).nullable(),
    timezone: p.text().default('UTC'),
    /** Seats; null where there is no limit. */
    capacity: p.integer().nullable(),
    joinUrl: p.text().nullable(),
    state: p.text().$type<'scheduled' | 'cancelled'>().default('scheduled'),
    /** Counts edits and the cancellation, for calendars. */
    revision: p.integer().default(0),
    editedAt: p.datetime(3).nullable(),
    /** The date of which people were reminded a day before; another date is reminded of anew. */
    remindedDay: p.datetime(3).nullable(),
    /** The same, shortly before. */
    remindedSoon: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'events_date_list', properties: ['date', 'id'] },
    {
      name: 'events_user_list',
      expression: 'create index "events_user_list" on "events" ("user_id", "date" desc, "id" desc)',
    },
  ],
  checks: [
    { name: 'events_state_check', expression: `state in ('scheduled', 'cancelled')` },
    { name: 'events_capacity_check', expression: 'capacity > 0' },
    { name: 'events_ends_at_check', expression: 'ends_at > date' },
  ],
});

/** One meet-up people can attend. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
