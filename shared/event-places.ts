import { DAY_MS } from './time.ts';

/** When and where an event is. */
export interface EventPlace {
  /** Start and end, ISO 8601; null when no end is given. */
  date: string;
  endsAt: string | null;
  /** The IANA name of the event's time zone. */
  timezone: string;
  /** Empty when none is given, as online. */
  location: string;
  isVirtual: boolean;
}

/** Returns whether two events, or two states of one, are at the same time and place. */
export function isSamePlace(one: EventPlace, other: EventPlace): boolean {
  return (['date', 'endsAt', 'timezone', 'location', 'isVirtual'] as const).every((key) => one[key] === other[key]);
}

/**
 * Describes when and where an event is, in the event's time zone, which is named: "Tue, 24 Nov 2026, 17:00–19:00
 * (Europe/Berlin, GMT+1), Room 5". A zone that this system does not know is replaced by UTC.
 */
export function describePlace({ date, endsAt, timezone, location, isVirtual }: EventPlace): string {
  const [zone, start, end] = [zoneOrUtc(timezone), new Date(date), endsAt === null ? null : new Date(endsAt)];
  const place = [isVirtual && 'online', location].filter(Boolean).join(', ');
  return `${timesText(zone, start, end)} (${zoneText(zone, start)})${place === '' ? '' : `, ${place}`}`;
}

function timesText(zone: string, start: Date, end: Date | null): string {
  const from = `${dayText(zone, start)}, ${clockText(zone, start)}`;
  if (end === null) return from;
  const isSameDay = dayText(zone, start) === dayText(zone, end);
  // An event of one night is read more easily without the date of its end.
  if (isSameDay || end.getTime() - start.getTime() < DAY_MS / 2) return `${from}–${clockText(zone, end)}`;
  return `${from} – ${dayText(zone, end)}, ${clockText(zone, end)}`;
}

function dayText(timeZone: string, moment: Date): string {
  return partsText(moment, { timeZone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

function clockText(timeZone: string, moment: Date): string {
  return partsText(moment, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** The name of a zone and, unless it is UTC, its offset at a moment: "America/New York, GMT-5". */
function zoneText(zone: string, moment: Date): string {
  if (zone === 'UTC') return zone;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return `${zone.replaceAll('_', ' ')}, ${offset}`;
}

/** Systems write the same parts with different commas between them. */
function partsText(moment: Date, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return options.weekday === undefined
    ? `${of('hour')}:${of('minute')}`
    : `${of('weekday')}, ${of('day')} ${of('month')} ${of('year')}`;
}

function zoneOrUtc(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).format(0) === '' ? 'UTC' : zone;
  } catch {
    return 'UTC';
  }
}
