import { RotateCcw, X } from 'lucide-react';
import { formatBytes } from '../../../../lib/page/bytes.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import type { CourseUpload } from '../../api/file-uploads.ts';

interface UploadListProps {
  uploads: readonly CourseUpload[];
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The running and failed uploads of an item; renders nothing without any. */
export function UploadList({ uploads, onRetry, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="mt-3 divide-y divide-border rounded-md border border-border">
      {uploads.map(({ id, file, status, share, error }) => {
        const isEnded = status === 'failed' || status === 'done';
        return (
          <li key={id} className="flex items-center gap-2 py-2 ps-3 pe-1.5">
            <span className="min-w-0 flex-1">
              <bdi className="block truncate">{file.name}</bdi>
              {status === 'uploading' ? (
                <Progress label={`Upload of ${file.name}`} share={share} />
              ) : (
                <span className={status === 'failed' ? 'text-small text-danger' : 'text-small text-text-muted'}>
                  {status === 'failed' && error !== undefined && <span>{error}</span>}
                  {status === 'waiting' && <span>Waiting for the network</span>}
                  {status === 'queued' && <span>{formatBytes(file.size)}</span>}
                  {status === 'done' && <span>Uploaded</span>}
                </span>
              )}
            </span>
            {status === 'failed' && (
              <IconButton
                label={`Try ${file.name} again`}
                icon={<RotateCcw className="size-4" />}
                onClick={() => onRetry(id)}
              />
            )}
            <IconButton
              label={`${isEnded ? 'Remove' : 'Cancel upload of'} ${file.name}`}
              icon={<X className="size-4" />}
              onClick={() => onRemove(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
