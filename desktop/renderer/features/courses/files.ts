import type { CourseFileView } from '#shared/api/courses.ts';
import { FILE_DONE_FROM, type FilePositionView } from '#shared/api/enrollments.ts';
import { readerKindOf } from '../../ui/reader/reader-file.ts';

/** Returns whether a file is one that a learner reads or watches in the app; captions belong to another file. */
export function canRead({ type }: Pick<CourseFileView, 'type'>): boolean {
  return type !== 'text/vtt' && readerKindOf(type) !== null;
}

/** Returns whether a learner has been at the end of a file. */
export function isRead({ furthest }: Pick<FilePositionView, 'furthest'>): boolean {
  return furthest >= FILE_DONE_FROM;
}

/**
 * Returns the file to continue with: the last read of those that are not finished, else the first that is not finished,
 * else the first; undefined without files.
 */
export function fileToContinue<File extends Pick<CourseFileView, 'id'>>(
  files: readonly File[],
  positions: readonly FilePositionView[],
): File | undefined {
  const positionOf = ({ id }: File) => positions.find(({ fileId }) => fileId === id);
  const unfinished = files.filter((file) => {
    const position = positionOf(file);
    return position === undefined || !isRead(position);
  });
  const timeOf = (file: File): number => Date.parse(positionOf(file)?.updatedAt ?? '') || 0;
  const [last] = unfinished.toSorted((a, b) => timeOf(b) - timeOf(a));
  return last ?? files[0];
}
