import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CourseDetailView } from '#shared/api/courses.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { OFFLINE_PATH, type OfflineCopy } from '#shared/bridge/offline.ts';
import { ApiError } from '../../../../lib/http/errors.ts';
import { formatBytes } from '../../../../lib/page/bytes.ts';
import { Badge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { readerKindOf } from '../../../../ui/reader/reader-file.ts';
import { ReaderDialog } from '../../../../ui/reader/ReaderDialog.tsx';
import { buttonClasses } from '../../../../ui/button-classes.ts';
import { TextLink } from '../../../../ui/TextLink.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { courseQuery } from '../../api/queries.ts';
import { captionsOf, formatOf, offlineFileOf } from '../../file-facts.ts';
import { useFilePlace } from '../../hooks/use-file-place.ts';
import { useOfflineCopies, type OfflineCopiesState } from '../../hooks/use-offline-copies.ts';

/**
 * In the desktop app: the files of items that are stored on this computer, without those that the user may no longer
 * read; renders nothing without any.
 */
export function OfflineCopies({ bridge }: { bridge: Bridge }) {
  const copies = useOfflineCopies(bridge);
  const [openId, setOpenId] = useState<string | null>(null);
  const list = copies.state?.copies ?? [];
  const open = list.find(({ fileId }) => fileId === openId);
  if (list.length === 0) return null;
  const bytes = list.reduce((sum, { size }) => sum + size, 0);
  return (
    <section aria-labelledby="offline-copies" className="mb-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="offline-copies" className="font-serif text-xl font-semibold">
          On this computer
        </h2>
        <p className="text-small text-text-muted">
          {`${list.length === 1 ? '1 file' : `${String(list.length)} files`}, ` +
            `${formatBytes(bytes)}. They are removed when you log out.`}
        </p>
      </div>
      <Card isFlush>
        <ul aria-labelledby="offline-copies" className="divide-y divide-border">
          {list.map((copy) => (
            <li key={copy.fileId}>
              <CopyRow copy={copy} copies={copies} onOpen={() => setOpenId(copy.fileId)} />
            </li>
          ))}
        </ul>
      </Card>
      {open && <OpenCopy key={open.fileId} copy={open} copies={list} onClose={() => setOpenId(null)} />}
    </section>
  );
}

interface CopyRowProps {
  copy: OfflineCopy;
  copies: OfflineCopiesState;
  onOpen: () => void;
}

function CopyRow({ copy, copies, onOpen }: CopyRowProps) {
  const query = useQuery({ ...courseQuery(copy.courseId), retry: false });
  const { data: course } = query;
  const isLost = isEntitlementLost(copy, query);
  const { remove } = copies;
  useEffect(() => {
    if (isLost) remove(copy.fileId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `remove` is new in each render; a failed one would loop
  }, [isLost, copy.fileId]);
  const file = course?.files.find(({ id }) => id === copy.fileId);
  const newer = course && file && file.url !== null && file.version > copy.version ? { course, file } : null;
  const isSaving = copies.state?.saving.some(({ fileId }) => fileId === copy.fileId) ?? false;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="font-medium wrap-anywhere">
            {copy.title}
          </span>
          {newer && <Badge tone="warning">Newer version available</Badge>}
        </p>
        <p className="text-small text-text-muted">
          <TextLink dir="auto" to={`/library?item=${copy.courseId}`}>
            {copy.courseTitle}
          </TextLink>{' '}
          <span>{`· ${formatOf(copy)} · ${formatBytes(copy.size)} ·`}</span> <Time iso={copy.savedAt} format="date" />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {newer && (
          <Button size="sm" isLoading={isSaving} onClick={() => copies.save(offlineFileOf(newer.course, newer.file))}>
            <RefreshCw className="size-4" />
            Update
            <span className="sr-only"> {copy.title}</span>
          </Button>
        )}
        {readerKindOf(copy.type) === null ? (
          <a href={OFFLINE_PATH + copy.fileId} download={copy.name} className={buttonClasses('secondary', 'sm')}>
            Save as…<span className="sr-only"> {copy.title}</span>
          </a>
        ) : (
          <Button size="sm" onClick={onOpen}>
            Open<span className="sr-only"> {copy.title}</span>
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => copies.remove(copy.fileId)}>
          <Trash2 className="size-4" />
          Remove<span className="sr-only">{` ${copy.title} from this computer`}</span>
        </Button>
      </div>
    </div>
  );
}

interface OpenCopyProps {
  copy: OfflineCopy;
  copies: readonly OfflineCopy[];
  onClose: () => void;
}

/** The reader over a copy: it continues where the learner stopped when the server can be asked. */
function OpenCopy({ copy, copies, onClose }: OpenCopyProps) {
  const { data: course } = useQuery({ ...courseQuery(copy.courseId), retry: false });
  const { isLoading, ...place } = useFilePlace(copy.courseId, copy.fileId, course?.viewer.isEnrolled ?? false);
  const url = OFFLINE_PATH + copy.fileId;
  const { title, name, type, size } = copy;
  if (isLoading) return null;
  return (
    <ReaderDialog
      file={{ title, name, type, size }}
      url={url}
      downloadUrl={url}
      captions={captionsOf(copy, filesOf(copy, copies, course))}
      {...place}
      onClose={onClose}
    />
  );
}

/**
 * Returns whether the server said, after the copy was made, that the user may no longer read its file, such as after a
 * refund: the item is hidden, or the file has no address.
 */
function isEntitlementLost(
  { fileId, savedAt }: OfflineCopy,
  query: Pick<UseQueryResult<CourseDetailView>, 'data' | 'dataUpdatedAt' | 'error' | 'errorUpdatedAt'>,
): boolean {
  const { data, dataUpdatedAt, error, errorUpdatedAt } = query;
  const savedAtMs = Date.parse(savedAt);
  if (error instanceof ApiError) return error.code === 'NOT_FOUND' && errorUpdatedAt > savedAtMs;
  return dataUpdatedAt > savedAtMs && data?.files.find(({ id }) => id === fileId)?.url === null;
}

/** Returns the files of the item of a copy: those on this computer, then the others if the server has listed them. */
function filesOf({ courseId }: OfflineCopy, copies: readonly OfflineCopy[], course: CourseDetailView | undefined) {
  const stored = copies.filter((other) => other.courseId === courseId);
  const others = course?.files.filter(({ id }) => stored.every(({ fileId }) => fileId !== id)) ?? [];
  return [...stored.map((other) => ({ ...other, url: OFFLINE_PATH + other.fileId })), ...others];
}
