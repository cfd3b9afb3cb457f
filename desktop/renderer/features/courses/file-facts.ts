import type { CourseFileView } from '#shared/api/courses.ts';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import { pathOf } from '../../lib/http/api.ts';
import { formatBytes } from '../../lib/page/bytes.ts';

/** How a file is shown in the page; null for one that can only be saved. */
export type Medium = 'image' | 'video' | 'audio';

/** Returns how a file is shown in the page. */
export function mediumOf({ type }: Pick<CourseFileView, 'type'>): Medium | null {
  const [kind] = type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : null;
}

/** Returns the format of a file by its name, as in "PDF"; "File" without an ending. */
export function formatOf({ name }: Pick<CourseFileView, 'name'>): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'File';
}

/** Returns the address of the captions of a video: a WebVTT file of the item with the same name; null without one. */
export function captionsUrlOf(file: CourseFileView, files: readonly CourseFileView[]): string | null {
  const stem = ({ name }: CourseFileView) => name.replace(/\.[^.]*$/, '').toLowerCase();
  return files.find((other) => other.type === 'text/vtt' && stem(other) === stem(file))?.url ?? null;
}

/** Returns the address that saves a file. */
export function downloadUrlOf(courseId: string, fileId: string): string {
  return pathOf(enrollmentEndpoints.downloadCourseFile, { params: { id: courseId, fileId } });
}

/** Returns the formats, the number and the size of files: "PDF, MP4 · 3 files · 24 MB"; null without files. */
export function filesText(files: readonly CourseFileView[]): string | null {
  if (files.length === 0) return null;
  const formats = [...new Set(files.map(formatOf))].join(', ');
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${formats} · ${files.length === 1 ? '1 file' : `${String(files.length)} files`} · ${formatBytes(bytes)}`;
}
