import { Dialog as RadixDialog } from 'radix-ui';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useReturnFocus } from './return-focus.ts';

interface ModalWindowProps {
  /** Renders the content, with the title where the window shows it. */
  children: (title: ReactElement) => ReactNode;
  title: ReactNode;
  /** Classes of the box: its place and its size. */
  className: string;
  /** Called on Escape; the window stays open until it is unmounted. */
  onEscape: () => void;
  /** Called on a click outside. */
  onOutside: () => void;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
}

/**
 * A modal window with a header of its own, open while mounted: focus starts on the window and stays inside, and returns
 * to where it was.
 */
export function ModalWindow({ children, title, className, onEscape, onOutside, onKeyDown }: ModalWindowProps) {
  const { dialogRef, returnFocus } = useReturnFocus();
  return (
    <RadixDialog.Root open>
      <RadixDialog.Portal>
        {/* Not Radix's overlay, for the reason given in Dialog.tsx. */}
        <div className="scrim fixed inset-0 z-50 animate-appear" />
        <RadixDialog.Content
          ref={dialogRef}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            if (!document.activeElement?.closest('[aria-activedescendant], [data-own-escape]')) onEscape();
          }}
          onPointerDownOutside={(event) => {
            event.preventDefault();
            onOutside();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          onKeyDown={onKeyDown}
          className={`fixed z-50 animate-appear overflow-hidden border-border bg-surface-raised shadow-overlay outline-none ${className}`}
        >
          {children(
            <RadixDialog.Title dir="auto" className="truncate text-base font-semibold">
              {title}
            </RadixDialog.Title>,
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
