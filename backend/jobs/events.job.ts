import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobDefinition } from '../db/job-queue.ts';
import { remindOfEvents } from '../domains/events/events.reminders.ts';
import { passOnSeats } from '../domains/events/rsvp.service.ts';

/** Reminds people of events, a day and a quarter of an hour before, and passes on seats that nobody confirmed. */
export function eventJobs(forkEm: () => EntityManager): JobDefinition[] {
  return [
    { name: 'event-reminders', cron: '* * * * *', run: () => remindOfEvents(forkEm()) },
    { name: 'event-seats', cron: '* * * * *', run: () => passOnSeats(forkEm()) },
  ];
}
