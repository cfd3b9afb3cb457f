import type { EventCounters, EventView, PublicEventView, RsvpStatus } from '#shared/api/events.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import type { Counted } from '#shared/realtime/contract.ts';
import { databaseNowMs } from '../../db/clock.ts';
import {
  COUNTED_AT,
  type CountedRow,
  isoOf,
  isoOrNull,
  read,
  type Reader,
  type Timestamp,
  NIL_UUID,
} from '../../db/read.ts';
import { isInAudience, type StoredAudience } from '../audiences/audience.access.ts';
import { audienceName, toAudienceView, type AudienceRow } from '../audiences/audience.view.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { blockedEitherWay, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Columns of a page of events (`v` with its host `u`) that {@link viewSql} reads. */
export const EVENT_COLUMNS = `v.id, v.user_id, v.title, v.description, v.date, v.ends_at, v.timezone,
  v.location, v.is_virtual, v.join_url, v.capacity, v.state, v.revision, v.created_at, v.edited_at,
  v.audience, v.audience_id, ${USER_CARD_COLUMNS}`;

/** SQL of the time when an event `v` is over. */
export const ENDS_AT = `coalesce(v.ends_at, v.date + interval '${EVENT_LIMITS.defaultDurationMs} milliseconds')`;

/** Joins the host `u` of events `v` who exists and is not hidden from the viewer ($1). */
export const VISIBLE_HOST =
  `join users u on u.id = v.user_id and u.deactivated_at is null and u.id not in ` + `(${HIDDEN_FROM_VIEWER})`;

/** Joins the host as {@link VISIBLE_HOST}, of events for the viewer ($1). */
export const HOST_JOIN = `${VISIBLE_HOST} and ${isInAudience('v')}`;

/** Joins the numbers `c` of answers to events `e`. */
const COUNTED = `cross join lateral (select count(*) filter (where t.status = 'going')::int as going,
    count(*) filter (where t.status = 'interested')::int as interested,
    count(*) filter (where t.status = 'waitlisted')::int as waitlisted,
    count(*) filter (where t.status = 'held')::int as held from event_attendees t where t.event_id = e.id) c`;

/** Wraps a page with {@link EVENT_COLUMNS} and a limit into rows of EventViews in a direction. $1 is the viewer. */
export function viewSql(page: string, direction: 'asc' | 'desc'): string {
  return `select e.*, c.going, c.interested, c.waitlisted, c.held, a.status as my_status, a.held_until as my_held_until,
    ${audienceName('e')},
    case when a.waiting_number is not null then (select count(*)::int from event_attendees w where w.event_id = e.id
      and w.waiting_number <= a.waiting_number) end as my_position
  from (${page}) e
  ${COUNTED}
  left join event_attendees a on a.event_id = e.id and a.user_id = $1
  order by e.date ${direction}, e.id ${direction}`;
}

/** One row of {@link viewSql}. */
export interface EventRow extends UserCardRow, AudienceRow {
  id: string;
  user_id: string;
  title: string;
  description: string;
  date: Timestamp;
  ends_at: Timestamp | null;
  timezone: string;
  location: string;
  is_virtual: boolean;
  join_url: string | null;
  capacity: number | null;
  state: 'scheduled' | 'cancelled';
  revision: number;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  going: number;
  interested: number;
  waitlisted: number;
  held: number;
  my_status: RsvpStatus | null;
  my_held_until: Timestamp | null;
  my_position: number | null;
}

/** Returns when the event of a row is over, in milliseconds. */
export function endOf(row: Pick<EventRow, 'date' | 'ends_at'>): number {
  return row.ends_at === null
    ? new Date(row.date).getTime() + EVENT_LIMITS.defaultDurationMs
    : new Date(row.ends_at).getTime();
}

/** Makes the view without a viewer, for pushes; it never contains the join link. */
function toPublicEventView(row: EventRow): PublicEventView {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    date: isoOf(row.date),
    endsAt: isoOrNull(row.ends_at),
    timezone: row.timezone,
    location: row.location,
    isVirtual: row.is_virtual,
    hasJoinUrl: row.join_url !== null,
    capacity: row.capacity,
    state: row.state,
    audience: toAudienceView(row),
    createdAt: isoOf(row.created_at),
    editedAt: isoOrNull(row.edited_at),
    going: row.going,
    interested: row.interested,
    waitlisted: row.waitlisted,
    held: row.held,
    host: toUserCard(row),
  };
}

/** Makes the view for one viewer at the time `now`. */
export function toEventView(row: EventRow, viewerId: string, now = databaseNowMs()): EventView {
  const isHost = row.user_id === viewerId;
  const isComing = isHost || row.my_status === 'going';
  const hasLink = isComing && row.join_url !== null && row.state === 'scheduled';
  const opensAt = new Date(row.date).getTime() - EVENT_LIMITS.joinOpensMs;
  const isOpen = isHost || (now >= opensAt && now < endOf(row));
  return {
    ...toPublicEventView(row),
    viewer: {
      isHost,
      status: row.my_status,
      position: row.my_position,
      heldUntil: isoOrNull(row.my_held_until),
      joinUrl: hasLink && isOpen ? row.join_url : null,
      joinOpensAt: hasLink ? new Date(opensAt).toISOString() : null,
    },
  };
}

const byId = (columns: string, host: string) =>
  viewSql(`select ${columns} from events v ${host} where v.id = $2`, 'asc');
const BY_ID = { name: 'event-by-id', text: byId(EVENT_COLUMNS, HOST_JOIN) };
/** For a push, whose receivers are in the audience. */
const PUBLIC = { name: 'event-public', text: byId(`${EVENT_COLUMNS}, ${COUNTED_AT}`, VISIBLE_HOST) };

/** Loads the row of an event; null when it is gone, its host deactivated or hidden from the viewer. */
export async function loadEventRow(reader: Reader, id: string, viewerId: string): Promise<EventRow | null> {
  const [row] = await read<EventRow>(reader, BY_ID, [viewerId, id]);
  return row ?? null;
}

/** Loads the public view of an event for a push; null when it is gone or its host is deactivated. */
export async function loadPublicEventView(reader: Reader, id: string): Promise<Counted<PublicEventView> | null> {
  const [row] = await read<EventRow & CountedRow>(reader, PUBLIC, [NIL_UUID, id]);
  return row ? { ...toPublicEventView(row), countedAt: isoOf(row.counted_at) } : null;
}

const COUNTERS = {
  name: 'event-counters',
  text: `select e.id, e.user_id, e.audience, e.audience_id, e.edited_at, c.going, c.interested, c.waitlisted, c.held,
      ${COUNTED_AT},
      ${blockedEitherWay('e.user_id')} as hidden
    from events e join users u on u.id = e.user_id and u.deactivated_at is null ${COUNTED}
    where e.id = any($1::uuid[])`,
};

/**
 * Loads the counters of events with their audience and the users whom a block separates from the host, in no order;
 * those that are gone are left out.
 */
export async function loadEventCounters(
  reader: Reader,
  ids: readonly string[],
): Promise<(StoredAudience & { hidden: string[]; counters: Counted<EventCounters> })[]> {
  const rows = await read<
    Pick<
      EventRow,
      'id' | 'user_id' | 'audience' | 'audience_id' | 'edited_at' | 'going' | 'interested' | 'waitlisted' | 'held'
    > &
      CountedRow & { hidden: string[] }
  >(reader, COUNTERS, [ids]);
  return rows.map(({ user_id, audience, audience_id, hidden, edited_at, counted_at, ...counts }) => ({
    userId: user_id,
    audience,
    audienceId: audience_id,
    hidden,
    counters: { ...counts, editedAt: isoOrNull(edited_at), countedAt: isoOf(counted_at) },
  }));
}

const ANSWERED = { name: 'event-answered-ids', text: 'select user_id from event_attendees where event_id = $1' };

/** Lists the ids of the users who answered an event, in no order. */
export async function listAnsweredIds(reader: Reader, eventId: string): Promise<string[]> {
  const rows = await read<{ user_id: string }>(reader, ANSWERED, [eventId]);
  return rows.map((row) => row.user_id);
}
