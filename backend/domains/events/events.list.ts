import type {
  AttendeeView,
  EventConflict,
  EventDetailView,
  ListEventsQuery,
  EventView,
  RsvpStatus,
} from '#shared/api/events.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { isColleague } from '../verifications/verification.view.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, patternOf, read, type Timestamp } from '../../db/read.ts';
import { parseQuery, toTsquery } from '../../db/text/text-query.ts';
import { notFound } from '../../http/app-error.ts';
import { assertMember, type Identity } from '../../http/identity.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { assertInClass, groupsOf } from '../audiences/audience.access.ts';
import {
  ENDS_AT,
  EVENT_COLUMNS,
  HOST_JOIN,
  loadEventRow,
  toEventView,
  VISIBLE_HOST,
  viewSql,
  type EventRow,
} from './event.view.ts';
import { connectedTo, connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const ROWS = EVENT_LIMITS.pageMaxItems + 1;
const { up: FIRST, down: LAST } = LIST_START;

/** Both bounds of the page: after ($2, $3), before ($4, $5), each by date and id. */
const BOUNDS = '(v.date, v.id) > ($2::timestamptz, $3::uuid) and (v.date, v.id) < ($4::timestamptz, $5::uuid)';
/** $6 over or not, $7 online or not; null for either. */
const NARROWED = `($6::boolean is null or (${ENDS_AT} <= now()) = $6) and ($7::boolean is null or v.is_virtual = $7)`;
/** Maximum number of hosts with a matching name, and of events with the words, that a page reads. */
const [HOSTS_MAX, WORDED_MAX] = [200, 1_000];
const HAS_WORDS = (event: string) =>
  `(${event}.title ilike $8 or ${event}.description ilike $8 or ${event}.location ilike $8)`;
/**
 * Searches use statements of their own: a plan that expects words expects so few events that it sorts them all. The
 * search index matches the beginnings of words ($9, in names $10); it contains no cancelled event, so the viewer's own
 * events are read as well.
 */
const wordsOf = (direction: 'asc' | 'desc') => ({
  any: '($8::text is null or true) and ($9::text is null or true) and ($10::text is null or true)',
  some: `v.id in ((select s.entity_id from search_index s where s.entity_type = 'event' and s.fts @@ $9::tsquery
    and s.dated_at + interval '0' between $2::timestamptz and $4::timestamptz
        order by s.dated_at + interval '0' ${direction} limit ${WORDED_MAX})
      union all select h.id from events h where h.user_id in (select n.entity_id from search_index n
        where n.entity_type = 'user' and n.title_fts @@ $10::tsquery limit ${HOSTS_MAX})
      union all select o.id from events o where o.user_id = $1 and ${HAS_WORDS('o')}
      union all select o.id from event_attendees m join events o on o.id = m.event_id where m.user_id = $1
        and ${HAS_WORDS('o')})`,
});
const ANSWERED = 'exists (select 1 from event_attendees m where m.event_id = v.id and m.user_id = $1)';
/** A cancelled event remains in the lists of its host and the users who answered. */
const CONCERNS = `(v.state = 'scheduled' or v.user_id = $1 or ${ANSWERED})`;

interface ListShape {
  direction: 'asc' | 'desc';
  /** Which events the list contains. */
  which: string;
  /** Makes the page from the condition of the list. */
  page: (condition: string, order: string) => string;
}

/** Reads each event of an index, which suits the few of one member or one class. */
const oneByOne: ListShape['page'] = (condition, order) =>
  `select ${EVENT_COLUMNS} from events v ${HOST_JOIN} where ${condition} ${order}`;

/** Merges the events to everyone, to connections and to groups, so that those for others are never read. */
const byAudience: ListShape['page'] = (condition, order) => {
  const each = (key: string) => `cross join lateral (select * from events v where ${key} and ${condition} ${order}) v`;
  const parts = [
    `events v ${VISIBLE_HOST} where v.audience = 'everyone' and ${condition}`,
    `(select $1::uuid as id union all ${connectedTo('$1')}) a
      ${each(`v.user_id = a.id and v.audience = 'connections'`)} ${VISIBLE_HOST}`,
    `(${groupsOf('$1')}) g ${each('v.audience_id = g.group_id')} ${VISIBLE_HOST}`,
  ];
  const pages = parts.map((part) => `(select ${EVENT_COLUMNS} from ${part} ${order})`);
  return `select * from (${pages.join(' union all ')}) v ${order}`;
};

function listStatements(name: string, { direction, which, page }: ListShape): Record<'any' | 'some', Statement> {
  const words = wordsOf(direction);
  const order = `order by v.date ${direction}, v.id ${direction} limit ${ROWS}`;
  const text = (found: string) =>
    viewSql(page(`${BOUNDS} and ${NARROWED} and ${found} and ${which}`, order), direction);
  return { any: { name, text: text(words.any) }, some: { name: `${name}-words`, text: text(words.some) } };
}

/** All events between two times, earliest first. */
export const EVENTS_LIST = listStatements('events-list', { direction: 'asc', which: CONCERNS, page: byAudience });
const PAST = listStatements('events-past', { direction: 'desc', which: CONCERNS, page: byAudience });
/** A viewer has few own events: they are found by index, then sorted. */
const MINE = listStatements('events-mine', {
  direction: 'asc',
  which: `v.id in (select o.id from events o where o.user_id = $1 union all select m.event_id from event_attendees m
    where m.user_id = $1)`,
  page: oneByOne,
});
/** The class ($11) is that of an item. */
const OF_CLASS = `v.audience_id = $11::uuid and ${CONCERNS}`;
const CLASS = listStatements('events-class', { direction: 'asc', which: OF_CLASS, page: oneByOne });
const CLASS_PAST = listStatements('events-class-past', { direction: 'desc', which: OF_CLASS, page: oneByOne });

/**
 * Lists events that the viewer may see, a page by date. @throws AppError NOT_FOUND for a class without the viewer,
 * ROLE_FORBIDDEN for a creator and a list that is not of a class.
 */
export async function listEvents(
  pool: Pool,
  viewer: Pick<Identity, 'id' | 'role'>,
  request: ListEventsQuery,
): Promise<Page<EventView>> {
  const { id: viewerId } = viewer;
  const { when, from, to, virtual, q, courseId } = request;
  if (courseId === undefined) assertMember(viewer);
  else await assertInClass(pool, courseId, viewerId);
  const now = databaseNowMs();
  const cursor = decodeCursor(request.cursor);
  const pattern = patternOf(q);
  const words = q ? parseQuery(q) : null;
  const isPast = when === 'past';
  // An event lasts at most a week, so none that began earlier is still running.
  const start =
    from ??
    (when === 'upcoming' || (when === 'mine' && !from)
      ? new Date(now - EVENT_LIMITS.durationMaxMs).toISOString()
      : FIRST.at);
  const end = to ?? (isPast ? new Date(now).toISOString() : LAST.at);
  const after = isPast ? { at: start, id: FIRST.id } : (cursor ?? { at: start, id: FIRST.id });
  const before = isPast ? (cursor ?? { at: end, id: LAST.id }) : { at: end, id: FIRST.id };
  const isOver = isPast ? true : when === 'upcoming' || (when === 'mine' && from === undefined) ? false : null;
  const values = [
    viewerId,
    after.at,
    after.id,
    before.at,
    before.id,
    isOver,
    virtual === undefined ? null : virtual === 'true',
    pattern,
    words && toTsquery(words),
    words && toTsquery(words, 'A'),
    ...(courseId === undefined ? [] : [courseId]),
  ];
  const statements =
    courseId === undefined ? (isPast ? PAST : when === 'mine' ? MINE : EVENTS_LIST) : isPast ? CLASS_PAST : CLASS;
  const rows = await query<EventRow>(pool, statements[pattern === null ? 'any' : 'some'], values);
  return toPage(rows, request.limit ?? EVENT_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isoOf(row.date), id: row.id }),
    view: (row) => toEventView(row, viewerId, now),
  });
}

/** Other events that $1 attends or hosts at the time of event $2. */
const CONFLICTS = {
  name: 'event-conflicts',
  text: `select v.id, v.title, v.date from events v ${HOST_JOIN}
    join (select w.id, w.date,
      coalesce(w.ends_at, w.date + interval '${EVENT_LIMITS.defaultDurationMs} milliseconds') as ends
      from events w where w.id = $2) t on t.id <> v.id
    where v.id in (select o.id from events o where o.user_id = $1 union all select m.event_id from event_attendees m
      where m.user_id = $1 and m.status in ('going', 'held'))
      and v.state = 'scheduled' and v.date < t.ends and ${ENDS_AT} > t.date
    order by v.date, v.id limit ${EVENT_LIMITS.conflictItems}`,
};

/** Loads one event with the viewer's conflicting events. @throws AppError NOT_FOUND. */
export async function loadEventDetail(pool: Pool, eventId: string, viewerId: string): Promise<EventDetailView> {
  const [row, conflicts] = await Promise.all([
    loadEventRow(pool, eventId, viewerId),
    read<{ id: string; title: string; date: Timestamp }>(pool, CONFLICTS, [viewerId, eventId]),
  ]);
  if (!row) throw notFound('This event');
  return {
    ...toEventView(row, viewerId),
    conflicts: conflicts.map(({ id, title, date }): EventConflict => ({ id, title, date: isoOf(date) })),
  };
}

/**
 * Users who answered event $2 and let $1 see it. The host sees all; waiting and held seats are visible only to the host
 * and the user concerned.
 */
const ATTENDEES = {
  name: 'event-attendees',
  text: `select ${USER_CARD_COLUMNS}, t.status, t.created_at from event_attendees t join events v on v.id = t.event_id
    join users u on u.id = t.user_id and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
    left join privacy_settings ps on ps.user_id = u.id
    cross join lateral (
      select coalesce(ps.field_visibility ->> 'events', case when u.role = 'student' then 'connections'
        else 'everyone' end) as audience,
        ${connectedWith('$1::uuid', 'u.id')} as is_connected,
        ${isColleague('u.id', '$1')} as is_colleague
    ) s
    where t.event_id = $2 and (t.created_at, t.user_id) > ($3::timestamptz, $4::uuid)
      and (v.user_id = $1 or u.id = $1 or (t.status not in ('waitlisted', 'held')
        and (s.audience = 'everyone' or (s.audience = 'connections' and s.is_connected) or (s.audience = 'institution'
          and s.is_colleague))))
    order by t.created_at, t.user_id limit ${ROWS}`,
};

interface AttendeeRow extends UserCardRow {
  status: RsvpStatus;
  created_at: Timestamp;
}

/** Lists the answers to an event that the viewer may see, in the order of answering. @throws AppError NOT_FOUND. */
export async function listAttendees(
  pool: Pool,
  viewerId: string,
  request: PageQuery & { eventId: string },
): Promise<Page<AttendeeView>> {
  if (!(await loadEventRow(pool, request.eventId, viewerId))) throw notFound('This event');
  const cursor = decodeCursor(request.cursor);
  const rows = await query<AttendeeRow>(pool, ATTENDEES, [
    viewerId,
    request.eventId,
    (cursor ?? FIRST).at,
    (cursor ?? FIRST).id,
  ]);
  return toPage(rows, request.limit ?? EVENT_LIMITS.pageItems, {
    cursorOf: (row) => ({ at: isoOf(row.created_at), id: row.author_id }),
    view: (row) => ({ user: toUserCard(row), status: row.status, createdAt: isoOf(row.created_at) }),
  });
}
