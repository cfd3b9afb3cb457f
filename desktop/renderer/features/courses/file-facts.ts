import type { CourseFileView } from '#shared/api/courses.ts';
import type { OfflineFile } from '#shared/bridge/offline.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { VISIBLE } from '#shared/readable.ts';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import { pathOf } from '../../lib/http/api.ts';
import { formatBytes } from '../../lib/page/bytes.ts';
import type { ReaderCaptions } from '../../ui/reader/reader-file.ts';

/** Returns the format of a file by its name, as in "PDF"; "File" without an ending. */
export function formatOf({ name }: Pick<CourseFileView, 'name'>): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File';
}

/** The ending of a WebVTT file, before it the language as a BCP 47 tag, as in `lecture.pt-BR.vtt`. */
const CAPTIONS_ENDING = /(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*))?\.vtt$/i;

type NamedFile = Pick<CourseFileView, 'name' | 'title' | 'type' | 'url'>;

/** Returns the captions of a video or a sound: the WebVTT files of the item that have its name. */
export function captionsOf(file: Pick<NamedFile, 'name'>, files: readonly NamedFile[]): ReaderCaptions[] {
  return captionFilesOf(file, files).flatMap(({ name, title, url }) =>
    url === null ? [] : [{ url, label: title, lang: CAPTIONS_ENDING.exec(name)?.[1] ?? '' }],
  );
}

/** Returns the files of an item that are captions of one of its files. */
export function captionFilesOf<File extends Pick<NamedFile, 'name' | 'type'>>(
  file: Pick<NamedFile, 'name'>,
  files: readonly File[],
): File[] {
  const stem = file.name.replace(/\.[^.]*$/, '').toLowerCase();
  return files.filter(({ type, name }) => {
    const stems = [name.replace(/\.vtt$/i, ''), name.replace(CAPTIONS_ENDING, '')].map((text) => text.toLowerCase());
    return type === 'text/vtt' && stems.includes(stem);
  });
}

/** Returns the address that saves a file. */
export function downloadUrlOf(courseId: string, fileId: string): string {
  return pathOf(enrollmentEndpoints.downloadCourseFile, { params: { id: courseId, fileId } });
}

/** Returns the formats, the number and the size of files: "PDF, MP4 · 3 files · 24 MB"; null without files. */
export function filesText(files: readonly Pick<CourseFileView, 'name' | 'size'>[]): string | null {
  if (files.length === 0) return null;
  const formats = [...new Set(files.map(formatOf))].join(', ');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${formats} · ${files.length === 1 ? '1 file' : `${String(files.length)} files`} · ${formatBytes(bytes)}`;
}

/** Returns what the desktop app must know to store a file on the computer. */
export function offlineFileOf(
  { id, title }: Pick<CourseFileView, 'id' | 'title'>,
  file: Omit<CourseFileView, 'url'>,
): OfflineFile {
  const { name, type, size, sha256, version } = file;
  return { courseId: id, courseTitle: title, fileId: file.id, title: file.title, name, type, size, sha256, version };
}

/**
 * Returns the title of a file that is named after it: without its extension, and without what a title may not contain,
 * since a file with a refused title would have been uploaded in vain.
 */
export function titleOf(fileName: string): string {
  const name = toLine(fileName.replace(/\.[^.]+$/u, ''));
  return VISIBLE.test(name) ? name : toLine(fileName) || 'File';
}

/** Returns a text on one line within the limit, without marks of direction, stacked marks, and half a character. */
function toLine(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/(\p{M}{8})\p{M}+/gu, '$1')
    .slice(0, COURSE_LIMITS.titleMaxChars)
    .replace(/\p{Cs}$/u, '')
    .trim();
}
