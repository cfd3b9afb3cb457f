import { defineEntity, p } from '@mikro-orm/core';
import type { AudienceType } from '#shared/api/audiences.ts';
import type { EventPlace } from '#shared/event-places.ts';
import { AUDIENCE_CHECK, createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { Course } from '../courses/course.entity.ts';
import { User } from '../users/user.entity.ts';

/** When and where an event is, with the link to join, which no notification contains. */
export interface KnownPlace extends EventPlace {
  joinUrl: string | null;
}

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
    /** When and where it was when they were last notified, while edits wait for `notifyAt`; null without such edits. */
    knownPlace: p.json<KnownPlace>().nullable(),
    audience: p.text().$type<AudienceType>().default('everyone'),
    /** The item whose class can see it. */
    courseId: () => p.manyToOne(Course).mapToPk().fieldName('course_id').nullable().deleteRule('cascade'),
    /** The institution whose confirmed members can see it. */
    institutionId: () => p.manyToOne(User).mapToPk().fieldName('institution_id').nullable().deleteRule('cascade'),
    audienceId: p.uuid().generated('(coalesce(course_id, institution_id)) stored').lazy().hidden().nullable(),
  },
  indexes: [
    { name: 'events_date_list', properties: ['date', 'id'] },
    { name: 'events_everyone_list', properties: ['date', 'id'], where: `audience = 'everyone'` },
    { name: 'events_connections_list', properties: ['userId', 'date', 'id'], where: `audience = 'connections'` },
    { name: 'events_group_list', properties: ['audienceId', 'date', 'id'], where: 'audience_id is not null' },
    { name: 'events_course_index', properties: ['courseId'], where: 'course_id is not null' },
    { name: 'events_institution_index', properties: ['institutionId'], where: 'institution_id is not null' },
    sqlIndex('events_notify_due', '"events" ("notify_at") where notify_at is not null'),
    sqlIndex('events_user_list', '"events" ("user_id", "date" desc, "id" desc)'),
  ],
  checks: [
    { name: 'events_audience_check', expression: AUDIENCE_CHECK },
    { name: 'events_state_check', expression: `state in ('scheduled', 'cancelled')` },
    { name: 'events_capacity_check', expression: 'capacity > 0' },
    { name: 'events_ends_at_check', expression: 'ends_at > date' },
  ],
});

/** Returns when and where an event is or was, for its notifications. */
export function withoutLink({ date, endsAt, timezone, location, isVirtual }: KnownPlace): EventPlace {
  return { date, endsAt, timezone, location, isVirtual };
}

/** One event that members can attend. */
export class Event extends EventSchema.class {}
EventSchema.setClass(Event);
