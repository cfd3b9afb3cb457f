import { endpoint, type PageQuery, type Role } from './endpoint.ts';
import type { PreferencesView } from './preferences.ts';
import type { UserCard } from './users.ts';

/** What a notification is about, for filters. */
export const NOTIFICATION_CATEGORIES = ['connections', 'posts', 'events', 'account', 'general'] as const;
/** One of {@link NOTIFICATION_CATEGORIES}. */
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** How much a notification matters; a high one passes quiet hours. */
export const NOTIFICATION_PRIORITIES = ['low', 'medium', 'high'] as const;
/** One of {@link NOTIFICATION_PRIORITIES}. */
export type NotificationPriority = (typeof NOTIFICATION_PRIORITIES)[number];

/** The ways a notification reaches someone. */
export const NOTIFICATION_CHANNELS = ['inApp', 'email', 'push'] as const;
/** One of {@link NOTIFICATION_CHANNELS}. */
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Which ways are on. */
export type Channels = Record<NotificationChannel, boolean>;

/** One of the member's six switches that stands above single types. Source: spec section 3. */
export type NotificationTopic = Exclude<
  Extract<keyof PreferencesView, `${string}Notifications`>,
  'emailNotifications' | 'pushNotifications'
>;

/** What is the same for every notification of a type. */
export interface NotificationTypeInfo {
  category: NotificationCategory;
  priority: NotificationPriority;
  /** The switch above it; null when none is. */
  topic: NotificationTopic | null;
  /** Name in the settings. */
  label: string;
  /** Why one gets it. */
  reason: string;
  /** What several people did, after their names; null where each stands alone. */
  deed: string | null;
  /** Which ways are on until the member changes them. */
  channels: Channels;
  /** True where it is always shown in the app and cannot be changed. */
  isFixed?: true;
  /** Who gets it; everyone without it. */
  roles?: readonly Role[];
  /** After how many days it goes by itself. */
  daysKept: number;
}

const QUIET: Channels = { inApp: true, email: false, push: false };
const PUSHED: Channels = { inApp: true, email: false, push: true };
const EVERYWHERE: Channels = { inApp: true, email: true, push: true };

/** Every type of notification; what matters for learning and for safety ranks above applause. */
export const NOTIFICATION_TYPES = {
  'connection-request': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Connection requests',
    reason: 'Someone asked to connect with you.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 180,
  },
  'connection-accepted': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Accepted requests',
    reason: 'You asked to connect.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 90,
  },
  'connection-rejected': {
    category: 'connections',
    priority: 'medium',
    topic: 'connectionNotifications',
    label: 'Declined requests',
    reason: 'You asked to connect.',
    deed: null,
    channels: QUIET,
    daysKept: 30,
  },
  'post-commented': {
    category: 'posts',
    priority: 'medium',
    topic: null,
    label: 'Comments on your posts',
    reason: 'You wrote this post.',
    deed: 'commented on your post',
    channels: PUSHED,
    daysKept: 180,
  },
  'post-liked': {
    category: 'posts',
    priority: 'low',
    topic: null,
    label: 'Likes of your posts',
    reason: 'You wrote this post.',
    deed: 'liked your post',
    channels: QUIET,
    daysKept: 90,
  },
  'post-shared': {
    category: 'posts',
    priority: 'low',
    topic: null,
    label: 'Shares of your posts',
    reason: 'You wrote this post.',
    deed: 'shared your post',
    channels: QUIET,
    daysKept: 90,
  },
  'verification-requested': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Requests to be confirmed',
    reason: 'Your institution is asked to confirm someone.',
    deed: 'ask to be confirmed',
    channels: EVERYWHERE,
    roles: ['institution'],
    daysKept: 180,
  },
  'verification-answered': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Answers of your institution',
    reason: 'You asked your institution to confirm you.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 365,
  },
  'event-reminder': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Reminders of events',
    reason: 'You are going to this event.',
    deed: null,
    channels: PUSHED,
    daysKept: 7,
  },
  'event-changed': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Changed and cancelled events',
    reason: 'You answered the invitation to this event.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 90,
  },
  'event-promoted': {
    category: 'events',
    priority: 'medium',
    topic: null,
    label: 'Seats from the waiting list',
    reason: 'You were waiting for a seat.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 90,
  },
  'advertisement-reviewed': {
    category: 'account',
    priority: 'medium',
    topic: null,
    label: 'Answers about your advertisements',
    reason: 'You placed this advertisement.',
    deed: null,
    channels: EVERYWHERE,
    daysKept: 90,
  },
  security: {
    category: 'account',
    priority: 'high',
    topic: null,
    label: 'Safety of your account',
    reason: 'It concerns the safety of your account.',
    deed: null,
    channels: PUSHED,
    isFixed: true,
    daysKept: 365,
  },
  test: {
    category: 'general',
    priority: 'medium',
    topic: null,
    label: 'Test notification',
    reason: 'You asked for a test in the settings.',
    deed: null,
    channels: EVERYWHERE,
    isFixed: true,
    daysKept: 1,
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

/** A notification, or several of one kind about one thing as the newest of them. */
export interface NotificationView {
  id: string;
  type: NotificationType;
  title: string;
  content: string;
  /** A start of what was written; null where nothing was. */
  excerpt: string | null;
  category: NotificationCategory;
  priority: NotificationPriority;
  read: boolean;
  done: boolean;
  /** When it comes back; null when it is not put off. */
  snoozedUntil: string | null;
  createdAt: string;
  expiresAt: string | null;
  sourceType: string | null;
  sourceId: string | null;
  /** Where it leads in the app; null when what it is about is gone. */
  path: string | null;
  groupKey: string;
  /** How many it stands for; 1 when it stands alone. */
  count: number;
  /** Who did it, the latest first, at most three; of them and others see `count`. */
  actors: UserCard[];
  /** Whether more about its source can be kept from coming. */
  canMute: boolean;
  isMuted: boolean;
  /** True while the request or the held seat it tells of waits for the viewer's answer. */
  canAnswer: boolean;
}

/** How many things are unread; a group counts once. */
export interface UnreadCount {
  total: number;
  byCategory: Partial<Record<NotificationCategory, number>>;
}

/** Which notifications a list shows: what waits, what waits unread, what was put off, what is done. */
export const NOTIFICATION_FILTERS = ['all', 'unread', 'snoozed', 'done'] as const;
/** One of {@link NOTIFICATION_FILTERS}. */
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

/** Filters of the list; `groupKey` opens one group, each of its notifications alone. */
export interface ListNotificationsQuery extends PageQuery {
  filter?: NotificationFilter;
  category?: NotificationCategory;
  priority?: NotificationPriority;
  groupKey?: string;
}

/** A change of a notification; with `isGroup` of all that stand behind it. What is set at once is taken back at once. */
export interface NotificationInput {
  read?: boolean;
  done?: boolean;
  snoozedUntil?: string | null;
  isGroup?: boolean;
}

/** How often mail comes: each by itself, or gathered once a day. */
export const DIGESTS = ['off', 'daily'] as const;
/** One of {@link DIGESTS}. */
export type Digest = (typeof DIGESTS)[number];

/** Things that can be muted, by their source type. */
export const MUTABLE_SOURCES = ['post', 'event'] as const;

/** A thing about which nothing more comes. */
export interface MutedSource {
  sourceType: string;
  sourceId: string;
  /** Start of what it is, in words; empty when it is gone. */
  title: string;
}

/** What a member gets by which way; the six switches and quiet hours stand in preferences and privacy, and rank above. */
export interface NotificationPreferences {
  types: Record<ChangeableType, Channels>;
  digest: Digest;
  /** Hour of the day, in the zone of the quiet hours, at which a gathered mail comes. */
  digestHour: number;
  muted: MutedSource[];
}

/** A change of these preferences; what is left out stays. */
export interface NotificationPreferencesInput {
  types?: Partial<Record<ChangeableType, Partial<Channels>>>;
  digest?: Digest;
  digestHour?: number;
}

/** A browser that takes web push (W3C Push API, PushSubscription.toJSON()). */
export interface PushSubscriptionInput {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A browser that is registered for web push. */
export interface PushSubscriptionView {
  id: string;
  endpoint: string;
  createdAt: string;
}

type Item = { params: { id: string } };

/** Notifications of the signed-in member, newest first. Source: product.md 2.16 and 4.7. */
export const notificationEndpoints = {
  listNotifications: endpoint<{ query: ListNotificationsQuery }, NotificationView[]>({
    method: 'GET',
    path: '/api/notifications',
    who: 'signedIn',
    errors: [],
    isPage: true,
  }),
  countUnread: endpoint<Record<never, never>, UnreadCount>({
    method: 'GET',
    path: '/api/notifications/unread-count',
    who: 'signedIn',
    errors: [],
  }),
  getNotificationPreferences: endpoint<Record<never, never>, NotificationPreferences>({
    method: 'GET',
    path: '/api/notifications/preferences',
    who: 'signedIn',
    errors: [],
  }),
  editNotificationPreferences: endpoint<{ body: NotificationPreferencesInput }, NotificationPreferences>({
    method: 'PATCH',
    path: '/api/notifications/preferences',
    who: 'signedIn',
    errors: [],
  }),
  editNotification: endpoint<Item & { body: NotificationInput }, NotificationView>({
    method: 'PATCH',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Reads everything up to a notification, of one category or all; `undo` takes the reading of a moment back. */
  readAll: endpoint<
    { body: { category?: NotificationCategory; upToId?: string; undo?: string } },
    { updated: number; readAt: string }
  >({
    method: 'POST',
    path: '/api/notifications/read-all',
    who: 'signedIn',
    errors: [],
  }),
  /** Takes it out of every list; for an hour it can be restored. */
  removeNotification: endpoint<Item & { query: { isGroup?: 'true' } }, void>({
    method: 'DELETE',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Brings back what was deleted, with all that went with it. */
  restoreNotification: endpoint<Item, NotificationView>({
    method: 'PUT',
    path: '/api/notifications/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  muteSource: endpoint<Item, void>({
    method: 'PUT',
    path: '/api/notifications/:id/mute',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  unmuteSource: endpoint<Item, void>({
    method: 'DELETE',
    path: '/api/notifications/:id/mute',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Lets what is about one source come again. */
  unmute: endpoint<{ query: { sourceType: string; sourceId: string } }, void>({
    method: 'DELETE',
    path: '/api/notifications/mutes',
    who: 'signedIn',
    errors: [],
  }),
  /** Sends a test by one way, whatever the preferences say; NOT_FOUND when no browser takes push. */
  sendTest: endpoint<{ body: { channel: NotificationChannel } }, void>({
    method: 'POST',
    path: '/api/notifications/test',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  getPushKey: endpoint<Record<never, never>, { publicKey: string }>({
    method: 'GET',
    path: '/api/push-subscriptions/key',
    who: 'signedIn',
    errors: [],
  }),
  subscribePush: endpoint<{ body: PushSubscriptionInput }, PushSubscriptionView>({
    method: 'POST',
    path: '/api/push-subscriptions',
    who: 'signedIn',
    errors: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  unsubscribePush: endpoint<Item, void>({
    method: 'DELETE',
    path: '/api/push-subscriptions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
} as const;
