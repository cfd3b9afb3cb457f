import type { EntityManager } from '@mikro-orm/postgresql';
import { read, isoOf, type Timestamp } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { withoutLink, type KnownPlace } from './event.entity.ts';

/** Events that begin within a day and were published before that, once per start. */
const DAY = {
  name: 'events-due-day',
  text: `update events set reminded_day = date where id in (
      select v.id from events v where v.date > now() + interval '15 minutes' and v.date <= now() + interval '24 hours'
        and v.state = 'scheduled'
        and v.created_at < v.date - interval '24 hours' and v.reminded_day is distinct from v.date
      order by v.date limit 200 for update skip locked) returning id, date`,
};
/** Events that begin within a quarter of an hour, once per start. */
const SOON = {
  name: 'events-due-soon',
  text: `update events set reminded_soon = date where id in (
      select v.id from events v where v.date > now() and v.date <= now() + interval '15 minutes'
        and v.state = 'scheduled'
        and v.reminded_soon is distinct from v.date
      order by v.date limit 200 for update skip locked) returning id, date`,
};

/** Events that were edited again soon after their participants were notified. */
const EDITED = {
  name: 'events-due-edits',
  text: `with due as (select v.id, v.known_place from events v where v.notify_at <= now() and v.state = 'scheduled'
      order by v.notify_at limit 200 for update skip locked)
    update events v set notified_at = now(), notify_at = null, known_place = null from due where v.id = due.id
    returning v.id, v.user_id, v.revision, due.known_place`,
};

interface EditedRow {
  id: string;
  user_id: string;
  revision: number;
  known_place: KnownPlace | null;
}

/** Publishes the edits of which participants are notified late. Parallel runs, on any node, notify once. */
export async function notifyOfEdits(em: EntityManager): Promise<void> {
  await transact(em, async (tx) => {
    for (const { id: eventId, user_id: userId, revision, known_place: known } of await read<EditedRow>(
      tx,
      EDITED,
      [],
    )) {
      const before = known === null ? {} : { before: withoutLink(known) };
      publishDomainEvent(tx, 'event-updated', { eventId, userId, revision, isNotified: true, ...before });
    }
  });
}

/** Publishes the due reminders of events. Repeated or parallel runs, on any node, remind once. */
export async function remindOfEvents(em: EntityManager): Promise<void> {
  for (const kind of ['day', 'soon'] as const) {
    await transact(em, async (tx) => {
      const due = await read<{ id: string; date: Timestamp }>(tx, kind === 'day' ? DAY : SOON, []);
      for (const { id, date } of due) publishDomainEvent(tx, 'event-due', { eventId: id, kind, date: isoOf(date) });
    });
  }
}
