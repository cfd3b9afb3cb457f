import type { CallType } from '#shared/api/calls.ts';
import { SECOND_MS } from '#shared/time.ts';
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

/** Names of the bars of the quality indicator. */
export const QUALITY_NAMES = ['none', 'poor', 'fair', 'good', 'very good'] as const;
