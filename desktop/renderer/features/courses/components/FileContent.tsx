import { Download, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { CourseDetailView, CourseFileView } from '#shared/api/courses.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses, type ButtonSize } from '../../../ui/button-classes.ts';
import { readerKindOf, type ReaderKind, type ReaderPlace } from '../../../ui/reader/reader-file.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { captionsOf, downloadUrlOf, formatOf } from '../file-facts.ts';
import { useFilePlace } from '../hooks/use-file-place.ts';
import { lockedText } from '../lessons.ts';

const Reader = lazily(async () => (await import('../../../ui/reader/Reader.tsx')).Reader);
const ReaderDialog = lazily(async () => (await import('../../../ui/reader/ReaderDialog.tsx')).ReaderDialog);

interface FileProps {
  course: CourseDetailView;
  file: CourseFileView;
}

/** Pages need a height of their own; the others are as high as their content. */
const HEIGHTS: Partial<Record<ReaderKind, string>> = { pdf: 'h-[75dvh]', epub: 'h-[75dvh]' };

/** A file of an item in the page, from where the learner stopped; of one that cannot be shown its format. */
export function FileContent({ course, file }: FileProps) {
  const { url } = file;
  if (url === null) return <p className="text-text-muted">{lockedText(course, 'open this file')}</p>;
  const kind = readerKindOf(file.type);
  if (kind !== null) return <InlineFile course={course} file={file} url={url} kind={kind} />;
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-text-muted">
        <bdi>{file.name}</bdi> <span>{`· ${formatOf(file)} · ${formatBytes(file.size)}`}</span>
      </p>
      <DownloadLink courseId={course.id} file={file} />
    </div>
  );
}

function InlineFile({ course, file, url, kind }: FileProps & { url: string; kind: ReaderKind }) {
  const { isLoading, position, onPosition } = useFilePlace(course.id, file.id, course.viewer.isEnrolled);
  const { shown, move, last, setLast } = useOneReader();
  const reader = {
    ...readerPropsOf(course, file, url),
    position: last ?? position,
    onPosition: (place: ReaderPlace): void => {
      setLast(place.position);
      onPosition?.(place);
    },
  };
  return (
    <div className="flex flex-col gap-4">
      <div
        className={`flex max-h-[75dvh] min-w-0 flex-col overflow-hidden rounded-md border border-border bg-surface-raised ${HEIGHTS[kind] ?? ''}`}
      >
        {isLoading ? <Skeleton className="h-64 w-full" /> : shown === 'page' && <Reader {...reader} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {kind !== 'audio' && (
          <Button disabled={isLoading} onClick={() => move('dialog')}>
            <Maximize2 className="size-4" />
            Enlarge
            <span className="sr-only"> {file.title}</span>
          </Button>
        )}
        <DownloadLink courseId={course.id} file={file} />
      </div>
      {shown === 'dialog' && <ReaderDialog {...reader} onClose={() => move('page')} />}
    </div>
  );
}

type Where = 'page' | 'dialog';

/** Closes the reader at one place before it opens at the other one, which continues at the last position. */
function useOneReader() {
  const [shown, setShown] = useState<Where | null>('page');
  const [last, setLast] = useState<string | null>(null);
  const move = (to: Where): void => {
    flushSync(() => setShown(null));
    setShown(to);
  };
  return { shown, move, last, setLast };
}

/** A file of an item in a dialog that is nearly as large as the window, from where the learner stopped. */
export function OpenFile({ course, file, onClose }: FileProps & { onClose: () => void }) {
  const { isLoading, ...place } = useFilePlace(course.id, file.id, course.viewer.isEnrolled);
  if (file.url === null || isLoading) return null;
  return <ReaderDialog {...readerPropsOf(course, file, file.url)} {...place} onClose={onClose} />;
}

function readerPropsOf(course: CourseDetailView, file: CourseFileView, url: string) {
  const { title, name, type, size } = file;
  return {
    file: { title, name, type, size },
    url,
    downloadUrl: downloadUrlOf(course.id, file.id),
    captions: captionsOf(file, course.files),
  };
}

/** Saves a file; the desktop app asks for the place. */
export function DownloadLink({ courseId, file, size }: { courseId: string; file: CourseFileView; size?: ButtonSize }) {
  return (
    <a href={downloadUrlOf(courseId, file.id)} download={file.name} className={buttonClasses('secondary', size)}>
      <Download className="size-4" />
      Download
      <span className="sr-only"> {file.title}</span>
    </a>
  );
}
