import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
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
    /** The start that members were reminded of a day before; a new start gets a new reminder. */
    remindedDay: p.datetime(3).nullable(),
    /** The same for the reminder shortly before the start. */
    remindedSoon: p.datetime(3).nullable(),
    /** When participants were last notified of an edit. */
    notifiedAt: p.datetime(3).nullable(),
    /** When they are notified of the edits since then; null when there are none. */
    notifyAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'events_date_list', properties: ['date', 'id'] },
    sqlIndex('events_notify_due', '"events" ("notify_at") where notify_at is not null'),
    sqlIndex('events_user_list', '"events" ("user_id", "date" desc, "id" desc)'),
  ],
  checks: [
    { name: 'events_state_check', expression: `state in ('scheduled', 'cancelled')` },
    { name: 'events_capacity_check', expression: 'capacity > 0' },
    { name: 'events_ends_at_check', expression: 'ends_at > date' },
  ],
});

/** One event that members can attend. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
