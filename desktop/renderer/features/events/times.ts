import { EVENT_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { isZone, OWN_ZONE } from '../../lib/page/own-zone.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

/** The times of an event. */
interface EventTimes {
  date: string;
  endsAt: string | null;
}

const START = new Intl.DateTimeFormat(OWN_LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat(OWN_LOCALE, { hour: 'numeric', minute: '2-digit' });
const LONG_DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
const FULL: Intl.DateTimeFormatOptions = {
  ...LONG_DAY,
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};
const FULL_HERE = new Intl.DateTimeFormat(OWN_LOCALE, FULL);
const DAY = new Intl.DateTimeFormat(OWN_LOCALE, LONG_DAY);
const DAY_YEAR = new Intl.DateTimeFormat(OWN_LOCALE, { ...LONG_DAY, year: 'numeric' });

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Formats a start in the user's zone: "Tue, 24 Nov, 17:00". */
export function startText(iso: string): string {
  return START.format(new Date(iso));
}

/** Formats the clock times of an event: "17:00 – 19:00", or only its start. */
export function clockText({ date, endsAt }: EventTimes): string {
  const start = new Date(date);
  if (endsAt === null) return CLOCK.format(start);
  const end = new Date(endsAt);
  return end.getTime() - start.getTime() < DAY_MS
    ? CLOCK.formatRange(start, end)
    : `${CLOCK.format(start)} – ${START.format(end)}`;
}

/** Formats the full time of an event with a time zone; the user's by default. */
export function fullText({ date, endsAt }: EventTimes, zone = OWN_ZONE): string {
  const format =
    zone === OWN_ZONE || !isZone(zone) ? FULL_HERE : new Intl.DateTimeFormat(OWN_LOCALE, { ...FULL, timeZone: zone });
  return endsAt === null ? format.format(new Date(date)) : format.formatRange(new Date(date), new Date(endsAt));
}

/** Formats a day: "Tuesday, 24 November", with the year unless it is the current one. */
export function dayText(day: Date, now = new Date()): string {
  return (day.getFullYear() === now.getFullYear() ? DAY : DAY_YEAR).format(day);
}

/** Returns the end of an event in milliseconds; one hour after its start when it has no end. */
export function endMsOf({ date, endsAt }: EventTimes): number {
  return endsAt === null ? Date.parse(date) + EVENT_LIMITS.defaultDurationMs : Date.parse(endsAt);
}

/**
 * Returns whether the local time of a zone differs from the user's at a moment; false for a zone that no one here
 * knows.
 */
export function isOtherClock(iso: string, zone: string): boolean {
  return isZone(zone) && offsetMs(new Date(iso), zone) !== offsetMs(new Date(iso), OWN_ZONE);
}

/** Returns the offset of a zone from UTC at a moment, in milliseconds. */
function offsetMs(moment: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) -
    Math.floor(moment.getTime() / 1_000) * 1_000
  );
}

/**
 * Converts a local time of a zone (`YYYY-MM-DDTHH:MM`) to ISO 8601; undefined for an invalid time. A time skipped by
 * daylight saving becomes the one after it.
 */
export function momentOf(local: string, zone: string): string | undefined {
  const asUtc = LOCAL.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const first = asUtc - offsetMs(new Date(asUtc), zone);
  return new Date(asUtc - offsetMs(new Date(first), zone)).toISOString();
}

/** Returns the local time of a zone at a moment, as `YYYY-MM-DDTHH:MM`. */
export function localOf(iso: string, zone: string): string {
  const moment = new Date(iso);
  return new Date(moment.getTime() + offsetMs(moment, zone)).toISOString().slice(0, 16);
}
