import type * as z from 'zod/mini';
import { endpoint, endpoints, type Given } from './endpoint.ts';
import type { NotificationParams } from './notification-params.ts';
import type { NOTIFICATION_TYPES } from './notification-types.ts';
import type { notificationSchemas } from './notifications.schema.ts';
import type { PreferencesView } from './preferences.ts';
import type { UserCard } from './users.ts';

/** Categories of notifications, for filters. */
export const NOTIFICATION_CATEGORIES = [
  'messages',
  'calls',
  'connections',
  'posts',
  'events',
  'account',
  'general',
] as const;
/** One of {@link NOTIFICATION_CATEGORIES}. */
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** Priorities; a notification of high priority ignores quiet hours. */
export const NOTIFICATION_PRIORITIES = ['low', 'medium', 'high'] as const;
/** One of {@link NOTIFICATION_PRIORITIES}. */
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number];

/** Channels by which notifications are sent. */
export const NOTIFICATION_CHANNELS = ['inApp', 'email', 'push'] as const;
/** One of {@link NOTIFICATION_CHANNELS}. */
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The channels that are on. */
export type Channels = Record<NotificationChannel, boolean>;

/** One of the member's six switches; an off switch overrides the settings of single types. */
export type NotificationTopic = Exclude<
  Extract<keyof PreferencesView, `${string}Notifications`>,
  'emailNotifications' | 'pushNotifications'
>;

/** One of the types of notifications. */
export type NotificationType = keyof typeof NOTIFICATION_TYPES;

/** A type that a member can change. */
export type ChangeableType = {
  [Type in NotificationType]: (typeof NOTIFICATION_TYPES)[Type] extends { isFixed: true } ? never : Type;
}[NotificationType];

/** A type with its parameters. */
export type TypedParams = {
  [Type in NotificationType]: { type: Type; params: NotificationParams[Type] };
}[NotificationType];

/** A notification, or the newest of a group. */
export type NotificationView = TypedParams & NotificationState;

interface NotificationState {
  id: string;
  category: NotificationCategory;
  priority: NotificationPriority;
  read: boolean;
  done: boolean;
  /** When it returns to the list; null when it is not snoozed. */
  snoozedUntil: string | null;
  createdAt: string;
  expiresAt: string | null;
  sourceType: string | null;
  sourceId: string | null;
  /** Path in the app that it links to; null when the record is deleted. */
  path: string | null;
  groupKey: string;
  /** Number of notifications in its group; 1 without a group. */
  count: number;
  /** The users who acted, the latest first, at most three. */
  actors: UserCard[];
  /** Number of users who acted. */
  actorCount: number;
  /** Whether its source can be muted. */
  canMute: boolean;
  isMuted: boolean;
  /** True while the viewer can still answer the request or confirm the held seat. */
  canAnswer: boolean;
}

/**
 * Number of unread notifications; a group counts once, and of each category at most
 * {@link NOTIFICATION_LIMITS.countedGroups} are counted.
 */
export interface UnreadCount {
  total: number;
  byCategory: Partial<Record<NotificationCategory, number>>;
}

/** Which notifications a list shows: open ones, open and unread ones, snoozed ones, or done ones. */
export const NOTIFICATION_FILTERS = ['all', 'unread', 'snoozed', 'done'] as const;
/** One of {@link NOTIFICATION_FILTERS}. */
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

/** Filters of the list of notifications. */
export type ListNotificationsQuery = z.infer<typeof notificationSchemas.listNotifications.query>;

/** Changes of a notification, or with `isGroup` of its whole group; an omitted field is not changed. */
export type NotificationInput = z.infer<typeof notificationSchemas.editNotification.body>;

/** How often emails are sent: one each, or a daily digest. */
export const DIGESTS = ['off', 'daily'] as const;
/** One of {@link DIGESTS}. */
export type Digest = (typeof DIGESTS)[number];

/** Source types that can be muted. */
export const MUTABLE_SOURCES = ['post', 'event'] as const;

/** A record about which no notifications are sent. */
export interface MutedSource {
  sourceType: (typeof MUTABLE_SOURCES)[number];
  sourceId: string;
  /** Start of its text; empty when it is deleted or hidden from the member. */
  title: string;
}

/**
 * The channels of each type for a member. The six switches (preferences) and quiet hours (privacy) override them.
 */
export interface NotificationPreferences {
  types: Record<ChangeableType, Channels>;
  digest: Digest;
  /** Hour of the day at which the digest is sent, in the time zone of the quiet hours. */
  digestHour: number;
  muted: MutedSource[];
}

/** Changes of preferences; single channels of single types can be changed alone. */
export type NotificationPreferencesInput = Given<z.infer<typeof notificationSchemas.editNotificationPreferences.body>>;

/** A push subscription as the browser creates it (Push API). */
export type PushSubscriptionInput = z.infer<typeof notificationSchemas.subscribePush.body>;

/** A browser that is registered for web push. */
export interface PushSubscriptionView {
  id: string;
  endpoint: string;
  createdAt: string;
}

/** Notifications of the signed-in member, newest first. */
export const notificationEndpoints = endpoints<typeof notificationSchemas>()({
  listNotifications: endpoint<NotificationView[]>()({
    method: 'GET',
    path: '/api/notifications',
    who: 'signedIn',
    isPage: true,
  }),
  countUnread: endpoint<UnreadCount>()({
    method: 'GET',
    path: '/api/notifications/unread-count',
    who: 'signedIn',
  }),
  getNotificationPreferences: endpoint<NotificationPreferences>()({
    method: 'GET',
    path: '/api/notifications/preferences',
    who: 'signedIn',
  }),
  editNotificationPreferences: endpoint<NotificationPreferences>()({
    method: 'PATCH',
    path: '/api/notifications/preferences',
    who: 'signedIn',
  }),
  editNotification: endpoint<NotificationView>()({
    method: 'PATCH',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Marks every notification up to one as read, of one category or of all; `undo` reverses the call of that time. */
  readAll: endpoint<{ updated: number; readAt: string }>()({
    method: 'POST',
    path: '/api/notifications/read-all',
    who: 'signedIn',
  }),
  /** Removes it from every list; it can be restored for an hour. */
  removeNotification: endpoint<void>()({
    method: 'DELETE',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Restores a deleted notification and those deleted with it. */
  restoreNotification: endpoint<NotificationView>()({
    method: 'PUT',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  muteSource: endpoint<void>()({
    method: 'PUT',
    path: '/api/notifications/:id/mute',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  unmuteSource: endpoint<void>()({
    method: 'DELETE',
    path: '/api/notifications/:id/mute',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Unmutes a source. */
  unmute: endpoint<void>()({
    method: 'DELETE',
    path: '/api/notifications/mutes',
    who: 'signedIn',
  }),
  /** Sends a test by one channel, regardless of the preferences; NOT_FOUND without a browser for web push. */
  sendTest: endpoint<void>()({
    method: 'POST',
    path: '/api/notifications/test',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
    limit: 'testNotifications',
  }),
  getPushKey: endpoint<{ publicKey: string }>()({
    method: 'GET',
    path: '/api/push-subscriptions/key',
    who: 'signedIn',
  }),
  subscribePush: endpoint<PushSubscriptionView>()({
    method: 'POST',
    path: '/api/push-subscriptions',
    who: 'signedIn',
    status: 201,
  }),
  unsubscribePush: endpoint<void>()({
    method: 'DELETE',
    path: '/api/push-subscriptions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
});
