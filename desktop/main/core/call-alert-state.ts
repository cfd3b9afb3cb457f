import type { CallAction, CallPeer, CallReport } from '#shared/bridge/calls.ts';
import type { CallType } from '#shared/api/calls.ts';
import type { CallIntents } from '#shared/realtime/calls.ts';

/** How many missed calls are listed, and how many ended calls are remembered. */
const ALERT_COUNTS = { missedMax: 5, seenMax: 64 } as const;

/** Where the call of this computer is; the last four are over. */
type AlertPhase =
  | 'idle'
  | 'ringing'
  | 'connecting'
  | 'in-call'
  | 'ended'
  | 'missed'
  | 'declined'
  | 'answered-elsewhere';

/** How a call ended. */
export type AlertEnd = Exclude<AlertPhase, 'idle' | 'ringing' | 'connecting' | 'in-call'>;

/** The call of this computer. */
export interface AlertCall {
  callId: string;
  peer: CallPeer;
  callType: CallType;
  role: 'caller' | 'callee';
  isMuted: boolean;
  isSharing: boolean;
}

/** A missed call. */
export type MissedCall = Pick<AlertCall, 'callId' | 'peer' | 'callType'>;

/** State of the alerts; the single source of what tray, call box, notification and window show of calls. */
export interface AlertState {
  phase: AlertPhase;
  /** Null when idle and after a call. */
  call: AlertCall | null;
  /** The app's page: ready while it follows the live link; the rest is its last report. */
  page: { isReady: boolean; isLive: boolean; call: CallReport['call'] };
  /** What the page does as soon as it can. */
  action: Extract<CallAction, { kind: 'answer' | 'call' }> | null;
  /** Newest first. */
  missed: readonly MissedCall[];
  /** A call was missed since the member last looked at the app. */
  hasNewMissed: boolean;
  /** Ended calls: pushes about them are ignored, except that a lost refusal is sent again. */
  seen: readonly { callId: string; isDeclined: boolean }[];
}

/** An intent with its name. `callerId` and `calleeId` are added by {@link AlertEffect}'s runner. */
type AlertIntent =
  | { name: 'incoming-call-received' | 'call-sync' }
  | { name: 'call-rejected'; reason: CallIntents['call-rejected']['reason'] }
  | { name: 'call-ended'; reason: CallIntents['call-ended']['reason'] };

/** What main does for the machine. */
export type AlertEffect =
  | ({ type: 'emit'; callId: string; peerId: string; role: AlertCall['role'] } & AlertIntent)
  /** Lets the page act. */
  | { type: 'page-action'; action: CallAction }
  /** The page stops ringing, as when another device declines. */
  | { type: 'silence-page'; callId: string }
  | { type: 'open-window' }
  /** Connects again as another device, so that the new page receives the call and every signal of it. */
  | { type: 'renew-device' }
  | { type: 'start-timer'; callId: string; ms: number }
  | { type: 'stop-timer' };

/** A new state with its effects, in order. */
export interface AlertTransition {
  state: AlertState;
  effects: readonly AlertEffect[];
}

/** The state before any call. */
export const NO_ALERTS: AlertState = {
  phase: 'idle',
  call: null,
  page: { isReady: false, isLive: false, call: null },
  action: null,
  missed: [],
  hasNewMissed: false,
  seen: [],
};

/** An effect that sends an intent about a call. */
export function emitFor(call: Pick<AlertCall, 'callId' | 'peer' | 'role'>, intent: AlertIntent): AlertEffect {
  return { type: 'emit', callId: call.callId, peerId: call.peer.id, role: call.role, ...intent };
}

/** Ends the call on every indicator. A missed call is listed. */
export function endAlert(state: AlertState, phase: AlertEnd, effects: readonly AlertEffect[] = []): AlertTransition {
  const { call } = state;
  if (!call) return { state: { ...state, phase }, effects };
  const seen = [...state.seen, { callId: call.callId, isDeclined: phase === 'declined' }].slice(-ALERT_COUNTS.seenMax);
  const over: AlertState = { ...state, phase, call: null, action: null, seen };
  return { state: phase === 'missed' ? addMissed(over, call) : over, effects: [{ type: 'stop-timer' }, ...effects] };
}

/** Lists a missed call; one that is listed is not listed again. */
export function addMissed(state: AlertState, { callId, peer, callType }: MissedCall): AlertState {
  if (state.missed.some((known) => known.callId === callId)) return state;
  const missed = [{ callId, peer, callType }, ...state.missed].slice(0, ALERT_COUNTS.missedMax);
  return { ...state, missed, hasNewMissed: true };
}
