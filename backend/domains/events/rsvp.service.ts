import type { EntityManager } from '@mikro-orm/postgresql';
import type { RsvpAnswer, RsvpStatus, RsvpView } from '#shared/api/events.ts';
import { read } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError } from '../../http/app-error.ts';
import { lockEvent, type LockedEvent } from './events.access.ts';

const OWN = { name: 'rsvp-own', text: 'select status from event_attendees where event_id = $1 and user_id = $2' };
const COUNT = {
  name: 'rsvp-count',
  text: `select count(*) filter (where status = 'going')::int as going, count(*) filter (where status = 'interested')::int as interested,
      count(*) filter (where status = 'waitlisted')::int as waitlisted, coalesce(max(waiting_number), 0) as last_number
    from event_attendees where event_id = $1`,
};
const SET = {
  name: 'rsvp-set',
  text: `insert into event_attendees (event_id, user_id, status, waiting_number, created_at) values ($1, $2, $3, $4, now())
    on conflict (event_id, user_id) do update set status = excluded.status, waiting_number = excluded.waiting_number returning status`,
};
const REMOVE = { name: 'rsvp-remove', text: 'delete from event_attendees where event_id = $1 and user_id = $2 returning status' };
const POSITION = {
  name: 'rsvp-position',
  text: `select count(*)::int as position from event_attendees w
    where w.event_id = $1 and w.waiting_number <= (select m.waiting_number from event_attendees m where m.event_id = $1 and m.user_id = $2)`,
};
/** The first who wait, as many as there are seats ($2, null for all); nobody whom a block now parts from the host, or whose account is closed. */
const PROMOTE = {
  name: 'rsvp-promote',
  text: `update event_attendees t set status = 'going', waiting_number = null
    from (select w.user_id from event_attendees w join users u on u.id = w.user_id and u.deactivated_at is null
      where w.event_id = $1 and w.waiting_number is not null
        and not exists (select 1 from blocks b where (b.blocker_id, b.blocked_id) in ((w.user_id, $3::uuid), ($3::uuid, w.user_id)))
      order by w.waiting_number limit $2) n
    where t.event_id = $1 and t.user_id = n.user_id returning t.user_id`,
};

interface Counts {
  going: number;
  interested: number;
  waitlisted: number;
  last_number: number;
}

async function count(tx: EntityManager, eventId: string): Promise<Counts> {
  const [row] = await read<Counts>(tx, COUNT, [eventId]);
  return row ?? { going: 0, interested: 0, waitlisted: 0, last_number: 0 };
}

/** Gives free seats of a locked event to those who wait the longest, and tells them. */
export async function promoteWaiting(tx: EntityManager, event: Pick<LockedEvent, 'id' | 'hostId' | 'capacity'>): Promise<void> {
  const { going, waitlisted } = await count(tx, event.id);
  const free = event.capacity === null ? null : event.capacity - going;
  if (waitlisted === 0 || (free !== null && free <= 0)) return;
  const rows = await read<{ user_id: string }>(tx, PROMOTE, [event.id, free, event.hostId]);
  const at = new Date().toISOString();
  for (const { user_id: userId } of rows) recordFact(tx, 'event-promoted', { eventId: event.id, userId, at });
}

/**
 * Answers an invitation: whoever finds no free seat waits in line; who gives a seat up lets the next one in. A repeat changes nothing.
 * @throws AppError NOT_FOUND, PAST, CANCELLED.
 */
export async function answerEvent(em: EntityManager, userId: string, { eventId, answer }: { eventId: string; answer: RsvpAnswer }): Promise<RsvpView> {
  return transact(em, async (tx) => {
    const event = await lockEvent(tx, eventId, userId);
    if (event.isOver) throw new AppError('PAST', 'This event is over');
    if (event.isCancelled) throw new AppError('CANCELLED', 'This event is cancelled');
    const [own] = await read<{ status: RsvpStatus }>(tx, OWN, [eventId, userId]);
    const wished = answer === 'going' && own?.status === 'waitlisted' ? 'waitlisted' : answer;
    if (own?.status !== wished) {
      // A seat that a closed account left belongs to whoever waits already.
      await promoteWaiting(tx, event);
      const { going, last_number } = await count(tx, eventId);
      const isFull = event.capacity !== null && going >= event.capacity;
      const status = answer === 'going' && isFull ? 'waitlisted' : answer;
      await read(tx, SET, [eventId, userId, status, status === 'waitlisted' ? last_number + 1 : null]);
      if (own?.status === 'going') await promoteWaiting(tx, event);
      recordFact(tx, 'event-answered', { eventId, userId });
    }
    return standing(tx, eventId, userId);
  });
}

/** Takes an answer back; none is not an error. @throws AppError NOT_FOUND, PAST. */
export async function leaveEvent(em: EntityManager, userId: string, eventId: string): Promise<RsvpView> {
  return transact(em, async (tx) => {
    const event = await lockEvent(tx, eventId, userId);
    if (event.isOver) throw new AppError('PAST', 'This event is over');
    const [gone] = await read<{ status: RsvpStatus }>(tx, REMOVE, [eventId, userId]);
    if (gone?.status === 'going' && !event.isCancelled) await promoteWaiting(tx, event);
    if (gone) recordFact(tx, 'event-answered', { eventId, userId });
    return standing(tx, eventId, userId);
  });
}

async function standing(tx: EntityManager, eventId: string, userId: string): Promise<RsvpView> {
  const [own] = await read<{ status: RsvpStatus }>(tx, OWN, [eventId, userId]);
  const { going, interested, waitlisted } = await count(tx, eventId);
  const [place] = own?.status === 'waitlisted' ? await read<{ position: number }>(tx, POSITION, [eventId, userId]) : [];
  return { status: own?.status ?? null, position: place?.position ?? null, going, interested, waitlisted };
}
