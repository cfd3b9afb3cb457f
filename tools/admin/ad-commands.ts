import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  approveAdvertisement,
  listForReview,
  loadForReview,
  rejectAdvertisement,
  type AdForReview,
} from '../../backend/domains/advertisements/advertisements.review.ts';
import { countReportsOf } from '../../backend/domains/operator/operator.lists.ts';
import { LauncherError } from '../postgres.ts';
import { textIn, type Command, type CommandInput } from './command.ts';
import { formatFields, formatTable, formatTime } from './table.ts';

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
        line.linkUrl,
        line.imageFileId === null ? '' : 'yes',
      ]),
    );
  },
  'ads show': async (input) => {
    const advertisement = await loadForReview(input.em, idIn(input));
    const { save } = input.options;
    const reports = await countReportsOf(input.em, { type: 'advertisement', id: advertisement.id });
    const details = toDetails(advertisement, reports);
    if (save === undefined) return details;
    return `${details}\n${await saveImage(input, advertisement, save)}`;
  },
  'ads approve': async (input) => {
    const [operator, revision] = [textIn(input.options, 'operator'), textIn(input.options, 'revision')];
    await approveAdvertisement(input.em, idIn(input), { operator, revision });
    return 'Approved. It is shown now.';
  },
  'ads reject': async (input) => {
    const [operator, reason] = [textIn(input.options, 'operator'), textIn(input.options, 'reason')];
    await rejectAdvertisement(input.em, idIn(input), { operator, reason });
    return 'Rejected. Its owner is notified of the reason.';
  },
};

function toDetails(
  { event, ...advertisement }: AdForReview,
  { open, closed }: { open: number; closed: number },
): string {
  const hasImage = advertisement.imageFileId !== null;
  return formatFields({
    ad: advertisement.id,
    revision: advertisement.revision,
    state: advertisement.state,
    'rejected because': advertisement.rejectionReason,
    when: formatTime(advertisement.createdAt),
    by: `${advertisement.fullName} (@${advertisement.username})`,
    reports: open + closed === 0 ? null : `${open} open, ${closed} closed`,
    section: String(advertisement.section),
    title: advertisement.title,
    text: advertisement.description,
    link: advertisement.linkUrl,
    image: hasImage ? 'yes; --save FILE writes it to a new WebP file' : 'none',
    'image says': hasImage ? advertisement.imageAlt : null,
    'event title': event && event.title,
    'event text': event && event.description,
    'event location': event && event.location,
    'event link': event && event.joinUrl,
  });
}

async function saveImage({ openFiles }: CommandInput, { imageFileId }: AdForReview, path: string): Promise<string> {
  if (imageFileId === null) throw new LauncherError('This advertisement has no image.');
  const image = await (await openFiles()).open(imageFileId);
  if (!image) throw new LauncherError('The image is missing from the file store.');
  // "wx" fails for an existing file, which it would overwrite.
  await pipeline(image, createWriteStream(path, { flags: 'wx' }));
  return `The image is in ${path}.`;
}

function idIn({ words: [id = ''] }: CommandInput): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new LauncherError('Name the advertisement by its id, as in "ads list".');
  return id;
}
