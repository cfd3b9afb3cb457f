import type { StreamLoader, StreamLoaders } from '../sync/sync.service.ts';
import { countUnread, loadToldNotifications } from './notification.view.ts';

/**
 * Makes the pushes of what happened to a person's notifications, with the number of unread ones as it is now. Each
 * group is told once, at the last of its events; the others only say that something changed, and leave no hole in the
 * numbers.
 */
const ofNotification: StreamLoader<'notification'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ notificationId }) => (typeof notificationId === 'string' ? notificationId : null));
  const alerting = new Set(payloads.flatMap(({ isAlert }, at) => (isAlert === true ? (ids[at] ?? []) : [])));
  const [told, unread] = await Promise.all([
    loadToldNotifications(pool, [...new Set(ids.filter((id) => id !== null))], userId),
    countUnread(pool, userId),
  ]);
  const pushes = new Map(
    told.map(({ view, ids: asked }) => [
      Math.max(...asked.map((id) => ids.lastIndexOf(id))),
      { view, unread, isAlert: !view.read && !view.done && asked.some((id) => alerting.has(id)) },
    ]),
  );
  return payloads.map((_payload, at) => pushes.get(at) ?? { view: null, unread, isAlert: false });
};

/** Pushes of notifications out of the events of a stream, to the person's own devices and nobody else (decision 31). */
export const notificationStream: Pick<StreamLoaders, 'notification'> = { notification: ofNotification };
