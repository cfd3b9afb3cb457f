import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, momentSchema, pageFields } from './page.schema.ts';
import { clock } from '../clock.ts';
import { NOTIFICATION_LIMITS as L, PUSH_LIMITS } from '../limits.ts';
import { CHANGEABLE_TYPES } from './notification-types.ts';
import {
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

const channels = z.strictObject({ inApp: flag(), email: flag(), push: flag() });

const pushKey = z
  .string('A key is text')
  .check(z.regex(/^[\w-]+={0,2}$/, 'A key is base64url'), z.maxLength(PUSH_LIMITS.keyMaxChars, 'The key is too long'));

/** Inputs of notificationEndpoints by endpoint name. */
export const notificationSchemas = {
  listNotifications: {
    query: z.strictObject({
      filter: z.optional(z.enum(NOTIFICATION_FILTERS, 'The list is all, unread, snoozed or done')),
      category: category(),
      priority: z.optional(z.enum(NOTIFICATION_PRIORITIES, 'The priority is low, medium or high')),
      groupKey: z.optional(
        z
          .string('The group must be text')
          .check(z.minLength(1, 'The group is empty'), z.maxLength(L.groupKeyMaxChars, 'This is not a group')),
      ),
      ...pageFields(L.pageMaxItems),
    }),
  },
  editNotificationPreferences: {
    body: z.strictObject({
      types: z.optional(z.partialRecord(z.enum(CHANGEABLE_TYPES, 'This is not a type of notification'), channels)),
      digest: z.optional(z.enum(DIGESTS, 'Choose at once or daily')),
      digestHour: z.optional(
        z.int('The hour is a whole number').check(z.minimum(0, 'Hours start at 0'), z.maximum(23, 'Hours end at 23')),
      ),
    }),
  },
  unmute: {
    query: z.strictObject({ sourceType: z.enum(MUTABLE_SOURCES, 'This cannot be muted'), sourceId: idSchema }),
  },
  editNotification: {
    params: idParamsSchema,
    body: z.strictObject({
      read: flag(),
      done: flag(),
      snoozedUntil: z.optional(
        z.nullable(
          moment().check(
            z.refine((text) => Date.parse(text) > clock.now(), 'Choose a time in the future'),
            z.refine((text) => Date.parse(text) < clock.now() + L.snoozeMaxMs, 'Choose a time within a year'),
          ),
        ),
      ),
      isGroup: flag(),
    }),
  },
  readAll: {
    body: z.strictObject({ category: category(), upToId: z.optional(idSchema), undo: z.optional(moment()) }),
  },
  removeNotification: {
    params: idParamsSchema,
    query: z.strictObject({ isGroup: z.optional(z.literal('true', 'This is true or omitted')) }),
  },
  restoreNotification: { params: idParamsSchema },
  muteSource: { params: idParamsSchema },
  unmuteSource: { params: idParamsSchema },
  sendTest: {
    body: z.strictObject({ channel: z.enum(NOTIFICATION_CHANNELS, 'The channel is inApp, email or push') }),
  },
  /** The server checks that the host is a push service. */
  subscribePush: {
    body: z.strictObject({
      endpoint: z
        .url('This is not an address')
        .check(z.maxLength(PUSH_LIMITS.endpointMaxChars, 'The address is too long')),
      keys: z.strictObject({ p256dh: pushKey, auth: pushKey }),
    }),
  },
  unsubscribePush: { params: idParamsSchema },
} satisfies EndpointSchemas;
