import type { OfficeHours } from './api/privacy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
const DAYS_OF_WEEK = 7;

/**
 * Office hours on the clock of another zone at `now`: weekdays from 1 (Monday) to 7 in order, minutes of the day; `to`
 * may be after midnight.
 */
export function officeHoursIn(
  { days, from, to, zone }: OfficeHours,
  otherZone: string,
  now: Date,
): { days: number[]; fromMinute: number; toMinute: number } {
  const ahead = offsetMinutes(otherZone, now) - offsetMinutes(zone, now);
  const start = minutesOf(from) + ahead;
  const shift = Math.floor(start / DAY_MINUTES);
  const moved = days.map((day) => wrap(day - 1 + shift, DAYS_OF_WEEK) + 1);
  return {
    days: moved.toSorted((a, b) => a - b),
    fromMinute: wrap(start, DAY_MINUTES),
    toMinute: wrap(minutesOf(to) + ahead, DAY_MINUTES),
  };
}

/**
 * Groups weekdays into ranges of consecutive days, also across the end of the week: 1,2,3,5 is [1,3] and [5,5]; 1,6,7
 * is [6,1].
 */
export function daySpans(days: readonly number[]): [first: number, last: number][] {
  const has = (day: number): boolean => days.includes(wrap(day - 1, DAYS_OF_WEEK) + 1);
  if (days.length === DAYS_OF_WEEK) return [[1, DAYS_OF_WEEK]];
  return days
    .filter((day) => !has(day - 1))
    .map((first) => {
      let last = first;
      while (has(last + 1)) last += 1;
      return [first, wrap(last - 1, DAYS_OF_WEEK) + 1];
    });
}

function offsetMinutes(zone: string, moment: Date): number {
  const name =
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MINUTES + Number(minutes));
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * HOUR_MINUTES + minutes;
}

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}
