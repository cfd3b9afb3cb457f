import type { NotificationParams } from '#shared/api/notification-params.ts';
import type { NotificationType } from '#shared/api/notifications.ts';

/**
 * Whether a notification may carry the text of another member:
 *
 * - `none`: it carries no text of a member;
 * - `related`: reader and author belong to what it is about, such as an event or an item, or the text is the reader's;
 * - `own`: it follows a rule of its own, such as who can send the reader messages;
 * - `reach`: it is sent only where {@link mayReach} allows it, and at most three times a day of a member who is no
 *   connection;
 * - `text`: as `reach`, but without the text where it is not allowed;
 * - `note`: as `text`, and not limited, since one of a pair is open at a time.
 */
type ReachRule = 'none' | 'related' | 'own' | 'reach' | 'text' | 'note';

/** The types that quote something. */
type QuotingType = {
  [Type in NotificationType]: NotificationParams[Type] extends { excerpt: string | null } ? Type : never;
}[NotificationType];

/** The rule of each type; one that quotes something cannot be `none`. */
export const REACH_RULES: Readonly<
  Record<NotificationType, ReachRule> & Record<QuotingType, Exclude<ReachRule, 'none'>>
> = {
  message: 'own',
  'missed-call': 'none',
  'connection-request': 'note',
  'connection-accepted': 'none',
  'connection-rejected': 'none',
  'post-commented': 'reach',
  'thread-commented': 'reach',
  mentioned: 'reach',
  'answer-chosen': 'related',
  'post-liked': 'none',
  'post-shared': 'text',
  'verification-requested': 'note',
  'verification-answered': 'related',
  'course-announcement': 'related',
  'event-reminder': 'related',
  'event-changed': 'related',
  'event-promoted': 'related',
  'course-updated': 'related',
  review: 'related',
  'review-reply': 'related',
  'advertisement-reviewed': 'none',
  purchase: 'none',
  refund: 'none',
  sale: 'none',
  'refund-requested': 'related',
  announcement: 'none',
  security: 'none',
  test: 'none',
};

/** Returns whether a type depends on what author and reader have in common. */
export function isByRelation(type: NotificationType): boolean {
  return ['reach', 'text', 'note'].includes(REACH_RULES[type]);
}

/** The types that are limited between strangers. */
export const LIMITED_TYPES = (Object.keys(REACH_RULES) as NotificationType[]).filter((type) =>
  ['reach', 'text'].includes(REACH_RULES[type]),
);
