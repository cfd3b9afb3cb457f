import type { EntityManager } from '@mikro-orm/postgresql';
import type { RsvpStatus } from '#shared/api/events.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { databaseNow, databaseNowMs } from '../../db/clock.ts';
import { read, type Timestamp } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import type { LockedEvent } from './event.access.ts';

const COUNTS = `count(*) filter (where status = 'going')::int as going,
      count(*) filter (where status = 'interested')::int as interested,
      count(*) filter (where status = 'waitlisted')::int as waitlisted,
      count(*) filter (where status = 'held')::int as held,
      coalesce(max(waiting_number), 0) as last_number`;
const COUNT = { name: 'seats-count', text: `select ${COUNTS} from event_attendees where event_id = $1` };
const COUNT_WITH_OWN = {
  name: 'seats-count-with-own',
  text: `select ${COUNTS}, max(status) filter (where user_id = $2) as own_status,
      max(held_until) filter (where user_id = $2) as own_held_until
    from event_attendees where event_id = $1`,
};
/** Limits held seats to the start of an event that was moved forward. */
const SHORTEN_HOLDS = {
  name: 'seats-shorten-holds',
  text: `update event_attendees set held_until = $2 where event_id = $1 and held_until > $2::timestamptz
    returning user_id`,
};
/** Users who do not confirm in time remain interested. */
const END_HOLDS = {
  name: 'seats-end-holds',
  text: `update event_attendees set status = 'interested', held_until = null where event_id = $1
    and held_until <= now() returning user_id`,
};
/**
 * Offers seats ($2, null for all) to the first users in line: held until $4, or given at once when $4 is null. Users
 * with a block with the host ($3), those who have left the audience, and closed accounts are skipped.
 */
const PROMOTE = {
  name: 'seats-promote',
  text: `update event_attendees t set status = case when $4::timestamptz is null then 'going'
    else 'held' end, waiting_number = null, held_until = $4::timestamptz
    from (select w.user_id from event_attendees w join users u on u.id = w.user_id and u.deactivated_at is null
      join events v on v.id = w.event_id and ${isInAudience('v', 'w.user_id')}
      where w.event_id = $1 and w.waiting_number is not null
        and not exists (select 1 from blocks b where (b.blocker_id, b.blocked_id) in ((w.user_id, $3::uuid), ($3::uuid,
          w.user_id)))
      order by w.waiting_number limit $2) n
    where t.event_id = $1 and t.user_id = n.user_id returning t.user_id`,
};
const CONFIRM_ALL = {
  name: 'seats-confirm-all',
  text: `update event_attendees set status = 'going', held_until = null where event_id = $1 and held_until is not null
    returning user_id`,
};

/** Counts of an event's seats. */
interface Seats {
  going: number;
  interested: number;
  waitlisted: number;
  held: number;
  /** The last position given in the waiting list, 0 when it is empty. */
  last_number: number;
}

const NO_SEATS: Seats = { going: 0, interested: 0, waitlisted: 0, held: 0, last_number: 0 };

async function countSeats(tx: EntityManager, eventId: string): Promise<Seats> {
  const [row] = await read<Seats>(tx, COUNT, [eventId]);
  return row ?? NO_SEATS;
}

/** Counts of an event's seats, and a user's answer. */
export interface SeatsWithOwn extends Seats {
  own_status: RsvpStatus | null;
  own_held_until: Timestamp | null;
}

/** Counts the seats of an event, and loads a user's answer. */
export async function countSeatsWithOwn(tx: EntityManager, eventId: string, userId: string): Promise<SeatsWithOwn> {
  const [row] = await read<SeatsWithOwn>(tx, COUNT_WITH_OWN, [eventId, userId]);
  return row ?? { ...NO_SEATS, own_status: null, own_held_until: null };
}

/**
 * Updates the seats of a locked event: unconfirmed seats become free, and free seats are held for the first users of
 * the waiting list; without a limit, every user of the list gets a seat. Each of them is notified. Without a limit,
 * held seats are confirmed, so that their notifications no longer ask for an answer.
 */
export async function settleSeats(tx: EntityManager, event: LockedEvent): Promise<void> {
  const at = databaseNow().toISOString();
  await read(tx, SHORTEN_HOLDS, [event.id, holdUntil(event)]);
  const late = await read<{ user_id: string }>(tx, END_HOLDS, [event.id]);
  if (event.isCancelled || event.isOver) return;
  for (const { user_id: userId } of late) publishDomainEvent(tx, 'event-hold-ended', { eventId: event.id, userId, at });
  const confirmed = event.capacity === null ? await read<{ user_id: string }>(tx, CONFIRM_ALL, [event.id]) : [];
  for (const { user_id: userId } of confirmed) publishDomainEvent(tx, 'event-answered', { eventId: event.id, userId });
  const { going, held, waitlisted } = await countSeats(tx, event.id);
  const free = event.capacity === null ? null : event.capacity - going - held;
  if (waitlisted === 0 || (free !== null && free <= 0)) return;
  const rows = await read<{ user_id: string }>(tx, PROMOTE, [
    event.id,
    free,
    event.hostId,
    event.capacity === null ? null : holdUntil(event),
  ]);
  for (const { user_id: userId } of rows) publishDomainEvent(tx, 'event-promoted', { eventId: event.id, userId, at });
}

/** Returns until when a seat is held: a day, but not beyond the start, or the end once the event has begun. */
function holdUntil({ startsAt, endsAt }: LockedEvent, now = databaseNowMs()): Date {
  const limit = startsAt.getTime() > now ? startsAt : endsAt;
  return new Date(Math.min(now + EVENT_LIMITS.holdMs, limit.getTime()));
}
