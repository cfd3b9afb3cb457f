import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNowMs } from '../../db/clock.ts';
import { read, type Timestamp } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { Event } from './event.entity.ts';
import { ENDS_AT } from './event.view.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Tests whether the event whose id an SQL expression names is scheduled; null when it is gone. */
export const isScheduled = (id: string) => `(select e.state = 'scheduled' from events e where e.id = ${id})`;

/** Selects the item to whose class the event is offered whose id an SQL expression names; null without one. */
export const classOfEvent = (id: string) => `(select e.course_id from events e where e.id = ${id})`;

/** Tests whether the viewer ($1) may see the event whose id an SQL expression names. */
export const isEventVisible = (id: string) =>
  `exists (select 1 from events v join users u on u.id = v.user_id and u.deactivated_at is null
    and u.id not in (${HIDDEN_FROM_VIEWER}) where v.id = ${id} and ${isInAudience('v')})`;

/** Tests whether the event that an SQL expression names is scheduled and for the viewer ($1); null when it is gone. */
export const isEventFindable = (id: string) =>
  `(select e.state = 'scheduled' and ${isInAudience('e')} from events e where e.id = ${id})`;

/**
 * Tests whether the event whose id an SQL expression names has an audience without the user that another one names;
 * false when the event is deleted.
 */
export const isEventWithheld = (id: string, user: string) =>
  `exists (select 1 from events e where e.id = ${id} and not ${isInAudience('e', user)})`;

/** Makes the JSON of the event whose id an SQL expression names, for messages; null if hidden from the viewer ($1). */
export const eventAbout = (id: string) =>
  `(select json_build_object('title', a.title, 'date', a.date, 'isCancelled', a.state = 'cancelled')
    from events a where a.id = ${id} and ${isEventVisible('a.id')})`;

/** Selects the ids (`event_id`) of the events that the user named by an SQL expression attends and can see. */
export const eventsOf = (user: string) =>
  `select a.event_id from event_attendees a join events t on t.id = a.event_id and ${isInAudience('t', user)}
    where a.user_id = ${user} and a.status = 'going'`;

/** Selects the ids (`user_id`) of the users who attend the event whose id an SQL expression names. */
export const attendeesOf = (event: string) =>
  `select a.user_id from event_attendees a where a.event_id = ${event} and a.status = 'going'`;

/** Selects the events `v` that two users both attend and that the first of them can see, as `from ... where ...`. */
export const sharedEvents = (user: string, other: string) =>
  `from event_attendees a join event_attendees b on b.event_id = a.event_id and b.user_id = ${other}
    and b.status = 'going' join events v on v.id = a.event_id and ${isInAudience('v', user)}
    where a.user_id = ${user} and a.status = 'going'`;

const COLUMNS = `v.id, v.user_id, v.capacity, v.state, v.date, ${ENDS_AT} as ends_at`;
const LOCK = {
  name: 'event-lock',
  text: `select ${COLUMNS} from events v join users u on u.id = v.user_id and u.deactivated_at is null
    where v.id = $2 and v.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('v')} for update of v`,
};
const LOCK_ANY = { name: 'event-lock-any', text: `select ${COLUMNS} from events v where v.id = $1 for update of v` };

interface LockRow {
  id: string;
  user_id: string;
  capacity: number | null;
  state: 'scheduled' | 'cancelled';
  date: Timestamp;
  ends_at: Timestamp;
}

/** An event whose row is locked until the transaction ends. */
export interface LockedEvent {
  id: string;
  hostId: string;
  capacity: number | null;
  startsAt: Date;
  endsAt: Date;
  isCancelled: boolean;
  isOver: boolean;
}

function toLocked(row: LockRow): LockedEvent {
  const endsAt = new Date(row.ends_at);
  return {
    id: row.id,
    hostId: row.user_id,
    capacity: row.capacity,
    startsAt: new Date(row.date),
    endsAt,
    isCancelled: row.state === 'cancelled',
    isOver: endsAt.getTime() <= databaseNowMs(),
  };
}

/** Locks an event that is visible to the viewer, which serialises the answers to it. @throws AppError NOT_FOUND. */
export async function lockEvent(tx: EntityManager, eventId: string, viewerId: string): Promise<LockedEvent> {
  const [row] = await read<LockRow>(tx, LOCK, [viewerId, eventId]);
  if (!row) throw notFound('This event');
  return toLocked(row);
}

/** Locks an event for a background job; null when it is gone. */
export async function lockForSettling(tx: EntityManager, eventId: string): Promise<LockedEvent | null> {
  const [row] = await read<LockRow>(tx, LOCK_ANY, [eventId]);
  return row ? toLocked(row) : null;
}

/** Locks and loads an event that the viewer hosts and that is not over. @throws AppError NOT_FOUND, NOT_OWNER, PAST. */
export async function lockOwnEvent(tx: EntityManager, eventId: string, viewerId: string): Promise<Event> {
  const locked = await lockEvent(tx, eventId, viewerId);
  if (locked.hostId !== viewerId) throw new AppError('NOT_OWNER', 'Only the host can change this event');
  if (locked.isOver) throw new AppError('PAST', 'This event is over');
  return tx.findOneOrFail(Event, { id: eventId });
}
