import type { EventPlace } from '../event-places.ts';
import type { SecurityChange } from './account.ts';
import type { CallType } from './calls.ts';
import type { PurchaseNotificationParams } from './purchase-notifications.ts';

/** A quote of what a user wrote or of the record; null without one. */
interface Quoted {
  excerpt: string | null;
}

/**
 * Parameters of each type: stored and sent instead of texts, which `notificationText` returns. Names of actors are in
 * `actors`.
 */
export interface NotificationParams extends PurchaseNotificationParams {
  /** The text of the message is not stored, so that a deleted one is shown nowhere. */
  message: { isRequest: boolean };
  'missed-call': { callType: CallType };
  'connection-request': Quoted;
  'connection-accepted': Record<never, never>;
  'connection-rejected': Record<never, never>;
  'post-commented': Quoted;
  'thread-commented': Quoted;
  mentioned: Quoted & { place: 'post' | 'comment' };
  'answer-chosen': Quoted;
  'post-liked': Record<never, never>;
  'post-shared': Quoted;
  /** The excerpt is the profile entry. */
  'verification-requested': Quoted;
  'verification-answered': Quoted & { status: 'confirmed' | 'declined' | 'revoked' };
  /** The text of the announcement is not stored, so that a deleted one is shown nowhere. */
  'course-announcement': { courseTitle: string };
  /** `place` is when and where the event is; notifications of before version 0.2 have none. */
  'event-reminder': { eventTitle: string; kind: 'day' | 'soon'; place?: EventPlace };
  /** `before` is what the participants knew until then, if that differs; otherwise the link to join may be new. */
  'event-changed': {
    eventTitle: string;
    isCancelled: boolean;
    place?: EventPlace;
    before?: EventPlace;
    isLinkNew?: boolean;
  };
  /** `heldUntil` is null when the seat needs no confirmation. */
  'event-promoted': { eventTitle: string; seat: 'free' | 'passed-on'; heldUntil: string | null };
  /** The excerpt is the start of the author's note. */
  'course-updated': Quoted & { courseTitle: string };
  /** The excerpt is the text of the review. */
  review: Quoted & { courseTitle: string; rating: number };
  /** The excerpt is the reply. */
  'review-reply': Quoted & { courseTitle: string };
  'advertisement-reviewed': { advertisementTitle: string; isApproved: boolean; reason: string | null };
  announcement: { title: string; content: string };
  security: { what: SecurityChange };
  test: Record<never, never>;
}
