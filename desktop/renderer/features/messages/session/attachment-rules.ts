import { ATTACHMENT_ENDINGS, IMAGE_ENDINGS } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';

/** Maximum number of files of one message. */
export const FILES_AT_ONCE = 10;

const ENDINGS: ReadonlySet<string> = new Set([...IMAGE_ENDINGS, ...ATTACHMENT_ENDINGS]);

/** Accepted file endings, for the `accept` attribute of a file input. */
export const ACCEPTED_FILES = [...ENDINGS].map((ending) => `.${ending}`).join(',');

const PHOTO = new RegExp(`\\.(?:${[...IMAGE_ENDINGS, 'heic', 'heif'].join('|')})$`, 'i');

/** What the button for photos offers, for the `accept` attribute; phones offer their camera for it. */
export const ACCEPTED_PHOTOS = 'image/*';

/** Returns whether a file is an image, which can be sent as a photo or as it is. */
export function isImageName(name: string): boolean {
  return PHOTO.test(name);
}

/** Splits chosen files into those that can be sent, at most `room`, and reasons why the others cannot. */
export function sortFiles(files: readonly File[], room: number): { taken: File[]; refusals: string[] } {
  const taken: File[] = [];
  const refusals: string[] = [];
  let isOver = false;
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal !== null) refusals.push(refusal);
    else if (taken.length < room) taken.push(file);
    else isOver = true;
  }
  if (isOver)
    refusals.push(
      room === 1
        ? 'Only the first file was added. A first message can have one file.'
        : `Only the first files were added. A message can have ${String(FILES_AT_ONCE)} files.`,
    );
  return { taken, refusals };
}

function refusalOf({ name, size }: File): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!ENDINGS.has(ending)) return `“${name}” was not added: files of this type cannot be sent. Send it in a ZIP file.`;
  if (size === 0) return `“${name}” was not added: it is empty.`;
  const maxBytes = FILE_LIMITS.maxBytes['message-file'];
  return size > maxBytes
    ? `“${name}” was not added: it has ${formatBytes(size)}, and the limit is ${formatBytes(maxBytes)}.`
    : null;
}
