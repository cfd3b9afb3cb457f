import type { NotificationView, UnreadCount } from '../api/notifications.ts';
import type { Push } from './contract.ts';

/** Pushes of notifications, to the person's own devices only. Source: decision 31. */
export interface NotificationPushes {
  /** One that came or changed, as its whole group stands; `view` is null when several changed or one went. */
  notification: Push<{
    view: NotificationView | null;
    unread: UnreadCount;
    /** Whether it may be shown over what the member does: it is new, it matters, and there are no quiet hours. */
    isAlert: boolean;
  }>;
}
