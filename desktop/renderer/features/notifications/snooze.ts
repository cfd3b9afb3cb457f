import { HOUR_MS } from '#shared/time.ts';

/** A choice of the snooze menu. */
interface SnoozeChoice {
  label: string;
  until: Date;
}

const MORNING_HOUR = 8;
const MONDAY = 1;

/** Returns the choices at `now`, in the device's time zone. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  return [
    { label: 'In 3 hours', until: new Date(now.getTime() + 3 * HOUR_MS) },
    { label: 'Tomorrow morning', until: morningIn(now, 1) },
    { label: 'Next Monday', until: morningIn(now, (MONDAY - now.getDay() + 7) % 7 || 7) },
  ];
}

/** Returns 8:00 on the day `days` after `now`. */
export function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}
