import type { NotificationRules } from '../../db/notification-draft.ts';

/** Notifies a user of security events of their account. */
export const accountNotifications: NotificationRules = {
  'account-security': (_reader, { eventId, userId, what }) => [
    {
      kind: 'notify',
      draft: {
        type: 'security',
        params: { what },
        userId,
        actorId: null,
        sourceType: null,
        sourceId: null,
        groupKey: null,
        dedupeKey: `security:${eventId}`,
      },
    },
  ],
};
