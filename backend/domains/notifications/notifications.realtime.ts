import type { NotificationView, UnreadCount } from '#shared/api/notifications.ts';
import type { Facts } from '../../facts.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing notifications needs. */
export interface NotificationAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when it is gone or not the member's. */
  loadNotificationView: (id: string, userId: string) => Promise<NotificationView | null>;
  countUnread: (userId: string) => Promise<UnreadCount>;
}

/** Pushes notifications and the number of unread ones to the person's own devices and nobody else (decision 31). */
export function announceNotifications({ facts, publish, loadNotificationView, countUnread }: NotificationAnnouncements): void {
  const push = async (userId: string, notificationId: string | null, isAlert: boolean): Promise<void> => {
    const [view, unread] = await Promise.all([notificationId === null ? null : loadNotificationView(notificationId, userId), countUnread(userId)]);
    publish({ to: [rooms.user(userId)] }, 'notification', { view, unread, isAlert: isAlert && view !== null });
  };
  facts.on('notification-created', ({ notificationId, userId, isAlert }) => push(userId, notificationId, isAlert));
  facts.on('notification-updated', ({ notificationId, userId }) => push(userId, notificationId, false));
}
