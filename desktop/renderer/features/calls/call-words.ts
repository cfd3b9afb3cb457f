import type { CallEndReason, CallType, CallView } from '#shared/api/calls.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import type { CallPeer, CallStep } from './slice.ts';

/** Names of the types of calls, as on a badge. */
export const CALL_NAMES: Record<CallType, string> = { voice: 'Voice Call', video: 'Video Call' };

const STATUS_TEXTS: Record<NonNullable<CallStep>, string> = {
  inviting: 'Calling...',
  ringing: 'Ringing...',
  unreachable: 'Trying to reach {name}...',
  answering: 'Connecting...',
  connecting: 'Connecting...',
  connected: 'Call in progress',
  reconnecting: 'Reconnecting...',
};

/** Returns what is happening, in a few words; empty when there is no call. */
export function statusText({ step, peer }: { step: CallStep; peer: CallPeer | null }): string {
  return step === null ? '' : STATUS_TEXTS[step].replace('{name}', peer?.name ?? 'this member');
}

/** Formats the time since the answer as mm:ss; an hour is 60:00. */
export function timerText(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Formats the length of a past call: "45 s", "3 min" or "1 h 2 min". */
function durationText(durationMs: number): string {
  if (durationMs < MINUTE_MS) return `${String(Math.max(1, Math.round(durationMs / SECOND_MS)))} s`;
  const minutes = Math.round(durationMs / MINUTE_MS) % 60;
  const hours = Math.floor(Math.round(durationMs / MINUTE_MS) / (HOUR_MS / MINUTE_MS));
  if (hours === 0) return `${String(minutes)} min`;
  return minutes === 0 ? `${String(hours)} h` : `${String(hours)} h ${String(minutes)} min`;
}

/** Names of the bars of the quality indicator. */
export const QUALITY_NAMES = ['none', 'poor', 'fair', 'good', 'very good'] as const;

const UNANSWERED: ReadonlySet<CallEndReason> = new Set(['no-answer', 'cancelled', 'busy']);

/** Returns the result of a past call for the user, and whether they missed it. */
export function outcomeOf({ type, role, answeredAt, endedAt, endReason }: CallView): {
  text: string;
  isMissed: boolean;
} {
  const name = type === 'video' ? 'video call' : 'voice call';
  const said = (text: string) => ({ text, isMissed: false });
  if (answeredAt !== null) {
    const direction = role === 'caller' ? 'Outgoing' : 'Incoming';
    if (endedAt === null) return said(`${direction} ${name}, in progress`);
    return said(`${direction} ${name}, ${durationText(Date.parse(endedAt) - Date.parse(answeredAt))}`);
  }
  if (endReason === null) return said(role === 'caller' ? `Outgoing ${name}` : `Incoming ${name}`);
  if (endReason === 'declined') return said(role === 'caller' ? `Declined ${name}` : `You declined a ${name}`);
  if (!UNANSWERED.has(endReason)) return said(`Not connected, ${name}`);
  if (role === 'callee') return { text: `Missed ${name}`, isMissed: true };
  return said(endReason === 'busy' ? `Busy, ${name}` : `Unanswered ${name}`);
}
