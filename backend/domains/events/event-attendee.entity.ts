import { defineEntity, p } from '@mikro-orm/core';
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
    status: p.text().$type<'going' | 'interested' | 'waitlisted'>().default('going'),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'event_attendees_user_index', properties: ['userId', 'eventId'] }],
  checks: [{ name: 'event_attendees_status_check', expression: `status in ('going', 'interested', 'waitlisted')` }],
});

/** A person who answered the invitation to an event. */
export class EventAttendee extends EventAttendeeSchema.class {}
EventAttendeeSchema.setClass(EventAttendee);
