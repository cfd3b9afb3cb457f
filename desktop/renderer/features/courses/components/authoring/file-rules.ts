import { ATTACHMENT_ENDINGS, IMAGE_ENDINGS } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { formatBytes } from '../../../../lib/page/bytes.ts';

const ENDINGS: ReadonlySet<string> = new Set([...IMAGE_ENDINGS, ...ATTACHMENT_ENDINGS]);

/** Accepted file endings, for the `accept` attribute of a file input. */
export const ACCEPTED_FILES = [...ENDINGS].map((ending) => `.${ending}`).join(',');

/** Splits chosen files into those that an item can have, at most `room`, and reasons why the others cannot. */
export function sortCourseFiles(files: readonly File[], room: number): { taken: File[]; refusals: string[] } {
  const accepted = files.filter((file) => refusalOf(file) === null);
  const refusals = files.flatMap((file) => refusalOf(file) ?? []);
  if (accepted.length > room) refusals.push('Only the first files were added. The item has no room for more.');
  return { taken: accepted.slice(0, Math.max(0, room)), refusals };
}

function refusalOf({ name, size }: File): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!ENDINGS.has(ending))
    return `“${name}” was not added: files of this type cannot be shared. Add it in a ZIP file.`;
  if (size === 0) return `“${name}” was not added: it is empty.`;
  const maxBytes = FILE_LIMITS.maxBytes['course-file'];
  return size > maxBytes
    ? `“${name}” was not added: it has ${formatBytes(size)}, and the limit is ${formatBytes(maxBytes)}.`
    : null;
}

/** Returns whether this browser can show a video; true for any other file. */
export function canPlay(file: File): Promise<boolean> {
  if (!file.type.startsWith('video/')) return Promise.resolve(true);
  return new Promise((resolve) => {
    const url = URL.createObjectURL(file);
    const video = document.createElement('video');
    const end = (isPlayable: boolean): void => {
      URL.revokeObjectURL(url);
      resolve(isPlayable);
    };
    // A video whose pictures cannot be decoded, but whose sound can, has no width.
    video.addEventListener('loadedmetadata', () => end(video.videoWidth > 0), { once: true });
    video.addEventListener('error', () => end(false), { once: true });
    video.preload = 'metadata';
    video.src = url;
  });
}
