import { File, FileAudio, FileImage, FileText, FileVideo, Table2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { CourseDetailView, CourseFileView } from '#shared/api/courses.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { readBridge } from '../../../lib/page/bridge.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { readerKindOf, type ReaderKind } from '../../../ui/reader/reader-file.ts';
import { Time } from '../../../ui/Time.tsx';
import { formatOf } from '../file-facts.ts';
import { lockedText } from '../lessons.ts';
import { DownloadLink, OpenFile } from './FileContent.tsx';

const OfflineButton = lazily(async () => (await import('./OfflineButton.tsx')).OfflineButton);

const ICONS: Record<ReaderKind, LucideIcon> = {
  pdf: FileText,
  epub: FileText,
  text: FileText,
  table: Table2,
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
};

/** The files of an item with their sizes and versions; renders nothing without any. */
export function ItemFiles({ course }: { course: CourseDetailView }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = course.files.find(({ id }) => id === openId);
  const isLocked = course.files.some(({ url }) => url === null);
  if (course.files.length === 0) return null;
  return (
    <section aria-labelledby="item-files">
      <h2 id="item-files" className="mb-2 font-serif text-xl font-semibold">
        Files
      </h2>
      {isLocked && <p className="mb-2 text-text-muted">{lockedText(course, 'open all files')}</p>}
      <Card isFlush>
        <ul aria-labelledby="item-files" className="divide-y divide-border">
          {course.files.map((file) => (
            <li key={file.id}>
              <FileRow course={course} file={file} onOpen={() => setOpenId(file.id)} />
            </li>
          ))}
        </ul>
      </Card>
      {open && <OpenFile key={open.id} course={course} file={open} onClose={() => setOpenId(null)} />}
    </section>
  );
}

interface FileRowProps {
  course: CourseDetailView;
  file: CourseFileView;
  onOpen: () => void;
}

function FileRow({ course, file, onOpen }: FileRowProps) {
  const kind = readerKindOf(file.type);
  const Icon = kind === null ? File : ICONS[kind];
  const { isOwner, isEnrolled } = course.viewer;
  const isPreview = file.isPreview && !isOwner && !isEnrolled;
  const label = isPreview ? 'Preview' : 'Open';
  const bridge = readBridge();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="font-medium wrap-anywhere">
            {file.title}
          </span>
          {file.isPreview && !isEnrolled && <Badge>Preview</Badge>}
        </p>
        <p className="text-small text-text-muted">
          <bdi className="wrap-anywhere">{file.name}</bdi>{' '}
          <span>{`· ${formatOf(file)} · ${formatBytes(file.size)}`}</span>
          {file.version > 1 && (
            <>
              {' '}
              <span>{`· Version ${file.version},`}</span> <Time iso={file.updatedAt} format="date" />
            </>
          )}
        </p>
      </div>
      {file.url !== null && (
        <div className="flex flex-wrap gap-2">
          {kind !== null && (
            <Button size="sm" aria-label={`${label} ${file.title}`} onClick={onOpen}>
              {label}
            </Button>
          )}
          {bridge && (isOwner || isEnrolled) && <OfflineButton bridge={bridge} course={course} file={file} />}
          <DownloadLink courseId={course.id} file={file} size="sm" />
        </div>
      )}
    </div>
  );
}
