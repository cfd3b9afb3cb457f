import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { CallEndReason, CallType } from './calls.ts';

/** A call as its result is worded. */
interface PastCall {
  type: CallType;
  /** Null while the call goes on. */
  endReason: CallEndReason | null;
  /** From the answer to the end; null when the call was not connected. */
  durationMs: number | null;
}

/** How an unanswered call ended, for the caller; calls with any other reason were not connected. */
const UNANSWERED: Partial<Record<CallEndReason, string>> = {
  declined: 'declined',
  busy: 'busy',
  'no-answer': 'no answer',
  cancelled: 'no answer',
};

/**
 * Returns the result of a call, as in "Voice call, 3:12", and whether the user missed it. `isOwn` is true for the
 * caller; without a call the text is only "Call".
 */
export function callResult(call: PastCall | null, isOwn: boolean): { text: string; isMissed: boolean } {
  const said = (text: string) => ({ text, isMissed: false });
  if (call === null) return said('Call');
  const name = call.type === 'video' ? 'video call' : 'voice call';
  const Name = call.type === 'video' ? 'Video call' : 'Voice call';
  if (call.durationMs !== null) return said(`${Name}, ${clockOf(call.durationMs)}`);
  if (call.endReason === null) return said(`${Name}, in progress`);
  const ended = UNANSWERED[call.endReason];
  if (ended === undefined) return said(`${Name}, not connected`);
  if (isOwn) return said(`${Name}, ${ended}`);
  return call.endReason === 'declined' ? said(`You declined a ${name}`) : { text: `Missed ${name}`, isMissed: true };
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
