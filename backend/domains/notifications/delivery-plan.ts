import type { NotificationTypeInfo } from '#shared/api/notification-type-info.ts';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { ChangeableType, Channels, NotificationType } from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { nextHour, quietUntil } from '#shared/quiet-hours.ts';
import type { RecipientSettings } from './recipient-settings.ts';

/** How a notification is delivered. */
export interface DeliveryPlan {
  /** Whether it is in the user's list. */
  isShown: boolean;
  /** Whether it raises a toast. */
  isAlert: boolean;
  isPushed: boolean;
  /** When its email is due; null when none is. */
  emailDueAt: Date | null;
  expiresAt: Date;
}

/** The channels of a type that are on for the recipient, with the six switches applied; null when none is. */
function channelsOf(
  type: NotificationType,
  settings: Pick<RecipientSettings, 'preferences' | 'types'>,
): Channels | null {
  const { topic, isFixed, channels }: NotificationTypeInfo = NOTIFICATION_TYPES[type];
  if (topic !== null && !settings.preferences[topic]) return null;
  const chosen = isFixed ? channels : { ...channels, ...settings.types[type as ChangeableType] };
  const on = {
    inApp: chosen.inApp,
    email: chosen.email && settings.preferences.emailNotifications,
    push: chosen.push && settings.preferences.pushNotifications,
  };
  return on.inApp || on.email || on.push ? on : null;
}

/**
 * Decides the delivery (list, email, push) from the recipient's switches and choices by type, mutes, blocks and quiet
 * hours. Quiet hours suppress alerts but not the list; high priority passes them. Returns null for no delivery.
 */
export function planDelivery(type: NotificationType, settings: RecipientSettings, now: Date): DeliveryPlan | null {
  const info: NotificationTypeInfo = NOTIFICATION_TYPES[type];
  const { priority, isFixed, retentionDays } = info;
  if (settings.isHidden || (settings.isMuted && !isFixed)) return null;
  const on = channelsOf(type, settings);
  if (on === null) return null;
  const quietEnd = priority === 'high' ? null : quietUntil(settings.quietHours, now);
  return {
    isShown: on.inApp,
    isAlert: on.inApp && quietEnd === null && priority !== 'low' && !info.hasOwnToast,
    isPushed: on.push && quietEnd === null,
    emailDueAt: on.email ? emailTime(settings, { info, quietEnd, now }) : null,
    expiresAt: new Date(now.getTime() + retentionDays * DAY_MS),
  };
}

/**
 * A daily digest is due at its hour, any other email after a delay in which the notification may be read, and in quiet
 * hours not before their end.
 */
function emailTime(
  { digest, digestHour, quietHours }: RecipientSettings,
  { info, quietEnd, now }: { info: NotificationTypeInfo; quietEnd: Date | null; now: Date },
): Date {
  if (digest === 'daily' && info.priority !== 'high') return nextHour(digestHour, quietHours.zone, now);
  const delayed = new Date(now.getTime() + (info.emailDelayMs ?? NOTIFICATION_LIMITS.emailDelayMs));
  return quietEnd !== null && quietEnd > delayed ? quietEnd : delayed;
}
