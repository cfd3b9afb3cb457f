import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { NotificationPanel } from './NotificationPanel.tsx';

/** Props of {@link NotificationPopover}. */
export interface NotificationPopoverProps {
  /** The bell. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The open panel under the bell. Focus goes back to the bell, unless the member went elsewhere. */
export function NotificationPopover({ button, onClose }: NotificationPopoverProps) {
  const [isLarge, setIsLarge] = useState(false);
  const isElsewhere = useRef(false);
  return (
    // Not modal: a modal one would write a style element, which the CSP refuses.
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby="notifications-title"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          // A page that arrives late takes focus to its heading; the panel stays until it is closed.
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            // The bell closes what it opened by its own click.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
            else isElsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isElsewhere.current) button.current?.focus();
          }}
          onKeyDown={(event) => {
            if (event.key === 'j' && event.target === event.currentTarget)
              event.currentTarget.querySelector('article')?.focus();
          }}
          className={`z-30 flex max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) animate-rise flex-col overflow-hidden rounded-lg border border-border bg-surface-raised shadow-overlay outline-none ${
            isLarge ? 'h-(--radix-popover-content-available-height) w-[45rem]' : 'w-[27.5rem]'
          }`}
        >
          <NotificationPanel isLarge={isLarge} onSizeChange={setIsLarge} onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
