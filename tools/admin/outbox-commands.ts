import { listParkedDomainEvents, retryParkedDomainEvents } from '../../backend/db/outbox.operator.ts';
import { LauncherError } from '../postgres.ts';
import { limitIn, type Command } from './command.ts';
import { formatTable, formatTime } from './table.ts';

/** Characters shown of a payload: all of a usual one. */
const PAYLOAD_CHARS = 200;

/** What operators do about domain events whose handlers failed repeatedly, e.g. after a bug was fixed. */
export const OUTBOX_COMMANDS: Readonly<Record<string, Command>> = {
  'outbox list': async ({ em, options }) => {
    const events = await listParkedDomainEvents(em, limitIn(options));
    if (events.length === 0) return 'No domain event has failed for three hours.';
    return formatTable(
      ['event', 'when', 'what', 'of'],
      events.map(({ id, name, payload, createdAt }) => [id, formatTime(createdAt), name, JSON.stringify(payload)]),
      PAYLOAD_CHARS,
    );
  },
  'outbox retry': async ({ em, words }) => {
    const [which = ''] = words;
    if (which !== 'all' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(which))
      throw new LauncherError('Name the event by its id, as in "outbox list", or write all.');
    const count = await retryParkedDomainEvents(em, which === 'all' ? null : which);
    return count === 0
      ? 'No failed domain event has this id.'
      : `${count} ${count === 1 ? 'event is' : 'events are'} retried within seconds.`;
  },
};
