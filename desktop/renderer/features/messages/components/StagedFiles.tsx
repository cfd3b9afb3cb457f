import { RotateCcw, X } from 'lucide-react';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { isImageName } from '../session/attachment-rules.ts';
import type { Attachment } from '../session/attachments.ts';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { FileIcon } from './FileIcon.tsx';

/** The files of the message being written with their upload progress, and why other files were refused. */
export function StagedFiles({
  attachments: { staged: files, refusals, clearRefusals, retry, remove },
}: {
  attachments: ThreadAttachments;
}) {
  return (
    <>
      {refusals.length > 0 && (
        <div className="mb-2 flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2">
          <div role="alert" className="min-w-0 flex-1 space-y-1 wrap-anywhere">
            {refusals.map((refusal) => (
              <p key={refusal}>{refusal}</p>
            ))}
          </div>
          <IconButton label="Close" icon={<X className="size-4" />} onClick={clearRefusals} />
        </div>
      )}
      {files.length > 0 && (
        <ul aria-label="Files to send" className="mb-2 flex max-h-48 flex-wrap gap-2 overflow-y-auto">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex w-64 max-w-full items-center gap-2 rounded-md border border-border py-1.5 ps-2 pe-1"
            >
              <UploadState attachment={file} />
              {file.status === 'failed' && (
                <IconButton
                  label={`Try ${file.file.name} again`}
                  icon={<RotateCcw className="size-4" />}
                  onClick={() => retry(file.id)}
                />
              )}
              <IconButton
                label={
                  `${file.status === 'done' || file.status === 'failed' ? 'Remove' : 'Cancel upload of'} ` +
                  `${file.file.name}`
                }
                icon={<X className="size-4" />}
                onClick={() => remove(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {files.some(({ isPhoto, file }) => !isPhoto && isImageName(file.name)) && (
        <p className="mb-2 text-small text-text-muted">
          An image that is sent as a file keeps its data, such as the place and the device of a photo. Use “Add photos”
          to send it without.
        </p>
      )}
    </>
  );
}

/** The preview or icon, the name and the upload progress of a file. */
export function UploadState({ attachment: { file, previewUrl, status, share, error } }: { attachment: Attachment }) {
  return (
    <>
      {previewUrl === null ? (
        <FileIcon type={file.type} />
      ) : (
        <img src={previewUrl} alt="" className="size-10 shrink-0 rounded-sm bg-surface-sunken object-cover" />
      )}
      <span className="min-w-0 flex-1">
        <span title={file.name} dir="auto" className="block truncate text-left">
          <bdi>{file.name}</bdi>
        </span>
        {status === 'uploading' ? (
          <Progress label={`Upload of ${file.name}`} share={share} />
        ) : (
          <span
            className={status === 'failed' ? 'line-clamp-2 text-small text-danger' : 'block text-small text-text-muted'}
          >
            {status === 'failed' ? error : status === 'waiting' ? 'Waiting for the network' : formatBytes(file.size)}
          </span>
        )}
      </span>
    </>
  );
}
