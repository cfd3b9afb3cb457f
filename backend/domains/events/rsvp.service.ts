import type { EntityManager } from '@mikro-orm/postgresql';
import type { RsvpAnswer, RsvpStatus, RsvpView } from '#shared/api/events.ts';
import { isoOrNull, read } from '../../db/read.ts';
import type { Statement } from '../../db/pool.ts';
import { publishDomainEvent, type DomainEvents } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../http/app-error.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { lockEvent, lockForSettling } from './event.access.ts';
import { countSeatsWithOwn, settleSeats, type SeatsWithOwn } from './seats.ts';

const SET = {
  name: 'rsvp-set',
  text: `insert into event_attendees (event_id, user_id, status, waiting_number, created_at)
    values ($1, $2, $3, $4, now())
    on conflict (event_id, user_id) do update set status = excluded.status, waiting_number = excluded.waiting_number,
      held_until = null returning status`,
};
const REMOVE = {
  name: 'rsvp-remove',
  text: 'delete from event_attendees where event_id = $1 and user_id = $2 returning status',
};
const POSITION = {
  name: 'rsvp-position',
  text: `select count(*)::int as position from event_attendees w
    where w.event_id = $1 and w.waiting_number <= (select m.waiting_number from event_attendees m where m.event_id = $1
      and m.user_id = $2)`,
};
/** Upcoming events of one of two users that the other has answered, in the fixed order in which rows are locked. */
const BETWEEN = {
  name: 'rsvp-between',
  text: `select v.id, a.user_id from events v join event_attendees a on a.event_id = v.id
    where ((v.user_id = $1 and a.user_id = $2) or (v.user_id = $2 and a.user_id = $1)) and v.date > now()
      order by v.id`,
};
/** Answers to the upcoming events of an audience ($1) by users who are no longer in it. */
const OUTSIDE = {
  name: 'rsvp-outside',
  text: `select v.id, a.user_id from events v join event_attendees a on a.event_id = v.id
    where v.audience_id = $1 and v.date > now() and not ${isInAudience('v', 'a.user_id')} order by v.id`,
};
/** Answers of two users to each other's upcoming events that are for connections only. */
const DISCONNECTED = {
  name: 'rsvp-disconnected',
  text: `select v.id, a.user_id from events v join event_attendees a on a.event_id = v.id
    where ((v.user_id = $1 and a.user_id = $2) or (v.user_id = $2 and a.user_id = $1)) and v.date > now()
      and v.audience = 'connections' and not ${isInAudience('v', 'a.user_id')} order by v.id`,
};
const LATE = {
  name: 'rsvp-late',
  text: 'select distinct event_id from event_attendees where held_until <= now() limit 200',
};

const hasSeat = (status: RsvpStatus | null | undefined): boolean => status === 'going' || status === 'held';

/**
 * Answers an invitation. A user who finds no free seat joins the waiting list. Giving up a seat offers it to the next
 * user in line; an offered seat is confirmed by answering `going`. A repeat changes nothing. @throws AppError
 * NOT_FOUND, PAST, CANCELLED.
 */
export async function answerEvent(
  em: EntityManager,
  userId: string,
  { eventId, answer }: { eventId: string; answer: RsvpAnswer },
): Promise<RsvpView> {
  return transact(em, async (tx) => {
    const event = await lockEvent(tx, eventId, userId);
    if (event.isOver) throw new AppError('PAST', 'This event is over');
    if (event.isCancelled) throw new AppError('CANCELLED', 'This event is cancelled');
    let seats = await countSeatsWithOwn(tx, eventId, userId);
    if (seats.held + seats.waitlisted > 0) {
      // A seat that is already free, for example after an account was closed, is offered to the waiting list first.
      await settleSeats(tx, event);
      seats = await countSeatsWithOwn(tx, eventId, userId);
    }
    const { own_status: own, going, held, last_number } = seats;
    const wanted = answer === 'going' && own === 'waitlisted' ? 'waitlisted' : answer;
    if (own === wanted) return viewRsvp(tx, { eventId, userId }, seats);
    const isFull = event.capacity !== null && going + held >= event.capacity;
    const status = answer === 'going' && isFull && own !== 'held' ? 'waitlisted' : answer;
    await read(tx, SET, [eventId, userId, status, status === 'waitlisted' ? last_number + 1 : null]);
    publishDomainEvent(tx, 'event-answered', { eventId, userId });
    if (!hasSeat(own)) return viewRsvp(tx, { eventId, userId }, replaceOwn(seats, status));
    await settleSeats(tx, event);
    return viewRsvp(tx, { eventId, userId }, await countSeatsWithOwn(tx, eventId, userId));
  });
}

/** Returns the counts after the own answer has changed; the event is locked, so nothing else has. */
function replaceOwn(seats: SeatsWithOwn, status: RsvpStatus): SeatsWithOwn {
  const { own_status: own } = seats;
  const added = { ...seats, [status]: seats[status] + 1 };
  return { ...added, ...(own && { [own]: seats[own] - 1 }), own_status: status, own_held_until: null };
}

/** Removes an answer; does nothing without one. @throws AppError NOT_FOUND, PAST. */
export async function leaveEvent(em: EntityManager, userId: string, eventId: string): Promise<RsvpView> {
  return transact(em, async (tx) => {
    const event = await lockEvent(tx, eventId, userId);
    if (event.isOver) throw new AppError('PAST', 'This event is over');
    const [gone] = await read<{ status: RsvpStatus }>(tx, REMOVE, [eventId, userId]);
    if (hasSeat(gone?.status)) await settleSeats(tx, event);
    if (gone) publishDomainEvent(tx, 'event-answered', { eventId, userId });
    return viewRsvp(tx, { eventId, userId }, await countSeatsWithOwn(tx, eventId, userId));
  });
}

/** Removes the answers of two users to each other's upcoming events, which a block has hidden. */
export async function leaveEventsBetween(tx: EntityManager, one: string, other: string): Promise<void> {
  await removeAnswers(tx, await read<AnswerKey>(tx, BETWEEN, [one, other]));
}

/** Removes the answers of users to upcoming events that they can no longer see, and passes on their seats. */
export function endAnswersOutside(events: Pick<DomainEvents, 'on'>, forkEm: () => EntityManager): void {
  const end = (statement: Statement, values: string[]): Promise<void> =>
    transact(forkEm(), async (tx) => removeAnswers(tx, await read<AnswerKey>(tx, statement, values)));
  events.on('enrollment-removed', ({ courseId }) => end(OUTSIDE, [courseId]));
  events.on('verification-updated', ({ institutionId }) => end(OUTSIDE, [institutionId]));
  events.on('connection-deleted', ({ userId, connectedUserId }) => end(DISCONNECTED, [userId, connectedUserId]));
}

interface AnswerKey {
  /** The id of the event. */
  id: string;
  user_id: string;
}

async function removeAnswers(tx: EntityManager, answers: readonly AnswerKey[]): Promise<void> {
  for (const { id: eventId, user_id: userId } of answers) {
    const event = await lockForSettling(tx, eventId);
    const [gone] = event ? await read<{ status: RsvpStatus }>(tx, REMOVE, [eventId, userId]) : [];
    if (event && hasSeat(gone?.status)) await settleSeats(tx, event);
    if (gone) publishDomainEvent(tx, 'event-answered', { eventId, userId });
  }
}

/** Passes on the seats that were not confirmed in time; runs every minute, on any node. */
export async function passOnSeats(em: EntityManager): Promise<void> {
  for (const { event_id: eventId } of await read<{ event_id: string }>(em, LATE, [])) {
    await transact(em, async (tx) => {
      const event = await lockForSettling(tx, eventId);
      if (event) await settleSeats(tx, event);
    });
  }
}

async function viewRsvp(
  tx: EntityManager,
  { eventId, userId }: { eventId: string; userId: string },
  seats: SeatsWithOwn,
): Promise<RsvpView> {
  const { own_status: status, going, interested, waitlisted, held } = seats;
  const [entry] = status === 'waitlisted' ? await read<{ position: number }>(tx, POSITION, [eventId, userId]) : [];
  return {
    status,
    position: entry?.position ?? null,
    heldUntil: isoOrNull(seats.own_held_until),
    going,
    interested,
    waitlisted,
    held,
  };
}
