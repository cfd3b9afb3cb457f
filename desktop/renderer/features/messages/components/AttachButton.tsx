import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ACCEPTED_FILES } from '../session/attachment-rules.ts';

/** Opens the file dialog. Clears the input after each choice, so that the same file can be chosen twice in a row. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton
        size="md"
        label="Attach files"
        icon={<Paperclip className="size-4" />}
        onClick={() => input.current?.click()}
      />
    </>
  );
}
