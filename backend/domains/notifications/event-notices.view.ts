import { MINUTE_MS } from '#shared/time.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import type { FactMap } from '../../facts.ts';
import type { Notice } from './notices.view.ts';

/** Facts about events that members are told of. */
export type EventFact = Extract<keyof FactMap, 'event-updated' | 'event-promoted' | 'event-hold-ended' | 'event-due'>;

/** An event with everyone who answered; the host stands among them with the status `host`. */
const EVENT = {
  name: 'notice-event',
  text: `select v.title, v.date, v.state, v.revision, v.user_id as host_id, p.user_id, p.status, p.held_until
    from events v cross join lateral (
      select t.user_id, t.status, t.held_until from event_attendees t where t.event_id = v.id
      union all select v.user_id, 'host', null where not exists (select 1 from event_attendees t where t.event_id = v.id and t.user_id = v.user_id)
    ) p where v.id = $1`,
};

interface EventPersonRow {
  title: string;
  date: Timestamp;
  state: 'scheduled' | 'cancelled';
  revision: number;
  host_id: string;
  user_id: string;
  status: 'host' | 'going' | 'interested' | 'waitlisted' | 'held';
  held_until: Timestamp | null;
}

const people = (reader: Reader, eventId: string): Promise<EventPersonRow[]> =>
  read<EventPersonRow>(reader, EVENT, [eventId]);

function noticeOf(row: EventPersonRow, eventId: string): Omit<Notice, 'type' | 'title' | 'dedupeKey' | 'actorId'> {
  return {
    userId: row.user_id,
    content: row.title,
    path: `/home?event=${eventId}`,
    sourceType: 'event',
    sourceId: eventId,
    groupKey: null,
  };
}

/** How long there is until a moment: "24 hours", "1 hour", "20 minutes". */
function spanText(until: Timestamp): string {
  const minutes = Math.max(1, Math.round((new Date(until).getTime() - Date.now()) / MINUTE_MS));
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What facts about events say to the people in them. Texts of changes: decision 31. */
export const EVENT_NOTICES: { [Fact in EventFact]: (reader: Reader, payload: FactMap[Fact]) => Promise<Notice[]> } = {
  'event-updated': async (reader, { eventId, userId: actorId, revision }) =>
    (await people(reader, eventId)).map((row) => ({
      ...noticeOf(row, eventId),
      actorId,
      type: 'event-changed',
      title: row.state === 'cancelled' ? 'Event cancelled' : 'Event updated',
      dedupeKey: `event:${eventId}:${revision}`,
    })),
  'event-promoted': async (reader, { eventId, userId, at }) =>
    (await people(reader, eventId))
      .filter(
        (row) =>
          row.user_id === userId && (row.status === 'held' || row.status === 'going') && row.state === 'scheduled',
      )
      .map((row) => ({
        ...noticeOf(row, eventId),
        actorId: row.host_id,
        type: 'event-promoted',
        dedupeKey: `event-promoted:${eventId}:${at}`,
        ...(row.held_until === null
          ? { title: 'You have a seat' }
          : {
              title: 'A seat is held for you',
              excerpt: `Confirm it within ${spanText(row.held_until)}, or it goes to the next in line.`,
            }),
      })),
  'event-hold-ended': async (reader, { eventId, userId, at }) =>
    (await people(reader, eventId))
      .filter((row) => row.user_id === userId && row.status === 'interested' && row.state === 'scheduled')
      .map((row) => ({
        ...noticeOf(row, eventId),
        actorId: row.host_id,
        type: 'event-promoted',
        title: 'Your seat went to the next in line',
        excerpt: 'It was not confirmed in time. You stay interested.',
        dedupeKey: `event-hold-ended:${eventId}:${at}`,
      })),
  'event-due': async (reader, { eventId, kind, date }) =>
    (await people(reader, eventId))
      .filter(
        (row) =>
          (row.status === 'going' || row.status === 'host') && row.state === 'scheduled' && isoOf(row.date) === date,
      )
      .map((row) => ({
        ...noticeOf(row, eventId),
        actorId: null,
        type: 'event-reminder',
        title: kind === 'day' ? 'Starts within 24 hours' : 'Starts within 15 minutes',
        dedupeKey: `event-due:${eventId}:${kind}:${date}`,
      })),
};
