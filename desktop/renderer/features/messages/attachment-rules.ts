import { ATTACHMENT_ENDINGS, IMAGE_ENDINGS } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { formatBytes } from '../../lib/bytes.ts';

/** How many files can be chosen at once. */
export const FILES_AT_ONCE = 10;

const ENDINGS: ReadonlySet<string> = new Set([...IMAGE_ENDINGS, ...ATTACHMENT_ENDINGS]);

/** What a file dialog offers. */
export const ACCEPTED_FILES = [...ENDINGS].map((ending) => `.${ending}`).join(',');

/** Sorts chosen files into those that can be sent and sentences about the others; the server looks at the bytes again. */
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
        ? 'Only the first file was added: a first message takes one.'
        : `Only the first were added: ${String(FILES_AT_ONCE)} files go at once.`,
    );
  return { taken, refusals };
}

/** The files of a paste; none where words were copied, which a document brings a picture of along with. */
export function filesOfPaste({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] {
  // A file that was copied may come with its name as plain text, a picture with its place in a page.
  const isWords = types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
  return isWords ? [] : [...files];
}

function refusalOf({ name, size }: File): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!ENDINGS.has(ending)) return `“${name}” was not added: files of this type cannot be sent. A ZIP of it can.`;
  if (size === 0) return `“${name}” was not added: it is empty.`;
  const most = FILE_LIMITS.maxBytes['message-file'];
  return size > most
    ? `“${name}” was not added: it has ${formatBytes(size)}, and a file has at most ${formatBytes(most)}.`
    : null;
}
