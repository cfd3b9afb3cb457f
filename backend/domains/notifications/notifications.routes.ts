import {
  editNotificationSchema,
  listNotificationsSchema,
  mutedSourceSchema,
  notificationPreferencesSchema,
  readAllSchema,
  removeNotificationSchema,
  sendTestSchema,
  subscribePushSchema,
} from '#shared/api/notifications.schema.ts';
import { notificationEndpoints } from '#shared/api/notifications.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { WebPush } from '../../gateways/web-push.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import {
  editNotificationPreferences,
  loadNotificationPreferences,
  unmuteSource,
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

/** Routes of notifications and of the browsers that take push. */
export function notificationRoutes(limits: RateLimits, push: WebPush): Route[] {
  return [
    route(notificationEndpoints.listNotifications, { query: listNotificationsSchema }, ({ pool, identity, query }) =>
      listNotifications(pool, identity.id, query),
    ),
    route(notificationEndpoints.countUnread, {}, ({ pool, identity }) => countUnread(pool, identity.id)),
    route(notificationEndpoints.getNotificationPreferences, {}, ({ pool, identity }) =>
      loadNotificationPreferences(pool, identity.id),
    ),
    route(
      notificationEndpoints.editNotificationPreferences,
      { body: notificationPreferencesSchema },
      ({ em, identity, body }) => editNotificationPreferences(em, identity.id, body),
    ),
    route(notificationEndpoints.unmute, { query: mutedSourceSchema }, ({ em, identity, query }) =>
      unmuteSource(em, identity.id, query),
    ),
    route(
      notificationEndpoints.editNotification,
      { params: idParamsSchema, body: editNotificationSchema },
      ({ em, identity, params, body }) => editNotification(em, identity.id, { ...params, ...body }),
    ),
    route(notificationEndpoints.readAll, { body: readAllSchema }, ({ em, identity, body }) =>
      readAll(em, identity.id, body),
    ),
    route(
      notificationEndpoints.removeNotification,
      { params: idParamsSchema, query: removeNotificationSchema },
      ({ em, identity, params, query }) =>
        removeNotification(em, identity.id, { ...params, isGroup: query.isGroup === 'true' }),
    ),
    route(notificationEndpoints.restoreNotification, { params: idParamsSchema }, ({ em, identity, params }) =>
      restoreNotification(em, identity.id, params.id),
    ),
    route(notificationEndpoints.muteSource, { params: idParamsSchema }, ({ em, identity, params }) =>
      setMuted(em, identity.id, { ...params, isMuted: true }),
    ),
    route(notificationEndpoints.unmuteSource, { params: idParamsSchema }, ({ em, identity, params }) =>
      setMuted(em, identity.id, { ...params, isMuted: false }),
    ),
    route(notificationEndpoints.sendTest, { body: sendTestSchema }, async ({ em, identity, body }) => {
      await limits.consume('testNotifications', identity.id);
      return sendTest(em, identity.id, body.channel);
    }),
    route(notificationEndpoints.getPushKey, {}, async () => ({ publicKey: push.publicKey })),
    route(notificationEndpoints.subscribePush, { body: subscribePushSchema }, ({ em, identity, body }) =>
      subscribePush(em, identity, { ...body, push }),
    ),
    route(notificationEndpoints.unsubscribePush, { params: idParamsSchema }, ({ em, identity, params }) =>
      unsubscribePush(em, identity.id, params.id),
    ),
  ];
}
