import type { NotificationRules } from '../../db/notification-draft.ts';

/** Notifies a user of security events of their account. */
export const accountNotifications: NotificationRules = {
  'account-security': (_reader, { eventId, userId, what }) => [
    {
      kind: 'notify',
      type: 'security',
      params: { what },
      userId,
      dedupeKey: `security:${eventId}`,
    },
  ],
};
