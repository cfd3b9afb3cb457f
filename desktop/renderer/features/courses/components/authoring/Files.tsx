import { Upload, X } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { useDropZone } from '../../../../lib/page/use-drop-zone.ts';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { useFilePicker } from '../../../../ui/use-file-picker.tsx';
import { fileUploadsOf, useCourseUploads } from '../../api/file-uploads.ts';
import { FileList } from './FileList.tsx';
import { ACCEPTED_FILES, canPlay, sortCourseFiles } from './file-rules.ts';
import { UploadList } from './UploadList.tsx';
import type { Drag } from './use-drag.ts';
import type { CourseMoves } from './use-order.ts';

interface FilesProps {
  course: CourseDetailView;
  userId: string;
  moves: CourseMoves;
  drag: Drag;
}

/** The files of an own item and their uploads. */
export function Files({ course, userId, moves, drag }: FilesProps) {
  const uploads = fileUploadsOf(useQueryClient(), userId);
  const { items, announcement } = useCourseUploads();
  const running = items.filter(({ courseId }) => courseId === course.id);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  /** Names of videos that this browser cannot play. */
  const [unplayable, setUnplayable] = useState<readonly string[]>([]);
  const failed = running.filter(({ status }) => status === 'failed').map(({ file }) => file.name);
  // A file that is refused is not uploaded: its upload says why.
  const notes = [...refusals, ...unplayable.filter((name) => !failed.includes(name)).map(unplayableText)];
  const added = running.filter(({ replacedId }) => replacedId === null).length;

  const check = (files: readonly File[], room: number): File[] => {
    const { taken, ...sorted } = sortCourseFiles(files, room);
    setRefusals(sorted.refusals);
    setUnplayable([]);
    for (const file of taken) {
      void canPlay(file).then((isPlayable) => {
        if (!isPlayable) setUnplayable((before) => [...before, file.name]);
      });
    }
    return taken;
  };
  const clear = (): void => {
    setRefusals([]);
    setUnplayable([]);
  };
  const add = (files: readonly File[]): void =>
    uploads.add(course.id, check(files, COURSE_LIMITS.filesMax - course.files.length - added));
  const replace = (fileId: string, file: File): void => {
    for (const taken of check([file], 1)) uploads.replace(course.id, fileId, taken);
  };
  const zone = useDropZone(true, add);
  const picker = useFilePicker(add, { accept: ACCEPTED_FILES, multiple: true, 'aria-label': 'Files to add' });

  return (
    <section
      aria-labelledby="files"
      {...zone.handlers}
      className={clsx('rounded-md', zone.isOver && 'outline-2 outline-offset-4 outline-accent')}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="files" className="font-semibold">
            Files
          </h3>
          <p className="text-small text-text-muted">
            Up to 5 GB each. An interrupted upload continues when you choose the same file again.
          </p>
          {course.files.some(({ type }) => type.startsWith('image/')) && (
            <p className="text-small text-text-muted">
              Images are handed out as they are, with their data, such as the place and the device of a photo.
            </p>
          )}
        </div>
        <Button onClick={picker.open}>
          <Upload className="size-4" />
          Add files
        </Button>
        {picker.input}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {notes.length > 0 && (
        <div className="mt-3 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2">
          <div role="alert" className="min-w-0 flex-1 space-y-1 wrap-anywhere">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
          <IconButton label="Close" icon={<X className="size-4" />} onClick={clear} />
        </div>
      )}
      <UploadList uploads={running} onRetry={uploads.retry} onRemove={uploads.remove} />
      <FileList course={course} moves={moves} drag={drag} onReplace={replace} />
    </section>
  );
}

function unplayableText(name: string): string {
  return (
    `This browser cannot play “${name}”, so learners may only be able to download it. ` +
    'Videos in MP4 with H.264, and in WebM, play everywhere. The file is uploaded unchanged.'
  );
}
