import { AlarmClock, AlarmClockOff, BellMinus, BellOff, BellRing, Info, Mail, MailOpen, Trash2 } from 'lucide-react';
import { CHANGEABLE_TYPES, NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { NotificationView } from '#shared/api/notifications.ts';
import { MenuItem, MenuSeparator, MenuSub } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import type { RowActions } from '../hooks/use-row-actions.ts';
import { snoozeChoices } from '../snooze.ts';

interface NotificationMenuProps {
  view: NotificationView;
  actions: RowActions;
  /** Wraps an action that removes it from the list. */
  leave: (act: () => void) => () => void;
  isWhyShown: boolean;
  onWhy: () => void;
}

/** The menu of a notification. */
export function NotificationMenu({ view, actions, leave, isWhyShown, onWhy }: NotificationMenuProps) {
  const isChangeable = (CHANGEABLE_TYPES as readonly string[]).includes(view.type);
  return (
    <MoreMenu label="More about this notification">
      <MenuItem icon={view.read ? <Mail /> : <MailOpen />} shortcut="u" onSelect={() => actions.toggleRead(view)}>
        {view.read ? 'Mark as unread' : 'Mark as read'}
      </MenuItem>
      {view.snoozedUntil === null ? (
        <MenuSub title="Snooze" icon={<AlarmClock />}>
          {snoozeChoices(new Date()).map(({ label, until }) => (
            <MenuItem key={label} onSelect={leave(() => actions.snooze(view, until))}>
              {label}
            </MenuItem>
          ))}
        </MenuSub>
      ) : (
        <MenuItem icon={<AlarmClockOff />} shortcut="s" onSelect={leave(() => actions.wake(view))}>
          End snooze
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Info />} onSelect={onWhy}>
        {isWhyShown ? 'Hide why I got this' : 'Why did I get this?'}
      </MenuItem>
      {view.canMute && (
        <MenuItem icon={view.isMuted ? <BellRing /> : <BellOff />} onSelect={() => actions.toggleMuted(view)}>
          {view.isMuted ? `Unmute this ${view.sourceType ?? ''}` : `Mute this ${view.sourceType ?? ''}`}
        </MenuItem>
      )}
      {isChangeable && (
        <MenuItem icon={<BellMinus />} onSelect={() => actions.stopType(view)}>
          {`Turn off “${NOTIFICATION_TYPES[view.type].label}”`}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} isDanger onSelect={leave(() => actions.remove(view))}>
        Delete
      </MenuItem>
    </MoreMenu>
  );
}
