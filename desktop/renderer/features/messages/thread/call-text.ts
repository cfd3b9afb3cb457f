import type { CallSummary } from '#shared/api/messages.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts';

/** How an unanswered call ended, for the caller; calls with any other reason were not connected. */
const UNANSWERED: Partial<Record<CallSummary['endReason'], string>> = {
  declined: 'declined',
  busy: 'busy',
  'no-answer': 'no answer',
  cancelled: 'no answer',
};

/** Returns the text of a call's row, and whether the user missed the call. `isOwn` is true for the caller. */
export function callText(call: CallSummary | null, isOwn: boolean): { text: string; isMissed: boolean } {
  if (call === null) return { text: 'Call', isMissed: false };
  const name = call.type === 'video' ? 'video call' : 'voice call';
  const Name = call.type === 'video' ? 'Video call' : 'Voice call';
  if (call.durationMs !== null) return { text: `${Name}, ${clockOf(call.durationMs)}`, isMissed: false };
  const ended = UNANSWERED[call.endReason];
  if (ended === undefined) return { text: `${Name}, not connected`, isMissed: false };
  if (isOwn) return { text: `${Name}, ${ended}`, isMissed: false };
  return call.endReason === 'declined'
    ? { text: `You declined a ${name}`, isMissed: false }
    : { text: `Missed ${name}`, isMissed: true };
}

/** Formats a duration as m:ss or h:mm:ss. */
function clockOf(durationMs: number): string {
  const hours = Math.floor(durationMs / HOUR_MS);
  const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS);
  const seconds = String(Math.floor((durationMs % MINUTE_MS) / SECOND_MS)).padStart(2, '0');
  return hours > 0
    ? `${String(hours)}:${String(minutes).padStart(2, '0')}:${seconds}`
    : `${String(minutes)}:${seconds}`;
}
