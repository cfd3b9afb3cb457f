import { useState } from 'react';
import type { RefObject } from 'react';
import { Popover } from '../../../ui/Popover.tsx';
import { NotificationPanel } from './NotificationPanel.tsx';

interface NotificationPopoverProps {
  /** The bell. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The notification panel below the bell; J moves focus to the first notification. */
export function NotificationPopover({ button, onClose }: NotificationPopoverProps) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <Popover
      button={button}
      labelledBy="notifications-title"
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'j' && event.target === event.currentTarget)
          event.currentTarget.querySelector('article')?.focus();
      }}
      className={isLarge ? 'h-(--radix-popover-content-available-height) w-[45rem]' : 'w-[27.5rem]'}
    >
      <NotificationPanel isLarge={isLarge} onSizeChange={setIsLarge} onClose={onClose} />
    </Popover>
  );
}
