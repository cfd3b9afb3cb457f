import type { AudienceView } from '#shared/api/audiences.ts';
import type { CreateEventInput, EditEventInput, EventView } from '#shared/api/events.ts';
import { HOUR_MS } from '#shared/time.ts';
import { EVERYONE, inputOfAudience } from '../users/audience-text.ts';
import { localOf, momentOf } from './times.ts';
import { OWN_ZONE } from '../../lib/page/own-zone.ts';

/** The values of the form: local times of the event's time zone, numbers as typed. */
export interface EventDraft {
  title: string;
  description: string;
  day: string;
  from: string;
  /** Empty without an end. */
  to: string;
  /** Day of the end. */
  lastDay: string;
  timezone: string;
  isVirtual: boolean;
  location: string;
  joinUrl: string;
  /** Empty for no limit. */
  capacity: string;
  /** Cannot be changed later. */
  audience: AudienceView;
}

/** Returns the initial values: those of the event, or a start tomorrow at the next full hour, in the user's zone. */
export function draftOf(event: EventView | null, nowMs = Date.now()): EventDraft {
  if (event === null) {
    const tomorrow = localOf(new Date(Math.ceil((nowMs + 24 * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString(), OWN_ZONE);
    const day = tomorrow.slice(0, 10);
    return {
      title: '',
      description: '',
      day,
      from: tomorrow.slice(11),
      to: '',
      lastDay: day,
      timezone: OWN_ZONE,
      isVirtual: false,
      location: '',
      joinUrl: '',
      capacity: '',
      audience: EVERYONE,
    };
  }
  const start = localOf(event.date, event.timezone);
  const end = event.endsAt === null ? null : localOf(event.endsAt, event.timezone);
  return {
    title: event.title,
    description: event.description,
    day: start.slice(0, 10),
    from: start.slice(11),
    to: end?.slice(11) ?? '',
    lastDay: (end ?? start).slice(0, 10),
    timezone: event.timezone,
    isVirtual: event.isVirtual,
    location: event.location,
    joinUrl: event.viewer.joinUrl ?? '',
    capacity: event.capacity === null ? '' : String(event.capacity),
    audience: event.audience,
  };
}

/** Returns the input of a new event for a draft; not validated, the schema reports errors. */
export function inputOf(draft: EventDraft): CreateEventInput {
  const fields = fieldsOf(draft);
  return draft.audience.type === 'everyone' ? fields : { ...fields, audience: inputOfAudience(draft.audience) };
}

function fieldsOf(draft: EventDraft): Omit<CreateEventInput, 'audience'> {
  const date = momentOf(`${draft.day}T${draft.from}`, draft.timezone) ?? '';
  const endsAt =
    draft.to === ''
      ? null
      : (momentOf(`${draft.lastDay < draft.day ? draft.day : draft.lastDay}T${draft.to}`, draft.timezone) ?? null);
  return {
    title: draft.title,
    description: draft.description,
    date,
    endsAt,
    timezone: draft.timezone,
    location: draft.location,
    isVirtual: draft.isVirtual,
    capacity: draft.capacity.trim() === '' ? null : Number(draft.capacity),
    joinUrl: draft.isVirtual && draft.joinUrl.trim() !== '' ? draft.joinUrl : null,
  };
}

/** Returns the fields that a draft changes; a changed start includes the end. */
export function changesOf(event: EventView, draft: EventDraft): EditEventInput {
  const before = fieldsOf(draftOf(event));
  const after = fieldsOf(draft);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
  const fields = changed.includes('date') ? [...changed, 'endsAt' as const] : changed;
  return Object.fromEntries(fields.map((field) => [field, after[field]]));
}
