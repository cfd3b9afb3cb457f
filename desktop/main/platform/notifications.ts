import { Notification } from 'electron';

/** Windows accepts no longer tags (Microsoft, ToastNotification.Tag). */
const TAG_MAX_CHARS = 64;

/** Content of a notification of the system. */
interface NotificationContent {
  title: string;
  body: string;
  isSilent: boolean;
  /** Adds a field for a reply where the system has one (macOS, Windows). */
  canReply?: boolean;
  onClick: () => void;
  onReply?: (text: string) => void;
}

/** The system's notifications that the app has shown, one per id. */
export interface Notifications {
  /** Shows a notification in the place of the one with the same id. */
  show: (id: string, content: NotificationContent) => void;
  close: (id: string) => void;
  /** Closes all; on macOS also those of earlier runs and of calls, which other systems cannot remove. */
  closeAll: () => void;
}

/** Creates an empty list of notifications. Each is referenced until it is closed: a collected one has no events. */
export function createNotifications(platform: NodeJS.Platform): Notifications {
  const open = new Map<string, Notification>();
  const close = (id: string): void => {
    const former = open.get(id);
    open.delete(id);
    former?.close();
  };
  return {
    show: (id, { title, body, isSilent, canReply = false, onClick, onReply }) => {
      close(id);
      if (!Notification.isSupported()) return;
      const notification = new Notification({
        id: id.slice(0, TAG_MAX_CHARS),
        groupId: id.slice(0, TAG_MAX_CHARS),
        title,
        body,
        silent: isSilent,
        ...(canReply && { hasReply: true, replyPlaceholder: 'Reply' }),
      });
      open.set(id, notification);
      notification.on('click', onClick);
      notification.on('reply', ({ reply }) => onReply?.(reply));
      // A notification that timed out stays in the system's list, so its events still count.
      notification.show();
    },
    close,
    closeAll: () => {
      for (const id of open.keys()) close(id);
      if (platform === 'darwin') Notification.removeAll();
    },
  };
}

/** Whether the system shows notifications of apps. */
export function areNotificationsSupported(): boolean {
  return Notification.isSupported();
}
