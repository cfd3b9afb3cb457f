import { CircleCheck, HardDriveDownload, RefreshCw, X } from 'lucide-react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { CourseDetailView, CourseFileView } from '#shared/api/courses.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { captionFilesOf, offlineFileOf } from '../file-facts.ts';
import { useOfflineCopies } from '../hooks/use-offline-copies.ts';

interface OfflineButtonProps {
  bridge: Bridge;
  course: CourseDetailView;
  file: CourseFileView;
}

/**
 * In the desktop app: stores a file of an item with its captions on this computer, shows its progress, and offers a
 * newer version.
 */
export function OfflineButton({ bridge, course, file }: OfflineButtonProps) {
  const { state, save, remove } = useOfflineCopies(bridge);
  if (state === undefined) return null;
  const saving = state.saving.find(({ fileId }) => fileId === file.id);
  const copy = state.copies.find(({ fileId }) => fileId === file.id);
  if (saving) {
    return (
      <div className="flex min-w-40 items-center gap-2">
        <div className="flex-1">
          <Progress
            label={`Keeping ${file.title} on this computer`}
            share={saving.size === 0 ? 1 : saving.received / saving.size}
            doneText="Checking"
          />
        </div>
        <Button size="sm" variant="ghost" aria-label={`Stop keeping ${file.title}`} onClick={() => remove(file.id)}>
          <X className="size-4" />
        </Button>
      </div>
    );
  }
  if (copy?.version === file.version) {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden="true" className="size-3.5" />
        On this computer
      </Badge>
    );
  }
  const keep = (): void => {
    const isStored = ({ id, version }: CourseFileView): boolean =>
      state.copies.some((other) => other.fileId === id && other.version === version);
    const captions = captionFilesOf(file, course.files).filter((other) => other.id !== file.id && !isStored(other));
    for (const each of [file, ...captions]) save(offlineFileOf(course, each));
  };
  return (
    <Button size="sm" onClick={keep}>
      {copy ? <RefreshCw className="size-4" /> : <HardDriveDownload className="size-4" />}
      <span>{copy ? 'Update copy' : 'Keep offline'}</span>
      <span className="sr-only"> {file.title}</span>
    </Button>
  );
}
