import { Download } from 'lucide-react';
import { buttonClasses } from '../button-classes.ts';
import { Dialog } from '../Dialog.tsx';
import { Reader, type ReaderProps } from './Reader.tsx';

interface ReaderDialogProps extends Omit<ReaderProps, 'isFocused'> {
  /** One sentence under the name of the file. */
  description?: string | undefined;
  onClose: () => void;
}

/** A dialog, nearly as large as the window, in which a file is read or played. */
export function ReaderDialog({ description, onClose, ...reader }: ReaderDialogProps) {
  return (
    <Dialog
      title={reader.file.title ?? reader.file.name}
      description={description}
      size="full"
      onClose={onClose}
      footer={
        <a href={reader.downloadUrl} download={reader.file.name} className={buttonClasses('secondary')}>
          <Download className="size-4" />
          Save
        </a>
      }
    >
      <Reader {...reader} isFocused />
    </Dialog>
  );
}
