import type { NotificationPushes } from '#shared/realtime/notifications.ts';
import type { CallEndReason } from '#shared/api/calls.ts';
import type { CallPushes } from '#shared/realtime/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import {
  addMissed,
  emitFor,
  endAlert,
  type AlertCall,
  type AlertEnd,
  type AlertState,
  type AlertTransition,
} from './call-alert-state.ts';

/** The server ends a call that is not answered; this is added to its time limit, in milliseconds. */
const LATE_MS = 2 * SECOND_MS;

/** Pushes that the alerts follow. */
interface AlertPushes
  extends Pick<CallPushes, 'incoming-call' | 'call-ended' | 'call-elsewhere' | 'call-state'>, NotificationPushes {}

/** A push with its name. */
export type AlertPush = {
  [Name in keyof AlertPushes]: { type: 'push'; name: Name; push: AlertPushes[Name] };
}[keyof AlertPushes];

const FOLLOWED: Record<keyof AlertPushes, true> = {
  'incoming-call': true,
  'call-ended': true,
  'call-elsewhere': true,
  'call-state': true,
  notification: true,
};

/** Returns a push of the live link as an event; null for one that the alerts do not follow. */
export function toAlertPush(name: string, payload: unknown): AlertPush | null {
  // The server sends what shared/realtime declares.
  return Object.hasOwn(FOLLOWED, name) ? ({ type: 'push', name, push: payload } as AlertPush) : null;
}

/** Returns the state after a push. */
export function receiveCallPush(state: AlertState, event: AlertPush): AlertTransition {
  switch (event.name) {
    case 'incoming-call':
      return ring(state, event.push);
    case 'call-ended':
      return finish(state, event.push.callId, endOf(event.push.reason));
    case 'call-elsewhere':
      return finish(state, event.push.callId, event.push.reason === 'declined' ? 'declined' : 'answered-elsewhere');
    case 'call-state':
      return adopt(state, event.push);
    case 'notification':
      return { state: followNotification(state, event.push), effects: [] };
  }
}

function ring(state: AlertState, push: AlertPushes['incoming-call']): AlertTransition {
  const { callId, callType, ringMs } = push;
  const peer = { id: push.callerId, name: push.callerName, photo: push.callerPhoto };
  const call: AlertCall = { callId, peer, callType, role: 'callee', isMuted: false, isSharing: false };
  const seen = state.seen.find((each) => each.callId === callId);
  if (seen?.isDeclined) return { state, effects: [emitFor(call, { name: 'call-rejected', reason: 'declined' })] };
  if (seen || ringMs <= 0) return { state, effects: [] };
  // The page acknowledges what it rings for; the same device may acknowledge it again.
  const received = state.page.isReady ? [] : [emitFor(call, { name: 'incoming-call-received' })];
  if (state.call?.callId === callId) return { state, effects: state.phase === 'ringing' ? received : [] };
  // The server refuses a second call, unless the first one has ended and its end was lost.
  if (state.phase === 'connecting' || state.phase === 'in-call') return { state, effects: [] };
  const before = state.call ? endAlert(state, 'missed').state : state;
  const ms = Math.min(ringMs, CALL_LIMITS.ringMs) + LATE_MS;
  return {
    state: { ...before, phase: 'ringing', call, action: null },
    effects: [...received, { type: 'start-timer', callId, ms }],
  };
}

const UNANSWERED: ReadonlySet<CallEndReason> = new Set(['no-answer', 'cancelled', 'lost', 'busy']);

function endOf(reason: CallEndReason | null): AlertEnd {
  if (reason === 'declined') return 'declined';
  return reason === null || UNANSWERED.has(reason) ? 'missed' : 'ended';
}

/** Ends the current call. One that was answered here is not missed. */
function finish(state: AlertState, callId: string, end: AlertEnd): AlertTransition {
  if (state.call?.callId !== callId) return { state, effects: [] };
  const isAnswered = state.phase !== 'ringing' && state.action?.kind !== 'answer';
  return endAlert(state, isAnswered && end === 'missed' ? 'ended' : end);
}

/** Follows the server: it owns the call. */
function adopt(state: AlertState, { callId, state: at, mine, endReason }: AlertPushes['call-state']): AlertTransition {
  if (at === 'ended') return finish(state, callId, endReason === 'completed' ? 'answered-elsewhere' : endOf(endReason));
  return at === 'active' && !mine ? finish(state, callId, 'answered-elsewhere') : { state, effects: [] };
}

/** Lists a missed call that did not ring here, and removes one that was read on another device. */
function followNotification(state: AlertState, { view }: AlertPushes['notification']): AlertState {
  if (view?.type !== 'missed-call' || view.sourceId === null) return state;
  const { sourceId: callId } = view;
  const [caller] = view.actors;
  if (view.read || view.done) {
    const missed = state.missed.filter((each) => each.callId !== callId);
    return { ...state, missed, hasNewMissed: state.hasNewMissed && missed.length > 0 };
  }
  if (!caller || state.seen.some((each) => each.callId === callId)) return state;
  const peer = { id: caller.id, name: caller.fullName, photo: caller.profileImage };
  return addMissed(state, { callId, peer, callType: view.params.callType });
}
