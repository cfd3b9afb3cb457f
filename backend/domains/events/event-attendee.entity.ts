import { defineEntity, p } from '@mikro-orm/core';
import type { RsvpStatus } from '#shared/api/events.ts';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Event } from './event.entity.ts';

const EventAttendeeSchema = defineEntity({
  name: 'EventAttendee',
  tableName: 'event_attendees',
  primaryKeys: ['eventId', 'userId'],
  properties: {
    eventId: () => p.manyToOne(Event).mapToPk().primary().fieldName('event_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    status: p.text().$type<RsvpStatus>().default('going'),
    createdAt: createdAtColumn(),
    /** Position in the waiting list; null for users who are not in it. */
    waitingNumber: p.integer().nullable(),
    /** Until when a held seat can be confirmed; null for users without one. */
    heldUntil: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'event_attendees_user_index', properties: ['userId', 'eventId'] },
    { name: 'event_attendees_list', properties: ['eventId', 'createdAt', 'userId'] },
    { name: 'event_attendees_going_index', properties: ['createdAt'], where: `status = 'going'` },
    { name: 'event_attendees_waiting', properties: ['eventId', 'waitingNumber'], where: 'waiting_number is not null' },
    { name: 'event_attendees_held', properties: ['heldUntil'], where: 'held_until is not null' },
  ],
  checks: [
    { name: 'event_attendees_status_check', expression: `status in ('going', 'interested', 'waitlisted', 'held')` },
    { name: 'event_attendees_waiting_check', expression: `(status = 'waitlisted') = (waiting_number is not null)` },
    { name: 'event_attendees_held_check', expression: `(status = 'held') = (held_until is not null)` },
  ],
});

/** A user's answer to the invitation to an event. */
export class EventAttendee extends EventAttendeeSchema.class {}
EventAttendeeSchema.setClass(EventAttendee);
