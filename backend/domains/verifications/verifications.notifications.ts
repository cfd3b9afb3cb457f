import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { isoOf, read, type Timestamp } from '../../db/read.ts';

interface VerificationRow {
  status: 'pending' | 'confirmed' | 'declined' | 'revoked';
  decided_at: Timestamp | null;
  place: string | null;
  what: string | null;
}

const VERIFICATION = {
  name: 'notification-of-verification',
  text: `select status, decided_at, entry ->> 'place' as place, entry ->> 'what' as what from verifications where id = $1`,
};

/** Notifies an institution of requests to confirm a profile entry, and the requester of the decision. */
export const verificationNotifications: NotificationRules = {
  'verification-created': async (reader, { verificationId, userId: actorId, institutionId }) =>
    (await read<VerificationRow>(reader, VERIFICATION, [verificationId]))
      .filter(({ status }) => status === 'pending')
      .map((row) => ({
        kind: 'notify',
        type: 'verification-requested',
        params: { excerpt: entryOf(row) },
        userId: institutionId,
        actorId,
        sourceType: 'verification',
        sourceId: verificationId,
        groupKey: 'verification-requested',
        dedupeKey: `verification:${verificationId}`,
        awaitsAnswer: true,
      })),
  'verification-updated': async (reader, { verificationId, userId, institutionId }) => [
    { kind: 'settle', userId: institutionId, sourceType: 'verification', sourceId: verificationId },
    ...(await read<VerificationRow>(reader, VERIFICATION, [verificationId])).flatMap((row) =>
      row.status === 'pending' || row.decided_at === null
        ? []
        : [
            {
              kind: 'notify' as const,
              type: 'verification-answered' as const,
              params: { status: row.status, excerpt: entryOf(row) },
              userId,
              actorId: institutionId,
              sourceType: 'verification',
              sourceId: verificationId,
              dedupeKey: `verification:${verificationId}:${row.status}:${isoOf(row.decided_at)}`,
            },
          ],
    ),
  ],
};

function entryOf({ what, place }: VerificationRow): string {
  return [what, place].filter(Boolean).join(', ').slice(0, NOTIFICATION_LIMITS.excerptMaxChars);
}
