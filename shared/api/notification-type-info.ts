import type { Role } from './endpoint.ts';
import type { Channels, NotificationCategory, NotificationPriority, NotificationTopic } from './notifications.ts';

/** Properties of a notification type. */
export interface NotificationTypeInfo {
  category: NotificationCategory;
  priority: NotificationPriority;
  /** The switch that overrides it; null when there is none. */
  topic: NotificationTopic | null;
  /** Name in the settings. */
  label: string;
  /** Why the member receives it. */
  reason: string;
  /** The channels that are on until the user changes them. */
  channels: Channels;
  /** True where it is always shown in the app and cannot be changed. */
  isFixed?: true;
  /** Roles that receive it; every role when omitted. */
  roles?: readonly Role[];
  /** Number of days after which it is deleted. */
  retentionDays: number;
  /** Delay of its email where it is not `NOTIFICATION_LIMITS.emailDelayMs`. */
  emailDelayMs?: number;
  /** True where at most one email of a group is sent in 24 hours; the next is due after them. */
  hasDailyEmail?: true;
  /** True where the client has shown a toast before, so that the notification raises none. */
  hasOwnToast?: true;
}
