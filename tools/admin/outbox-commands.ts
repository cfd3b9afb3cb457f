import { listParkedFacts, retryParkedFacts } from '../../backend/db/outbox.operator.ts';
import { LauncherError } from '../postgres.ts';
import { limitIn, type Command } from './command.ts';
import { formatTable, formatTime } from './table.ts';

/** Characters of what a fact names: all of a usual one. */
const PAYLOAD_CHARS = 200;

/** What operators do about announcements that failed again and again, e.g. after a fault was mended. */
export const OUTBOX_COMMANDS: Readonly<Record<string, Command>> = {
  'outbox list': async ({ em, options }) => {
    const facts = await listParkedFacts(em, limitIn(options));
    if (facts.length === 0) return 'Nothing is parked.';
    return formatTable(
      ['fact', 'when', 'what', 'of'],
      facts.map(({ id, fact, payload, createdAt }) => [id, formatTime(createdAt), fact, JSON.stringify(payload)]),
      PAYLOAD_CHARS,
    );
  },
  'outbox retry': async ({ em, words }) => {
    const [which = ''] = words;
    if (which !== 'all' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(which))
      throw new LauncherError('Name the fact by its id, as in "outbox list", or say all.');
    const count = await retryParkedFacts(em, which === 'all' ? null : which);
    return count === 0
      ? 'Nothing is parked under that name.'
      : `${count} ${count === 1 ? 'is' : 'are'} tried again within seconds.`;
  },
};
