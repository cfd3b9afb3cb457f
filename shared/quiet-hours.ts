import type { QuietHours } from './api/privacy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;

/**
 * Returns the end of the quiet hours that apply at `now`; null when none apply. Equal `from` and `to` mean the whole
 * day.
 */
export function quietUntil({ isOn, from, to, zone }: QuietHours, now: Date): Date | null {
  if (!isOn) return null;
  const minute = minuteOfDay(now, zone);
  const start = minutesOf(from);
  const end = minutesOf(to);
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  if ((minute - start + DAY_MINUTES) % DAY_MINUTES >= length) return null;
  const left = (end - minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return new Date(startOfMinute(now) + left * MINUTE_MS);
}

/** Returns the quiet hours that apply at `now`, starting then, or else the next ones; null when they are off. */
export function quietWindow(hours: QuietHours, now: Date): { from: Date; until: Date } | null {
  if (!hours.isOn) return null;
  const holding = quietUntil(hours, now);
  if (holding) return { from: now, until: holding };
  const left = (minutesOf(hours.from) - minuteOfDay(now, hours.zone) + DAY_MINUTES) % DAY_MINUTES;
  const from = new Date(startOfMinute(now) + left * MINUTE_MS);
  return { from, until: quietUntil(hours, from) ?? from };
}

/** Returns the next time after `now` at which it is `hour` o'clock in the zone. */
export function nextHour(hour: number, zone: string, now: Date): Date {
  const left = ((hour * HOUR_MS) / MINUTE_MS - minuteOfDay(now, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return new Date(startOfMinute(now) + left * MINUTE_MS);
}

function startOfMinute(time: Date): number {
  return Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(time: Date, zone: string): number {
  return minutesOf(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      time,
    ),
  );
}
