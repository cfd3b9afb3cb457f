import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';

/** The panel of shared files; the address says whether it is open. */
export interface FilesPanel {
  isOpen: boolean;
  button: ReactNode;
  close: () => void;
}

/**
 * Opens and closes the panel of shared files, which a stranger's request has none of; the focus comes back to its
 * button.
 */
export function useFilesPanel({ isHeld }: { isHeld: boolean }): FilesPanel {
  const [params, setParams] = useSearchParams();
  const isOpen = !isHeld && params.get('files') === 'open';
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const set = (next: boolean): void =>
    setParams(
      (now) => {
        if (next) now.set('files', 'open');
        else now.delete('files');
        return now;
      },
      { replace: true },
    );
  return {
    isOpen,
    close: () => set(false),
    button: !isHeld && (
      <IconButton
        ref={button}
        label={isOpen ? 'Hide files' : 'Show files'}
        aria-expanded={isOpen}
        icon={<FolderOpen aria-hidden="true" className="size-4" />}
        onClick={() => set(!isOpen)}
      />
    ),
  };
}
