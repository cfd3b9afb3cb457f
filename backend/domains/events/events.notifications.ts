import { isSamePlace, type EventPlace } from '#shared/event-places.ts';
import type {
  LoadTitles,
  NotificationChange,
  NotificationDraft,
  NotificationRules,
} from '../../db/notification-draft.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { isInAudience } from '../audiences/audience.access.ts';
import { isEventVisible } from './event.access.ts';

/**
 * An event with each user who answered and is in its audience, and the host with the status `host` unless the host
 * answered.
 */
const EVENT = {
  name: 'notification-of-event',
  text: `select v.title, v.date, v.ends_at, v.timezone, v.location, v.is_virtual, v.state,
      v.user_id as host_id, p.user_id, p.status, p.held_until
    from events v cross join lateral (
      select t.user_id, t.status, t.held_until from event_attendees t where t.event_id = v.id
      union all select v.user_id, 'host', null where not exists (select 1 from event_attendees t
        where t.event_id = v.id and t.user_id = v.user_id)
    ) p where v.id = $1 and ${isInAudience('v', 'p.user_id')}`,
};
const HELD = {
  name: 'notification-held-seat',
  text: `select status from event_attendees where event_id = $1 and user_id = $2 and status = 'held'`,
};
const TITLES = {
  name: 'notification-event-titles',
  text: `select t.id, t.title from events t where t.id = any($2::uuid[]) and ${isEventVisible('t.id')}`,
};

interface ParticipantRow {
  title: string;
  date: Timestamp;
  ends_at: Timestamp | null;
  timezone: string;
  location: string;
  is_virtual: boolean;
  state: 'scheduled' | 'cancelled';
  host_id: string;
  user_id: string;
  status: 'host' | 'going' | 'interested' | 'waitlisted' | 'held';
  held_until: Timestamp | null;
}

const participants = (reader: Reader, eventId: string): Promise<ParticipantRow[]> =>
  read<ParticipantRow>(reader, EVENT, [eventId]);

function placeOf(row: ParticipantRow): EventPlace {
  const { timezone, location, is_virtual: isVirtual } = row;
  return { date: isoOf(row.date), endsAt: isoOrNull(row.ends_at), timezone, location, isVirtual };
}

/** Returns what a notification of a change says; `before` is missing in a cancellation. */
function changeOf(place: EventPlace, before: EventPlace | undefined) {
  if (before === undefined) return { place };
  return isSamePlace(place, before) ? { place, isLinkNew: place.isVirtual } : { place, before };
}

/** The part of a draft that differs between domain events, by type. */
type EventPart<Draft = Extract<NotificationDraft, { type: `event-${string}` }>> = Draft extends NotificationDraft
  ? Pick<Draft, 'type' | 'params' | 'actorId' | 'groupKey' | 'dedupeKey' | 'awaitsAnswer'>
  : never;

function notify(row: ParticipantRow, eventId: string, part: EventPart): NotificationChange {
  return { kind: 'notify', userId: row.user_id, sourceType: 'event', sourceId: eventId, ...part };
}

/** Notifies participants of changes, reminders and seats. */
export const eventNotifications: NotificationRules = {
  'event-updated': async (reader, { eventId, userId: actorId, revision, isNotified, before }) =>
    (isNotified ? await participants(reader, eventId) : []).map((row) =>
      notify(row, eventId, {
        type: 'event-changed',
        params: { eventTitle: row.title, isCancelled: row.state === 'cancelled', ...changeOf(placeOf(row), before) },
        actorId,
        groupKey: `event-changed:${eventId}`,
        dedupeKey: `event:${eventId}:${revision}`,
      }),
    ),
  // A delayed event may be older than an offered seat, which still awaits its answer.
  'event-answered': async (reader, { eventId, userId }) =>
    (await read<{ status: string }>(reader, HELD, [eventId, userId])).length > 0
      ? []
      : [{ kind: 'settle', userId, sourceType: 'event', sourceId: eventId }],
  'event-promoted': async (reader, { eventId, userId, at }) =>
    (await participants(reader, eventId))
      .filter(
        ({ user_id, status, state }) => user_id === userId && /^(held|going)$/.test(status) && state === 'scheduled',
      )
      .map((row) =>
        notify(row, eventId, {
          type: 'event-promoted',
          params: { seat: 'free', eventTitle: row.title, heldUntil: isoOrNull(row.held_until) },
          actorId: row.host_id,
          dedupeKey: `event-promoted:${eventId}:${at}`,
          awaitsAnswer: row.held_until !== null,
        }),
      ),
  'event-hold-ended': async (reader, { eventId, userId, at }) => [
    { kind: 'settle', userId, sourceType: 'event', sourceId: eventId },
    ...(await participants(reader, eventId))
      .filter(({ user_id, status, state }) => user_id === userId && status === 'interested' && state === 'scheduled')
      .map((row) =>
        notify(row, eventId, {
          type: 'event-promoted',
          params: { seat: 'passed-on', eventTitle: row.title, heldUntil: null },
          actorId: row.host_id,
          dedupeKey: `event-hold-ended:${eventId}:${at}`,
        }),
      ),
  ],
  'event-due': async (reader, { eventId, kind, date }) =>
    (await participants(reader, eventId))
      .filter(
        ({ status, state, date: now }) => /^(going|host)$/.test(status) && state === 'scheduled' && isoOf(now) === date,
      )
      .map((row) =>
        notify(row, eventId, {
          type: 'event-reminder',
          params: { eventTitle: row.title, kind, place: placeOf(row) },
          dedupeKey: `event-due:${eventId}:${kind}:${date}`,
        }),
      ),
};

/** Loads the titles of events that the viewer may see. */
export const loadEventTitles: LoadTitles = async (reader, viewerId, ids) =>
  new Map(
    (await read<{ id: string; title: string }>(reader, TITLES, [viewerId, ids])).map(({ id, title }) => [id, title]),
  );
