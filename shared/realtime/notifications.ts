import type { NotificationView, UnreadCount } from '../api/notifications.ts';
import type { Push } from './contract.ts';

/** Pushes of notifications, in the user log, to the member's own devices only. */
export interface NotificationPushes {
  /**
   * A new or changed notification, with its whole group; `view` is null when several changed, one was deleted, or
   * another push contains it. Of several changes of a group in a row, only the last push contains the view.
   */
  notification: Push<{
    view: NotificationView | null;
    unread: UnreadCount;
    /** True when it may be shown as a toast: it is new, important enough, and outside quiet hours. */
    isAlert: boolean;
    seq: number;
  }>;
}
