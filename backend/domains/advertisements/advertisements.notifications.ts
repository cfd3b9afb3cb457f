import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';

interface ReviewedRow {
  user_id: string;
  title: string;
  state: string;
  rejection_reason: string | null;
}

const REVIEWED = {
  name: 'notification-of-advertisement',
  text: `select user_id, title, state, rejection_reason from advertisements
    where id = $1 and state in ('active', 'rejected')`,
};

/** Notifies an advertiser of an operator's decision. */
export const advertisementNotifications: NotificationRules = {
  'advertisement-reviewed': async (reader, { advertisementId, at }) =>
    (await read<ReviewedRow>(reader, REVIEWED, [advertisementId])).map((row) => ({
      kind: 'notify',
      type: 'advertisement-reviewed',
      params: {
        isApproved: row.state === 'active',
        advertisementTitle: row.title,
        reason: row.rejection_reason?.slice(0, NOTIFICATION_LIMITS.excerptMaxChars) ?? null,
      },
      userId: row.user_id,
      sourceType: 'advertisement',
      sourceId: advertisementId,
      dedupeKey: `advertisement:${advertisementId}:${at}`,
    })),
};
