import {
  closeSupportRequest,
  listHelpRatings,
  listHelpSearches,
  listSupportRequests,
} from '../../backend/domains/help/help.service.ts';
import { LauncherError } from '../postgres.ts';
import { limitIn, type Command } from './command.ts';
import { formatTable, formatTime } from './table.ts';

/** Characters of a message shown in the list: all of a usual one. */
const TEXT_CHARS = 400;

/** What operators do about the help: its contact form, and what it lacks. */
export const HELP_COMMANDS: Readonly<Record<string, Command>> = {
  'support list': async ({ em, options }) => {
    const lines = await listSupportRequests(em, limitIn(options));
    if (lines.length === 0) return 'No messages.';
    const rows = lines.map((line) => [
      line.id,
      formatTime(line.createdAt),
      `@${line.username}`,
      line.email,
      line.topic,
      line.requestId ?? '',
      line.text,
    ]);
    return formatTable(['message', 'when', 'from', 'email', 'about', 'request', 'text'], rows, TEXT_CHARS);
  },
  'support close': async ({ em, words }) => {
    const [id = ''] = words;
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw new LauncherError('Name the message by its id, as in "support list".');
    return (await closeSupportRequest(em, id)) ? 'Deleted.' : 'It was already deleted.';
  },
  'help searches': async ({ em, options }) => {
    const lines = await listHelpSearches(em, limitIn(options));
    return lines.length === 0
      ? 'Every search found something.'
      : formatTable(
          ['searched for', 'times', 'last'],
          lines.map((line) => [line.query, String(line.count), formatTime(line.lastAt)]),
        );
  },
  'help ratings': async ({ em }) => {
    const lines = await listHelpRatings(em);
    return lines.length === 0
      ? 'No one has voted yet.'
      : formatTable(
          ['article', 'helped', 'did not'],
          lines.map((line) => [line.articleId, String(line.helped), String(line.didNot)]),
        );
  },
};
