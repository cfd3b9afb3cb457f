import type { CallEndReason, CallType } from '#shared/api/calls.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';

/** Ends of a call without an answer that the callee has not chosen. */
const MISSED: readonly CallEndReason[] = ['no-answer', 'cancelled', 'busy', 'media-caller', 'lost'];

const ENDED = {
  name: 'notification-of-call',
  text: `select c.caller_id, c.callee_id, c.type from calls c
    where c.id = $1 and c.answered_at is null and c.end_reason = any($2::text[])`,
};

interface MissedRow {
  caller_id: string | null;
  callee_id: string | null;
  type: CallType;
}

/** Notifies a member of a missed call. */
export const callNotifications: NotificationRules = {
  'call-ended': async (reader, { callId }) =>
    (await read<MissedRow>(reader, ENDED, [callId, MISSED])).flatMap(
      ({ caller_id: actorId, callee_id: userId, type }) =>
        actorId === null || userId === null
          ? []
          : {
              kind: 'notify',
              type: 'missed-call',
              params: { callType: type },
              userId,
              actorId,
              sourceType: 'call',
              sourceId: callId,
              groupKey: `missed-call:${actorId}`,
              dedupeKey: `missed-call:${callId}`,
            },
    ),
};
