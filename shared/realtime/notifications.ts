import type { NotificationView, UnreadCount } from '../api/notifications.ts';
import type { Push } from './contract.ts';

/** Pushes of notifications, in the user log, to the member's own devices only. */
export interface NotificationPushes {
  /**
   * One that came or changed, as its whole group stands; `view` is null when several changed, one went, or another push
   * tells of it. Of a group that changed several times in a row, the last push holds the view.
   */
  notification: Push<{
    view: NotificationView | null;
    unread: UnreadCount;
    /** Whether it may be shown over what the member does: it is new, it matters, and there are no quiet hours. */
    isAlert: boolean;
    seq: number;
  }>;
}
