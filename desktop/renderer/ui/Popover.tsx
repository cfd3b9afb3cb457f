import { Popover as RadixPopover } from 'radix-ui';
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

interface PopoverProps {
  /** The button that opens and closes it. */
  button: RefObject<HTMLButtonElement | null>;
  /** Id of the element that names it. */
  labelledBy: string;
  onClose: () => void;
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  className: string;
  children: ReactNode;
}

/** An open panel below its button. Focus returns to the button when it closes, unless the user clicked elsewhere. */
export function Popover({ button, labelledBy, onClose, onKeyDown, className, children }: PopoverProps) {
  const isElsewhere = useRef(false);
  return (
    // Not modal: a modal one adds a style element, which the content security policy refuses.
    <RadixPopover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixPopover.Anchor virtualRef={button} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={labelledBy}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          // A page that loads late moves focus to its heading; the panel stays open until it is closed.
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            // The button closes the panel by its own click.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
            else isElsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isElsewhere.current) button.current?.focus();
          }}
          onKeyDown={onKeyDown}
          className={`z-30 flex max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) animate-rise flex-col overflow-hidden rounded-lg border border-border bg-surface-raised shadow-overlay outline-none ${className}`}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
