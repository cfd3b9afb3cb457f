import { HOUR_MS } from '#shared/time.ts';

/** One way to put a notification off. */
export interface SnoozeChoice {
  label: string;
  until: Date;
}

const MORNING_HOUR = 8;
const MONDAY = 1;

/** When a notification can come back, as seen at `now` in the member's zone. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  return [
    { label: 'In 3 hours', until: new Date(now.getTime() + 3 * HOUR_MS) },
    { label: 'Tomorrow morning', until: morningIn(now, 1) },
    { label: 'Next Monday', until: morningIn(now, (MONDAY - now.getDay() + 7) % 7 || 7) },
  ];
}

/** Eight in the morning, so many days from `now`. */
export function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}
