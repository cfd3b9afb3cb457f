import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreateEventInput, EditEventInput, EventView } from '#shared/api/events.ts';
import { isSamePlace } from '#shared/event-places.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { databaseNow } from '../../db/clock.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { refuseStale, versionOf } from '../../http/text-version.ts';
import { toAudienceColumns } from '../audiences/audience.access.ts';
import { Event, withoutLink, type KnownPlace } from './event.entity.ts';
import { loadEventRow, toEventView } from './event.view.ts';
import { lockEvent, lockForSettling, lockOwnEvent } from './event.access.ts';
import { settleSeats } from './seats.ts';

/** Publishes an event. @throws AppError CAPACITY_ROLE for more than 30 seats of a student; as toAudienceColumns. */
export async function createEvent(em: EntityManager, host: Identity, input: CreateEventInput): Promise<EventView> {
  return transact(em, async (tx) => {
    const audience = await toAudienceColumns(tx, host, { input: input.audience, right: 'lead' });
    const event = tx.create(Event, {
      ...audience,
      userId: host.id,
      title: input.title,
      description: input.description,
      date: new Date(input.date),
      endsAt: input.endsAt ? new Date(input.endsAt) : null,
      timezone: input.timezone ?? 'UTC',
      location: input.location,
      isVirtual: input.isVirtual,
      capacity: seatsOf(host, input.capacity),
      joinUrl: input.isVirtual ? (input.joinUrl ?? null) : null,
    });
    publishDomainEvent(tx, 'event-created', { eventId: event.id, userId: host.id });
    await tx.flush();
    return loadEventView(tx, event.id, host.id);
  });
}

/**
 * Edits an own event; an end that is not given moves with the start, and new seats are offered to the waiting list.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER, CAPACITY_ROLE, PAST, CANCELLED, STALE, VALIDATION when the resulting fields
 *   contradict each other.
 */
export async function editEvent(
  em: EntityManager,
  host: Identity,
  { eventId, version, ...edit }: EditEventInput & { eventId: string; version: string | undefined },
): Promise<EventView> {
  return transact(em, async (tx) => {
    const event = await lockOwnEvent(tx, eventId, host.id);
    if (event.state === 'cancelled') throw new AppError('CANCELLED', 'This event is cancelled');
    refuseStale(version, versionOf(event));
    const known = event.knownPlace ?? knownPlaceOf(event);
    const before = knownPlaceOf(event);
    const wordsBefore = wordsOf(event);
    if (edit.title !== undefined) event.title = edit.title;
    if (edit.description !== undefined) event.description = edit.description;
    if (edit.timezone !== undefined) event.timezone = edit.timezone;
    moveEvent(event, edit);
    placeEvent(event, edit);
    if (edit.capacity !== undefined) event.capacity = seatsOf(host, edit.capacity);
    event.editedAt = databaseNow();
    event.revision += 1;
    const isNotified = !isSame(knownPlaceOf(event), before) && isNotifiedNow(event, known);
    await tx.flush();
    const { going, held } = await loadEventView(tx, eventId, host.id);
    if (event.capacity != null && going + held > event.capacity)
      throw invalidField('capacity', `${going + held} members already have a seat`);
    await settleSeats(tx, await lockEvent(tx, eventId, host.id));
    const change = { eventId, userId: host.id, revision: event.revision, isNotified };
    publishDomainEvent(tx, 'event-updated', { ...change, ...(isNotified && { before: withoutLink(known) }) });
    if (wordsOf(event) !== wordsBefore) publishDomainEvent(tx, 'event-reworded', { eventId, revision: event.revision });
    return loadEventView(tx, eventId, host.id);
  });
}

/** Cancels an own event, whose page and attendees remain. @throws AppError NOT_FOUND, NOT_OWNER, PAST. */
export async function cancelEvent(em: EntityManager, hostId: string, eventId: string): Promise<void> {
  await transact(em, async (tx) => {
    const event = await lockOwnEvent(tx, eventId, hostId);
    if (event.state === 'scheduled') cancel(tx, event, true);
  });
}

/** The texts of an event whose own an operator has removed. */
const REMOVED = { title: 'Removed event', description: '', location: '', joinUrl: null };

/**
 * Cancels any event for an operator and removes its texts, also of a past one; participants of one that was to take
 * place are notified. Returns false when it is gone or its texts are already removed.
 */
export async function takeDownEvent(em: EntityManager, eventId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const locked = await lockForSettling(tx, eventId);
    if (locked === null) return false;
    const event = await tx.findOneOrFail(Event, { id: eventId });
    if (locked.isCancelled && wordsOf(event) === wordsOf(REMOVED)) return false;
    Object.assign(event, REMOVED);
    cancel(tx, event, !locked.isCancelled && !locked.isOver);
    return true;
  });
}

function cancel(tx: EntityManager, event: Event, isNotified: boolean): void {
  const { id: eventId, userId } = event;
  event.state = 'cancelled';
  event.editedAt = databaseNow();
  event.revision += 1;
  event.notifyAt = null;
  event.knownPlace = null;
  publishDomainEvent(tx, 'event-updated', { eventId, userId, revision: event.revision, isNotified });
}

/** What participants must know: when and where an event is. */
function knownPlaceOf({ date, endsAt, timezone, location, isVirtual, joinUrl }: Event): KnownPlace {
  return {
    date: date.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    timezone: timezone ?? 'UTC',
    location,
    isVirtual: isVirtual ?? false,
    joinUrl: joinUrl ?? null,
  };
}

function isSame(one: KnownPlace, other: KnownPlace): boolean {
  return isSamePlace(one, other) && one.joinUrl === other.joinUrl;
}

/** What an operator reads before an advertisement may promote the event. */
function wordsOf({
  title,
  description,
  location,
  joinUrl,
}: Pick<Event, 'title' | 'description' | 'location' | 'joinUrl'>): string {
  return JSON.stringify([title, description, location, joinUrl]);
}

/**
 * Decides whether participants are notified of an edit now, or later of this one and those until then; of none when the
 * event is again when and where they know it to be.
 */
function isNotifiedNow(event: Event, known: KnownPlace): boolean {
  if (isSame(knownPlaceOf(event), known)) {
    event.notifyAt = null;
    event.knownPlace = null;
    return false;
  }
  const now = databaseNow();
  const nextMs = event.notifiedAt ? event.notifiedAt.getTime() + EVENT_LIMITS.editNotificationsEveryMs : 0;
  const isNow = nextMs <= now.getTime();
  if (isNow) event.notifiedAt = now;
  event.notifyAt = isNow ? null : new Date(nextMs);
  event.knownPlace = isNow ? null : known;
  return isNow;
}

async function loadEventView(tx: EntityManager, eventId: string, viewerId: string): Promise<EventView> {
  const row = await loadEventRow(tx, eventId, viewerId);
  if (!row) throw notFound('This event');
  return toEventView(row, viewerId);
}

function moveEvent(event: Event, { date, endsAt }: EditEventInput): void {
  const before = event.date.getTime();
  if (date !== undefined) event.date = new Date(date);
  if (endsAt !== undefined) event.endsAt = endsAt === null ? null : new Date(endsAt);
  else if (event.endsAt) event.endsAt = new Date(event.endsAt.getTime() + event.date.getTime() - before);
  if (!event.endsAt) return;
  const lengthMs = event.endsAt.getTime() - event.date.getTime();
  if (lengthMs <= 0) throw invalidField('endsAt', 'The end must be after the start');
  if (lengthMs > EVENT_LIMITS.durationMaxMs) throw invalidField('endsAt', 'An event lasts a week at most');
}

function placeEvent(event: Event, { location, isVirtual, joinUrl }: EditEventInput): void {
  if (location !== undefined) event.location = location;
  if (isVirtual !== undefined) event.isVirtual = isVirtual;
  if (joinUrl !== undefined) event.joinUrl = joinUrl;
  if (!event.isVirtual) event.joinUrl = null;
  if (!event.isVirtual && event.location === '') throw invalidField('location', 'Write where people meet');
}

/** Returns the capacity that the host's role allows: 30 for a student who gives none. */
function seatsOf({ role }: Identity, capacity: number | null | undefined): number | null {
  if (role !== 'student') return capacity ?? null;
  const seats = capacity ?? EVENT_LIMITS.studentCapacityMax;
  if (seats <= EVENT_LIMITS.studentCapacityMax) return seats;
  throw new AppError('CAPACITY_ROLE', `Events of students can have at most ${EVENT_LIMITS.studentCapacityMax} seats`, {
    details: { field: 'capacity' },
  });
}
