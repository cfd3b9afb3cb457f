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
  editNotificationPreferences: ({ em, deps, identity, body }) =>
    editNotificationPreferences(em, identity.id, { ...body, titles: deps.sourceTitles }),
  unmute: ({ em, identity, query }) => unmuteSource(em, identity.id, query),
  editNotification: ({ em, identity, params, body }) => editNotification(em, identity.id, { ...params, ...body }),
  readAll: ({ em, identity, body }) => readAll(em, identity.id, body),
  removeNotification: ({ em, identity, params, query }) =>
    removeNotification(em, identity.id, { ...params, isGroup: query.isGroup === 'true' }),
  restoreNotification: ({ em, identity, params }) => restoreNotification(em, identity.id, params.id),
  muteSource: ({ em, identity, params }) => setMuted(em, identity.id, { ...params, isMuted: true }),
  unmuteSource: ({ em, identity, params }) => setMuted(em, identity.id, { ...params, isMuted: false }),
  sendTest: ({ em, identity, body }) => sendTest(em, identity.id, body.channel),
  getPushKey: async ({ deps }) => ({ publicKey: deps.push.publicKey }),
  subscribePush: ({ tx, deps, identity, body }) => subscribePush(tx, identity, { ...body, push: deps.push }),
  unsubscribePush: ({ em, identity, params }) => unsubscribePush(em, identity.id, params.id),
});
