import { describePlace, type EventPlace } from '../event-places.ts';
import { MINUTE_MS } from '../time.ts';
import type { SecurityChange } from './account.ts';
import type { NotificationView } from './notifications.ts';
import { isAboutPurchase, purchaseText } from './purchase-notifications.ts';

/** The texts of a notification. */
export interface NotificationText {
  title: string;
  content: string;
  /** A quote or an explanation below the content; null without one. */
  excerpt: string | null;
}

/**
 * Returns the texts of a notification by its type, for the list, toasts, web push and email. Times left are relative to
 * `now`.
 */
export function notificationText(view: NotificationView, now = new Date()): NotificationText {
  const names = namesOf(view);
  if (isAboutPurchase(view)) return purchaseText(view, names);
  switch (view.type) {
    case 'message':
      return messageText(names, view.params.isRequest);
    case 'missed-call':
      return missedText(names, view.count);
    case 'connection-request':
      return text('Connection request', `${names} wants to connect`, view.params.excerpt);
    case 'connection-accepted':
      return text('Connection accepted', names);
    case 'connection-rejected':
      return text('Connection Rejected', 'Your connection request was declined');
    case 'post-commented':
      return text('New comment', `${names} commented on your post`, view.params.excerpt);
    case 'thread-commented':
      return text('New comment', `${names} also commented on a post`, view.params.excerpt);
    case 'mentioned':
      return text('Mention', `${names} mentioned you in a ${view.params.place}`, view.params.excerpt);
    case 'answer-chosen':
      return text('Answer chosen', `${names} chose your comment as the answer`, view.params.excerpt);
    case 'post-liked':
      return text('New like', `${names} liked your post`);
    case 'post-shared':
      return text('New share', `${names} shared your post`, view.params.excerpt);
    case 'verification-requested': {
      const verb = view.actorCount > 1 ? 'ask' : 'asks';
      return text('Confirmation request', `${names} ${verb} to be confirmed`, view.params.excerpt);
    }
    case 'verification-answered': {
      const { title, action } = VERIFICATION_TEXTS[view.params.status];
      return text(title, `${names} ${action}`, view.params.excerpt);
    }
    case 'course-announcement':
      return text('New announcement', `${names} wrote to the learners of ${view.params.courseTitle}`);
    case 'event-reminder': {
      const span = view.params.kind === 'day' ? '24 hours' : '15 minutes';
      return text(`Starts within ${span}`, withPlace(view.params.eventTitle, view.params.place));
    }
    case 'event-changed':
      return changeText(view);
    case 'event-promoted':
      return seatText(view, now);
    case 'course-updated':
    case 'review':
    case 'review-reply':
      return itemText(view, names);
    case 'advertisement-reviewed': {
      const { isApproved, advertisementTitle, reason } = view.params;
      return text(isApproved ? 'Advertisement approved' : 'Advertisement rejected', advertisementTitle, reason);
    }
    case 'announcement':
      return text(view.params.title, view.params.content);
    case 'security':
      return { ...SECURITY_TEXTS[view.params.what], excerpt: null };
    case 'test':
      return text('Test notification', 'This channel works.');
  }
}

function itemText(
  view: Extract<NotificationView, { type: 'course-updated' | 'review' | 'review-reply' }>,
  names: string,
): NotificationText {
  const { courseTitle, excerpt } = view.params;
  if (view.type === 'course-updated') return text('Course updated', courseTitle, excerpt);
  if (view.type === 'review-reply')
    return text('Reply to your review', `${names} replied about ${courseTitle}`, excerpt);
  return text('New review', `${names} reviewed ${courseTitle}`, excerpt ?? `${view.params.rating} of 5 stars`);
}

function missedText(names: string, count: number): NotificationText {
  return count > 1
    ? text('Missed calls', `${names} called you ${count} times`)
    : text('Missed call', `${names} called you`);
}

function messageText(names: string, isRequest: boolean): NotificationText {
  return isRequest
    ? text('Message request', `${names} sent you a message request`)
    : text('New message', `${names} sent you a message`);
}

function text(title: string, content: string, excerpt: string | null = null): NotificationText {
  return { title, content, excerpt };
}

/** "Ana", "Ana and Bo", "Ana, Bo and 3 others". */
function namesOf({ actors: [first, second], actorCount }: NotificationView): string {
  const name = first?.fullName ?? 'Someone';
  if (second === undefined) return name;
  const others = actorCount - 2;
  if (others <= 0) return `${name} and ${second.fullName}`;
  return `${name}, ${second.fullName} and ${others} ${others === 1 ? 'other' : 'others'}`;
}

const VERIFICATION_TEXTS = {
  confirmed: { title: 'Confirmed', action: 'confirmed an entry of your profile' },
  declined: { title: 'Not confirmed', action: 'did not confirm an entry of your profile' },
  revoked: { title: 'Confirmation withdrawn', action: 'withdrew a confirmation of your profile' },
};

function seatText({ params }: Extract<NotificationView, { type: 'event-promoted' }>, now: Date): NotificationText {
  const { seat, eventTitle, heldUntil } = params;
  if (seat === 'passed-on') {
    const excerpt = "You didn't confirm it in time. You are still interested.";
    return text('Your seat was offered to the next member in line', eventTitle, excerpt);
  }
  if (heldUntil === null) return text('You have a seat', eventTitle);
  const leftMs = Date.parse(heldUntil) - now.getTime();
  const excerpt =
    leftMs > 0 ? `Confirm it within ${spanText(leftMs)}, or it is offered to the next member in line.` : null;
  return text('A seat is held for you', eventTitle, excerpt);
}

function changeText({ params }: Extract<NotificationView, { type: 'event-changed' }>): NotificationText {
  const { eventTitle, isCancelled, place, before, isLinkNew = false } = params;
  const content = withPlace(eventTitle, place);
  if (isCancelled) return text('Event cancelled', content);
  // Emails and pushes contain no excerpt.
  const more = before !== undefined ? `. Before: ${describePlace(before)}` : '';
  return text('Event updated', content + (isLinkNew ? '. The link to join has changed.' : more));
}

function withPlace(title: string, place: EventPlace | undefined): string {
  return place === undefined ? title : `${title}: ${describePlace(place)}`;
}

/** "24 hours", "1 hour", "20 minutes"; at least one minute. */
function spanText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const SECURITY_TEXTS: Record<SecurityChange, { title: string; content: string }> = {
  'password-changed': {
    title: 'Password changed',
    content: 'Your password was changed, and your other devices were signed out.',
  },
  'password-reset': {
    title: 'Password changed',
    content: 'Your password was reset by email, and your devices were signed out.',
  },
  'email-change-requested': {
    title: 'Change of email address',
    content: 'Someone who knows your password asked to change the email address of your account.',
  },
  'account-restored': {
    title: 'Account restored',
    content: 'Your account was restored by email: it has a new password, and your devices were signed out.',
  },
  'account-approved': {
    title: 'Account approved',
    content: 'An operator approved your account. You can now use everything that your role offers.',
  },
  'email-changed': { title: 'Email address changed', content: 'Your account now uses another email address.' },
  'two-factor-on': { title: 'Two-factor sign-in is on', content: 'From now on, signing in asks for a code as well.' },
  'two-factor-off': { title: 'Two-factor sign-in is off', content: 'Signing in no longer asks for a code.' },
  'recovery-codes-renewed': { title: 'New recovery codes', content: 'Your earlier recovery codes no longer work.' },
  'new-device': { title: 'New sign-in', content: 'Someone signed in on a device that was not used before.' },
  'failed-sign-ins': {
    title: 'Failed sign-ins',
    content: 'Someone entered a wrong password for your account many times. They did not get in.',
  },
  'wrong-codes': {
    title: 'Wrong codes at sign-in',
    content: 'Someone entered your password and then wrong codes. If this was not you, change your password.',
  },
  'deletion-requested': { title: 'Your account will be deleted', content: 'You can keep it for 14 days.' },
};
