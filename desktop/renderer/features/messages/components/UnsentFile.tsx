import { X } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import { ACCEPTED_FILES, ACCEPTED_PHOTOS } from '../session/attachment-rules.ts';
import type { Attachment } from '../session/attachments.ts';
import type { UnsentMessage } from '../session/send-queue.ts';
import { FileCard } from './MessageFile.tsx';
import { UploadState } from './StagedFiles.tsx';

/** The file of an unsent message with its upload progress and a button that cancels the upload. */
export function UnsentFile({
  file,
  attachment,
  onCancel,
}: {
  file: NonNullable<UnsentMessage['file']>;
  attachment: Attachment | undefined;
  onCancel: () => void;
}) {
  const { name, type, size } = file;
  if (!attachment || attachment.status === 'failed') return <FileCard name={name} type={type} size={size} url={null} />;
  return (
    <div className="my-0.5 flex w-72 max-w-full items-center gap-3 rounded-md border border-border bg-surface-raised py-2 ps-3 pe-1">
      <UploadState attachment={attachment} />
      {attachment.status !== 'done' && (
        <IconButton label={`Cancel upload of ${name}`} icon={<X className="size-4" />} onClick={onCancel} />
      )}
    </div>
  );
}

/** Lets the user choose a file again after its page was closed; the upload resumes at its last offset. */
export function ChooseAgain({ isPhoto, onFile }: { isPhoto: boolean; onFile: (file: File) => void }) {
  const picker = useFilePicker(([file]) => file && onFile(file), {
    accept: isPhoto ? ACCEPTED_PHOTOS : ACCEPTED_FILES,
  });
  return (
    <>
      {picker.input}
      <Button size="sm" onClick={picker.open}>
        Choose the file again
      </Button>
    </>
  );
}
