import type { NotificationRules } from './db/notification-draft.ts';
import { advertisementNotifications } from './domains/advertisements/advertisements.notifications.ts';
import { accountNotifications } from './domains/auth/auth.notifications.ts';
import { callNotifications } from './domains/calls/calls.notifications.ts';
import { commentNotifications } from './domains/comments/comments.notifications.ts';
import { connectionNotifications } from './domains/connections/connections.notifications.ts';
import { courseNotifications } from './domains/courses/courses.notifications.ts';
import { eventNotifications, loadEventTitles } from './domains/events/events.notifications.ts';
import { messageNotifications } from './domains/messages/messages.notifications.ts';
import type { SourceTitles } from './domains/notifications/notification-preferences.service.ts';
import { announcementNotifications } from './domains/operator/announcements.service.ts';
import { loadPostTitles, postNotifications } from './domains/posts/posts.notifications.ts';
import { purchaseNotifications } from './domains/purchases/purchases.notifications.ts';
import { reviewNotifications } from './domains/reviews/reviews.notifications.ts';
import { verificationNotifications } from './domains/verifications/verifications.notifications.ts';

/** Lists what is notified: one line per noun. */
export const NOTIFICATION_RULES: readonly NotificationRules[] = [
  accountNotifications,
  advertisementNotifications,
  announcementNotifications,
  callNotifications,
  commentNotifications,
  connectionNotifications,
  courseNotifications,
  eventNotifications,
  messageNotifications,
  postNotifications,
  purchaseNotifications,
  reviewNotifications,
  verificationNotifications,
];

/** Loads the titles of what can be muted, by source type. */
export const SOURCE_TITLES: SourceTitles = { post: loadPostTitles, event: loadEventTitles };
