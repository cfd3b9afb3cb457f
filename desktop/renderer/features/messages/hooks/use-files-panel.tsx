import { FolderOpen } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';

/**
 * Opens and closes the panel of shared files, stored in the URL; a request has no panel. Closing moves the focus back
 * to the button.
 */
export function useFilesPanel({ isRequest }: { isRequest: boolean }) {
  const [params, setParams] = useSearchParams();
  const isOpen = !isRequest && params.get('files') === 'open';
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
    button: !isRequest && (
      <IconButton
        ref={button}
        label={isOpen ? 'Hide files' : 'Show files'}
        aria-expanded={isOpen}
        icon={<FolderOpen className="size-4" />}
        onClick={() => set(!isOpen)}
      />
    ),
  };
}
