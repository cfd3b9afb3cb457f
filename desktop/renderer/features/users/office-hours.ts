import type { OfficeHours } from '#shared/api/privacy.ts';
import { daySpans, officeHoursIn } from '#shared/office-hours.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { OWN_ZONE } from '../../lib/page/own-zone.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

/** A Monday at midnight, UTC. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY = new Intl.DateTimeFormat(OWN_LOCALE, { weekday: 'short', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat(OWN_LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** Returns the short name of a weekday; 1 is Monday. */
export function weekdayName(day: number): string {
  return DAY.format(new Date(MONDAY_MS + (day - 1) * DAY_MS));
}

/** Formats office hours in a time zone and the user's locale: "Mon–Fri 09:00–17:00". */
export function officeHoursText(hours: OfficeHours, zone = OWN_ZONE, now = new Date()): string {
  const { days, fromMinute, toMinute } = officeHoursIn(hours, zone, now);
  const spans = daySpans(days).map(([first, last]) =>
    first === last ? weekdayName(first) : `${weekdayName(first)}–${weekdayName(last)}`,
  );
  const clock = (minute: number): string => CLOCK.format(new Date(MONDAY_MS + minute * MINUTE_MS));
  return `${spans.join(', ')} ${clock(fromMinute)}–${clock(toMinute)}`;
}
