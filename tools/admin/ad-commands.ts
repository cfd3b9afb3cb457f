import { decideAdvertisement, listForReview } from '../../backend/domains/advertisements/advertisements.review.ts';
import { LauncherError } from '../postgres.ts';
import { textIn, type Command, type CommandInput } from './command.ts';
import { formatTable, formatTime } from './table.ts';

const STATES = ['review', 'active', 'paused', 'rejected'] as const;

/** Commands about advertisements, which are shown once an operator has approved them. */
export const AD_COMMANDS: Readonly<Record<string, Command>> = {
  'ads list': async ({ em, options }) => {
    const state = STATES.find((name) => name === (options.state ?? 'review'));
    if (state === undefined) throw new LauncherError(`The states are ${STATES.join(', ')}.`);
    const lines = await listForReview(em, state);
    if (lines.length === 0)
      return state === 'review' ? 'No advertisement is waiting for review.' : `No advertisement is ${state}.`;
    return formatTable(
      ['ad', 'when', 'by', 'section', 'title', 'text', 'link', 'image'],
      lines.map((line) => [
        line.id,
        formatTime(line.createdAt),
        `@${line.username}`,
        String(line.section),
        line.title,
        line.description,
        line.linkUrl ?? '',
        [line.imageUrl, line.imageAlt].filter(Boolean).join(' '),
      ]),
    );
  },
  'ads approve': async (input) => {
    await decideAdvertisement(input.em, idIn(input), { operator: textIn(input.options, 'operator'), rejection: null });
    return 'Approved. It is shown now.';
  },
  'ads reject': async (input) => {
    await decideAdvertisement(input.em, idIn(input), {
      operator: textIn(input.options, 'operator'),
      rejection: textIn(input.options, 'reason'),
    });
    return 'Rejected. Its owner is notified of the reason.';
  },
};

function idIn({ words: [id = ''] }: CommandInput): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new LauncherError('Name the advertisement by its id, as in "ads list".');
  return id;
}
