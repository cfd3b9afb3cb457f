import { notificationSchemas } from '#shared/api/notifications.schema.ts';
import { notificationEndpoints } from '#shared/api/notifications.ts';
import type { WebPush } from '../../gateways/web-push.ts';
import { routesWith } from '../../http/route.ts';
import {
  editNotificationPreferences,
  loadNotificationPreferences,
  unmuteSource,
  type SourceTitles,
} from './notification-preferences.service.ts';
import { countUnread } from './notification.view.ts';
import { listNotifications } from './notifications.list.ts';
import {
  editNotification,
  readAll,
  removeNotification,
  restoreNotification,
  sendTest,
  setMuted,
} from './notifications.service.ts';
import { subscribePush, unsubscribePush } from './push-subscriptions.service.ts';

/** What these routes need. */
export interface NotificationDeps {
  push: WebPush;
  sourceTitles: SourceTitles;
}

/** Routes of notifications and of the browsers that receive push notifications. */
export const notificationRoutes = routesWith<NotificationDeps>()(notificationEndpoints, notificationSchemas, {
  listNotifications: ({ pool, identity, query }) => listNotifications(pool, identity.id, query),
  countUnread: ({ pool, identity }) => countUnread(pool, identity.id),
  getNotificationPreferences: ({ pool, deps, identity }) =>
    loadNotificationPreferences(pool, identity.id, deps.sourceTitles),
  editNotificationPreferences: ({ tx, deps, identity, body }) =>
    editNotificationPreferences(tx, identity.id, { ...body, titles: deps.sourceTitles }),
  unmute: ({ tx, identity, query }) => unmuteSource(tx, identity.id, query),
  editNotification: ({ tx, identity, params, body }) => editNotification(tx, identity.id, { ...params, ...body }),
  readAll: ({ tx, identity, body }) => readAll(tx, identity.id, body),
  removeNotification: ({ tx, identity, params, query }) =>
    removeNotification(tx, identity.id, { ...params, isGroup: query.isGroup === 'true' }),
  restoreNotification: ({ tx, identity, params }) => restoreNotification(tx, identity.id, params.id),
  muteSource: ({ tx, identity, params }) => setMuted(tx, identity.id, { ...params, isMuted: true }),
  unmuteSource: ({ tx, identity, params }) => setMuted(tx, identity.id, { ...params, isMuted: false }),
  sendTest: ({ tx, identity, body }) => sendTest(tx, identity.id, body.channel),
  getPushKey: async ({ deps }) => ({ publicKey: deps.push.publicKey }),
  subscribePush: ({ tx, deps, identity, body }) => subscribePush(tx, identity, { ...body, push: deps.push }),
  unsubscribePush: ({ tx, identity, params }) => unsubscribePush(tx, identity.id, params.id),
});
