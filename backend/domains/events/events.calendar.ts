import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Response } from 'express';
import type { CalendarFeedView } from '#shared/api/events.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { hashToken } from '../../http/session-cookie.ts';
import { toCalendar, type CalendarEntry } from './calendar.ts';
import { endOf, EVENT_COLUMNS, HOST_JOIN, loadEventRow, viewSql, type EventRow } from './event.view.ts';

const TOKEN_BYTES = 32;

/** An address from before a change of the password, or from before all devices were signed out, is void. */
const IS_VALID = `f.created_at >= coalesce(u.access_revoked_at, '-infinity')`;
const OWNER = {
  name: 'calendar-feed-owner',
  text: `select f.user_id from calendar_feeds f join users u on u.id = f.user_id and u.deactivated_at is null
    and u.role <> 'creator' where f.token_hash = $1 and ${IS_VALID}`,
};
const OWN = {
  name: 'calendar-feed',
  text: `select f.created_at from calendar_feeds f join users u on u.id = f.user_id where f.user_id = $1 and ${IS_VALID}`,
};
const RENEW = {
  name: 'calendar-feed-renew',
  text: `insert into calendar_feeds (user_id, token_hash, created_at) values ($1, $2, now())
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at
      returning created_at`,
};
const REMOVE = { name: 'calendar-feed-remove', text: 'delete from calendar_feeds where user_id = $1' };
/** Events that $1 hosts, attends, has a held seat of or is interested in, starting at $2. */
const ENTRIES = {
  name: 'calendar-feed-entries',
  text: viewSql(
    `select ${EVENT_COLUMNS} from events v ${HOST_JOIN}
      where v.id in (select o.id from events o where o.user_id = $1 union all select m.event_id from event_attendees m
        where m.user_id = $1 and m.status <> 'waitlisted')
        and v.date > $2::timestamptz
      order by v.date, v.id limit ${EVENT_LIMITS.feedItems}`,
    'asc',
  ),
};

/** An entry never contains the join link, since calendars are shared. */
function toEntry(row: EventRow, publicUrl: string): CalendarEntry {
  const attending = row.my_status === 'interested' || row.my_status === 'held' ? 'TENTATIVE' : 'CONFIRMED';
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    location: row.is_virtual && row.location === '' ? 'Online' : row.location,
    url: `${publicUrl}/home?event=${row.id}`,
    start: new Date(row.date),
    end: new Date(endOf(row)),
    createdAt: new Date(row.created_at),
    changedAt: new Date(row.edited_at ?? row.created_at),
    revision: row.revision,
    status: row.state === 'cancelled' ? 'CANCELLED' : attending,
  };
}

function sendCalendar(
  res: Response,
  name: string,
  { rows, publicUrl, title }: { rows: readonly EventRow[]; publicUrl: string; title: string },
): void {
  const text = toCalendar(
    title,
    new URL(publicUrl).hostname,
    rows.map((row) => toEntry(row, publicUrl)),
  );
  res.setHeader('Content-Type', 'text/calendar; charset=utf-8');
  res.setHeader('Content-Disposition', `attachment; filename="${name}.ics"`);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.end(text);
}

/** Sends one event as a calendar file. @throws AppError NOT_FOUND. */
export async function sendEventCalendar(
  reader: Reader,
  { eventId, viewerId, publicUrl, res }: { eventId: string; viewerId: string; publicUrl: string; res: Response },
): Promise<void> {
  const row = await loadEventRow(reader, eventId, viewerId);
  if (!row) throw notFound('This event');
  sendCalendar(res, 'event', { rows: [row], publicUrl, title: row.title });
}

/** Sends the calendar of the owner of a secret. @throws AppError NOT_FOUND for a revoked or unknown secret. */
export async function sendCalendarFeed(
  reader: Reader,
  { token, publicUrl, res }: { token: string; publicUrl: string; res: Response },
): Promise<void> {
  const [owner] = await read<{ user_id: string }>(reader, OWNER, [hashToken(token)]);
  if (!owner) throw notFound('This calendar');
  const since = new Date(databaseNowMs() - EVENT_LIMITS.feedBackMs);
  const rows = await read<EventRow>(reader, ENTRIES, [owner.user_id, since]);
  sendCalendar(res, 'lyceum', { rows, publicUrl, title: 'Lyceum' });
}

/** Returns whether a member has a calendar address; the address itself is not stored. */
export async function loadCalendarFeed(reader: Reader, userId: string): Promise<CalendarFeedView> {
  const [row] = await read<{ created_at: Timestamp }>(reader, OWN, [userId]);
  return { createdAt: row ? isoOf(row.created_at) : null, url: null };
}

/** Creates a member's calendar address and returns it once; the previous address stops working. */
export async function renewCalendarFeed(
  em: EntityManager,
  userId: string,
  publicUrl: string,
): Promise<CalendarFeedView> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await read<{ created_at: Timestamp }>(em, RENEW, [userId, hashToken(token)]);
  return { createdAt: row ? isoOf(row.created_at) : null, url: `${publicUrl}/api/events/feed.ics?token=${token}` };
}

/** Revokes a member's calendar address; does nothing without one. */
export async function removeCalendarFeed(em: EntityManager, userId: string): Promise<void> {
  await read(em, REMOVE, [userId]);
}
