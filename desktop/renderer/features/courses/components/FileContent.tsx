import { Download, ExternalLink } from 'lucide-react';
import type { CourseDetailView, CourseFileView } from '#shared/api/courses.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { buttonClasses, type ButtonSize } from '../../../ui/button-classes.ts';
import { captionsUrlOf, downloadUrlOf, formatOf, mediumOf } from '../file-facts.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { lockedText } from '../lessons.ts';
import { MediaPlayer } from './MediaPlayer.tsx';

interface FileContentProps {
  course: CourseDetailView;
  file: CourseFileView;
}

/** A file of an item: an image, a video or a sound in the page; of another one its format and how to open it. */
export function FileContent({ course, file }: FileContentProps) {
  const { url } = file;
  if (url === null) return <p className="text-text-muted">{lockedText(course, 'open this file')}</p>;
  const medium = mediumOf(file);
  return (
    <div className="flex flex-col gap-4">
      {medium === 'image' && (
        <img src={url} alt={file.title} className="max-h-[70dvh] self-start rounded-md object-contain" />
      )}
      {(medium === 'video' || medium === 'audio') && (
        <MediaPlayer
          courseId={course.id}
          file={file}
          url={url}
          captionsUrl={captionsUrlOf(file, course.files)}
          isStored={course.viewer.isEnrolled}
        />
      )}
      {medium === null && (
        <p className="text-text-muted">
          <bdi>{file.name}</bdi> · {formatOf(file)} · {formatBytes(file.size)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {medium === null && <OpenLink file={file} />}
        <DownloadLink courseId={course.id} file={file} />
      </div>
    </div>
  );
}

/** Opens a file in a new tab; renders nothing in the desktop app, which has no tabs, and for a file without a URL. */
export function OpenLink({ file, label = 'Open', size }: { file: CourseFileView; label?: string; size?: ButtonSize }) {
  if (file.url === null || readBridge() !== undefined) return null;
  return (
    <a href={file.url} target="_blank" rel="noopener" className={buttonClasses('secondary', size)}>
      <ExternalLink className="size-4" />
      {label}
      <span className="sr-only"> {file.title}</span>
    </a>
  );
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
