import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { cursorSchema, idParamsSchema, idSchema, momentSchema, pageSizeSchema } from './page.schema.ts';
import { NOTIFICATION_LIMITS, PUSH_LIMITS } from '../limits.ts';
import {
  CHANGEABLE_TYPES,
  DIGESTS,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_FILTERS,
  NOTIFICATION_PRIORITIES,
  MUTABLE_SOURCES,
} from './notifications.ts';

const flag = () => z.optional(z.boolean('This is on or off'));
const category = () => z.optional(z.enum(NOTIFICATION_CATEGORIES, 'This is not a category'));
const moment = () => momentSchema('This is not a time');

/** Query of GET /api/notifications; what waits when `filter` is left out. */
const listNotificationsSchema = z.strictObject({
  filter: z.optional(z.enum(NOTIFICATION_FILTERS, 'The list is all, unread, snoozed or done')),
  category: category(),
  priority: z.optional(z.enum(NOTIFICATION_PRIORITIES, 'The priority is low, medium or high')),
  groupKey: z.optional(
    z
      .string('The group must be text')
      .check(
        z.minLength(1, 'The group is empty'),
        z.maxLength(NOTIFICATION_LIMITS.groupKeyMaxChars, 'This is not a group'),
      ),
  ),
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(NOTIFICATION_LIMITS.pageMaxItems)),
});

/** Body of PATCH /api/notifications/:id. */
const editNotificationSchema = z.strictObject({
  read: flag(),
  done: flag(),
  snoozedUntil: z.optional(
    z.nullable(
      moment().check(
        z.refine((text) => Date.parse(text) > Date.now(), 'Choose a time to come'),
        z.refine(
          (text) => Date.parse(text) < Date.now() + NOTIFICATION_LIMITS.snoozeMaxMs,
          'Choose a time within a year',
        ),
      ),
    ),
  ),
  isGroup: flag(),
});

/** Body of POST /api/notifications/read-all. */
const readAllSchema = z.strictObject({
  category: category(),
  upToId: z.optional(idSchema),
  undo: z.optional(moment()),
});

/** Query of DELETE /api/notifications/:id. */
const removeNotificationSchema = z.strictObject({
  isGroup: z.optional(z.literal('true', 'This is true or left out')),
});

/** Query of DELETE /api/notifications/mutes. */
const mutedSourceSchema = z.strictObject({
  sourceType: z.enum(MUTABLE_SOURCES, 'This cannot be muted'),
  sourceId: idSchema,
});

const channels = z.strictObject({ inApp: flag(), email: flag(), push: flag() });

/** Body of PATCH /api/notifications/preferences. */
const notificationPreferencesSchema = z.strictObject({
  types: z.optional(z.partialRecord(z.enum(CHANGEABLE_TYPES, 'This is not a type of notification'), channels)),
  digest: z.optional(z.enum(DIGESTS, 'Choose at once or daily')),
  digestHour: z.optional(
    z.int('The hour is a whole number').check(z.minimum(0, 'Hours start at 0'), z.maximum(23, 'Hours end at 23')),
  ),
});

/** Body of POST /api/notifications/test. */
const sendTestSchema = z.strictObject({
  channel: z.enum(NOTIFICATION_CHANNELS, 'The way is inApp, email or push'),
});

const base64url = (chars: number) =>
  z
    .string('A key is text')
    .check(z.regex(/^[\w-]+={0,2}$/, 'A key is base64url'), z.maxLength(chars, 'The key is too long'));

/** Body of POST /api/push-subscriptions; whether the host may be pushed to is the server's to say. */
const subscribePushSchema = z.strictObject({
  endpoint: z.url('This is not an address').check(z.maxLength(PUSH_LIMITS.endpointMaxChars, 'The address is too long')),
  keys: z.strictObject({ p256dh: base64url(PUSH_LIMITS.keyMaxChars), auth: base64url(PUSH_LIMITS.keyMaxChars) }),
});

/** Inputs of notificationEndpoints by endpoint name. */
export const notificationSchemas = {
  listNotifications: { query: listNotificationsSchema },
  editNotificationPreferences: { body: notificationPreferencesSchema },
  unmute: { query: mutedSourceSchema },
  editNotification: { params: idParamsSchema, body: editNotificationSchema },
  readAll: { body: readAllSchema },
  removeNotification: { params: idParamsSchema, query: removeNotificationSchema },
  restoreNotification: { params: idParamsSchema },
  muteSource: { params: idParamsSchema },
  unmuteSource: { params: idParamsSchema },
  sendTest: { body: sendTestSchema },
  subscribePush: { body: subscribePushSchema },
  unsubscribePush: { params: idParamsSchema },
} satisfies EndpointSchemas;
