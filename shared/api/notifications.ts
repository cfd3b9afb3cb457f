import type * as z from 'zod/mini';
import { MINUTE_MS } from '../time.ts';
import { endpoint, endpoints, type Given, type Role } from './endpoint.ts';
import type { NotificationParams } from './notification-params.ts';
import type { NotificationTypeInfo } from './notification-type-info.ts';
import type { notificationSchemas } from './notifications.schema.ts';
import type { PreferencesView } from './preferences.ts';
import { PURCHASE_NOTIFICATION_TYPES } from './purchase-notifications.ts';
import type { UserCard } from './users.ts';

/** Categories of notifications, for filters. */
export const NOTIFICATION_CATEGORIES = ['messages', 'connections', 'posts', 'events', 'account', 'general'] as const;
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

const MEMBERS: readonly Role[] = ['student', 'teacher', 'institution'];
const QUIET: Channels = { inApp: true, email: false, push: false };
const PUSHED: Channels = { inApp: true, email: false, push: true };
const EVERYWHERE: Channels = { inApp: true, email: true, push: true };

/** Every type of notification; those about learning and security have a higher priority than likes. */
export const NOTIFICATION_TYPES = {
  message: {
    category: 'messages',
    priority: 'medium',
    topic: 'messageNotifications',
    label: 'Messages while you are away',
    reason: 'You have an unread message.',
    channels: EVERYWHERE,
    roles: MEMBERS,
    retentionDays: 30,
    // A message is notified of 2 minutes after it arrived, and emailed 30 minutes after it.
    emailDelayMs: 28 * MINUTE_MS,
    hasDailyEmail: true,
    hasOwnToast: true,
  },
  'connection-request': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Connection requests',
    reason: 'Someone asked to connect with you.',
    channels: EVERYWHERE,
    retentionDays: 180,
  },
  'connection-accepted': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Accepted requests',
    reason: 'You asked to connect.',
    channels: EVERYWHERE,
    retentionDays: 90,
  },
  'connection-rejected': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Declined requests',
    reason: 'You asked to connect.',
    channels: QUIET,
    retentionDays: 30,
  },
  'post-commented': {
    category: 'posts',
    priority: 'medium',
    topic: null,
    label: 'Comments on your posts',
    reason: 'You wrote this post.',
    channels: PUSHED,
    retentionDays: 180,
  },
  'thread-commented': {
    category: 'posts',
    priority: 'medium',
    topic: null,
    label: 'Later comments on posts that you commented on',
    reason: 'You commented on this post.',
    channels: PUSHED,
    roles: MEMBERS,
    retentionDays: 180,
  },
  mentioned: {
    category: 'posts',
    priority: 'medium',
    topic: null,
    label: 'Mentions',
    reason: 'A member mentioned you.',
    channels: EVERYWHERE,
    roles: MEMBERS,
    retentionDays: 180,
  },
  'answer-chosen': {
    category: 'posts',
    priority: 'medium',
    topic: null,
    label: 'Comments of yours chosen as the answer',
    reason: 'You commented on this question.',
    channels: PUSHED,
    roles: MEMBERS,
    retentionDays: 180,
  },
  'post-liked': {
    category: 'posts',
    priority: 'low',
    topic: null,
    label: 'Likes of your posts',
    reason: 'You wrote this post.',
    channels: QUIET,
    retentionDays: 90,
  },
  'post-shared': {
    category: 'posts',
    priority: 'low',
    topic: null,
    label: 'Shares of your posts',
    reason: 'You wrote this post.',
    channels: QUIET,
    retentionDays: 90,
  },
  'verification-requested': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Requests to be confirmed',
    reason: 'Your institution is asked to confirm someone.',
    channels: EVERYWHERE,
    roles: ['institution'],
    retentionDays: 180,
  },
  'verification-answered': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Answers of your institution',
    reason: 'You asked your institution to confirm you.',
    channels: EVERYWHERE,
    retentionDays: 365,
  },
  'course-announcement': {
    category: 'posts',
    priority: 'medium',
    topic: 'courseUpdateNotifications',
    label: 'Announcements of your items',
    reason: 'You are enrolled in this item.',
    channels: EVERYWHERE,
    roles: MEMBERS,
    retentionDays: 180,
  },
  'event-reminder': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Reminders of events',
    reason: 'You are going to this event.',
    channels: PUSHED,
    retentionDays: 7,
  },
  'event-changed': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Changed and cancelled events',
    reason: 'You answered the invitation to this event.',
    channels: EVERYWHERE,
    retentionDays: 90,
  },
  'event-promoted': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Seats from the waiting list',
    reason: 'You were waiting for a seat.',
    channels: EVERYWHERE,
    retentionDays: 90,
  },
  'course-updated': {
    category: 'general',
    priority: 'medium',
    topic: 'courseUpdateNotifications',
    label: 'Updates of your courses',
    reason: 'You joined this item.',
    channels: EVERYWHERE,
    retentionDays: 90,
  },
  'advertisement-reviewed': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Answers about your advertisements',
    reason: 'You placed this advertisement.',
    channels: EVERYWHERE,
    retentionDays: 90,
  },
  ...PURCHASE_NOTIFICATION_TYPES,
  announcement: {
    category: 'general',
    priority: 'medium',
    topic: 'marketingNotifications',
    label: 'News about Lyceum',
    reason: 'You asked for news about Lyceum.',
    channels: EVERYWHERE,
    retentionDays: 180,
  },
  security: {
    category: 'account',
    priority: 'high',
    topic: null,
    label: 'Safety of your account',
    reason: 'It concerns the safety of your account.',
    channels: PUSHED,
    isFixed: true,
    retentionDays: 365,
  },
  test: {
    category: 'general',
    priority: 'medium',
    topic: null,
    label: 'Test notification',
    reason: 'You asked for a test in the settings.',
    channels: EVERYWHERE,
    isFixed: true,
    retentionDays: 1,
  },
} as const satisfies Record<string, NotificationTypeInfo>;

/** One of the types of {@link NOTIFICATION_TYPES}. */
export type NotificationType = keyof typeof NOTIFICATION_TYPES;

/** A type that a member can change. */
export type ChangeableType = {
  [Type in NotificationType]: (typeof NOTIFICATION_TYPES)[Type] extends { isFixed: true } ? never : Type;
}[NotificationType];

/** Every type that a member can change, in the order settings show them. */
export const CHANGEABLE_TYPES = (
  Object.entries(NOTIFICATION_TYPES) as [NotificationType, NotificationTypeInfo][]
).flatMap(([type, info]) => (info.isFixed ? [] : [type as ChangeableType]));

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

/** Number of unread notifications; a group counts once. */
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
