import { useRef, type ComponentProps, type ReactElement } from 'react';

interface FilePicker {
  /** The hidden file input. */
  input: ReactElement;
  /** Opens the file dialog. */
  open: () => void;
}

/** A file dialog that a button opens. Its input is cleared after each choice, so that a file can be chosen twice. */
export function useFilePicker(
  onFiles: (files: readonly File[]) => void,
  props: Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'aria-label'>,
): FilePicker {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      {...props}
      ref={ref}
      type="file"
      hidden
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}
