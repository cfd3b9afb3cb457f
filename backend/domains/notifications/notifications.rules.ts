import {
  NOTIFICATION_TYPES,
  type ChangeableType,
  type Channels,
  type NotificationType,
  type NotificationTypeInfo,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { nextHour, quietUntil } from '#shared/quiet-hours.ts';
import type { Wishes } from './wishes.view.ts';

/** How a notification of a type goes out. */
export interface Decision {
  /** Whether it stands in the member's list. */
  isShown: boolean;
  /** Whether it may be shown over what the member does. */
  isAlert: boolean;
  isPushed: boolean;
  /** When its mail is due; null when none is. */
  mailDueAt: Date | null;
  expiresAt: Date;
}

/** Which ways of a type are on for a member, the six switches counted in; null when it does not reach the member at all. */
function channelsOf(type: NotificationType, wishes: Pick<Wishes, 'preferences' | 'types'>): Channels | null {
  const { topic, isFixed, channels }: NotificationTypeInfo = NOTIFICATION_TYPES[type];
  if (topic !== null && !wishes.preferences[topic]) return null;
  const chosen = isFixed ? channels : { ...channels, ...wishes.types[type as ChangeableType] };
  const on = {
    inApp: chosen.inApp,
    email: chosen.email && wishes.preferences.emailNotifications,
    push: chosen.push && wishes.preferences.pushNotifications,
  };
  return on.inApp || on.email || on.push ? on : null;
}

/**
 * The one place that decides who is told what by which way: the member's switches and choices by type, what is muted or
 * blocked, and quiet hours, which hold back all but the list; what matters most passes them. Null: nothing is told.
 */
export function decide(type: NotificationType, wishes: Wishes, now: Date): Decision | null {
  const { priority, isFixed, daysKept }: NotificationTypeInfo = NOTIFICATION_TYPES[type];
  if (wishes.isHidden || (wishes.isMuted && !isFixed)) return null;
  const on = channelsOf(type, wishes);
  if (on === null) return null;
  const quietEnd = priority === 'high' ? null : quietUntil(wishes.quietHours, now);
  return {
    isShown: on.inApp,
    isAlert: on.inApp && quietEnd === null && priority !== 'low',
    isPushed: on.push && quietEnd === null,
    mailDueAt: on.email ? mailTime(wishes, { isUrgent: priority === 'high', quietEnd, now }) : null,
    expiresAt: new Date(now.getTime() + daysKept * DAY_MS),
  };
}

/**
 * A gathered mail comes at its hour, one that quiet hours hold back at their end, any other after a moment in which it
 * may be read.
 */
function mailTime(
  { digest, digestHour, quietHours }: Wishes,
  { isUrgent, quietEnd, now }: { isUrgent: boolean; quietEnd: Date | null; now: Date },
): Date {
  if (digest === 'daily' && !isUrgent) return nextHour(digestHour, quietHours.zone, now);
  return quietEnd ?? new Date(now.getTime() + NOTIFICATION_LIMITS.mailDelayMs);
}
