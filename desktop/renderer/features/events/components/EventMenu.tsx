import type { EventView } from '#shared/api/events.ts';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';

interface EventMenuProps {
  event: EventView;
  /** Called after the user has blocked the host. */
  onBlocked?: (() => void) | undefined;
  className?: string | undefined;
}

/** The menu of another user's event; renders nothing for the host. */
export function EventMenu({ event, onBlocked, className }: EventMenuProps) {
  if (event.viewer.isHost) return null;
  return (
    <MoreMenu label="More about this event" className={className}>
      <ModerationItems target={{ type: 'event', id: event.id, author: event.host }} onBlocked={onBlocked} />
    </MoreMenu>
  );
}
