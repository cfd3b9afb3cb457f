import type { UserLogLoader, UserLogLoaders } from '../../db/user-log.ts';
import { countUnread, loadNewestOfGroups } from './notification.view.ts';

/**
 * Makes the pushes of a user's notifications, with the current number of unread ones. Each group is pushed once, at the
 * last of its log entries; the other entries push no view, so that the sequence has no gap.
 */
const ofNotification: UserLogLoader<'notification'> = async (pool, userId, payloads) => {
  const ids = payloads.map(({ notificationId }) => (typeof notificationId === 'string' ? notificationId : null));
  const alerting = new Set(payloads.flatMap(({ isAlert }, at) => (isAlert === true ? (ids[at] ?? []) : [])));
  const [groups, unread] = await Promise.all([
    loadNewestOfGroups(pool, [...new Set(ids.filter((id) => id !== null))], userId),
    countUnread(pool, userId),
  ]);
  const pushes = new Map(
    groups.map(({ view, ids: covered }) => [
      Math.max(...covered.map((id) => ids.lastIndexOf(id))),
      { view, unread, isAlert: !view.read && !view.done && covered.some((id) => alerting.has(id)) },
    ]),
  );
  return payloads.map((_payload, at) => pushes.get(at) ?? { view: null, unread, isAlert: false });
};

/** Loaders of notification pushes from the user log; only the user's own devices receive them. */
export const notificationLogLoaders: Pick<UserLogLoaders, 'notification'> = { notification: ofNotification };
