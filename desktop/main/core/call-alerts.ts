import type { CallBoxAction, CallReport } from '#shared/bridge/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { receiveCallPush, type AlertPush } from './call-alert-pushes.ts';
import {
  emitFor,
  endAlert,
  NO_ALERTS,
  type AlertCall,
  type AlertEffect,
  type AlertState,
  type AlertTransition,
} from './call-alert-state.ts';

/** What happens to the alerts. */
export type AlertEvent =
  | AlertPush
  /** An intent of the page, before it is sent. */
  | { type: 'intent'; name: string; callId: string | null }
  | { type: 'act'; callId: string; action: CallBoxAction }
  | { type: 'report'; report: CallReport }
  /** A page follows the live link. */
  | { type: 'page-connected' }
  /** The page is reloaded, has crashed or, with `isClosed`, its window is gone. */
  | { type: 'page-gone'; isClosed: boolean }
  | { type: 'call-back'; callId: string }
  | { type: 'toggle-mute' | 'stop-sharing' | 'hang-up' }
  /** The time limit of the ringing call, in case that its end was lost, or of a page that should have come back. */
  | { type: 'expired'; callId: string }
  /** The live link is live again. */
  | { type: 'linked' }
  /** The computer woke up. */
  | { type: 'woke-up' }
  /** The member looks at the app. */
  | { type: 'looked' }
  | { type: 'signed-out' };

/** Returns the state after an event and what main has to do. An event that does not fit the state changes nothing. */
export function advanceAlerts(state: AlertState, event: AlertEvent): AlertTransition {
  switch (event.type) {
    case 'push':
      return receiveCallPush(state, event);
    case 'intent':
      return followIntent(state, event);
    case 'act':
      return act(state, event);
    case 'report':
      return followReport(state, event.report);
    case 'page-connected':
      return connectPage(state);
    case 'page-gone':
      return losePage(state, event.isClosed);
    case 'call-back':
      return callBack(state, event.callId);
    case 'toggle-mute':
    case 'stop-sharing':
    case 'hang-up':
      return control(state, event.type);
    case 'expired':
      return expire(state, event.callId);
    case 'linked':
      return { state, effects: askServer(state) };
    case 'woke-up':
      return {
        state,
        effects: state.phase === 'in-call' ? [{ type: 'page-action', action: { kind: 'renew' } }] : [],
      };
    case 'looked':
      return { state: state.hasNewMissed ? { ...state, hasNewMissed: false } : state, effects: [] };
    case 'signed-out':
      return { state: { ...NO_ALERTS, page: state.page }, effects: state.call ? [{ type: 'stop-timer' }] : [] };
  }
}

/** Asks for the state of a call whose end may have been lost with the link, unless the page asks. */
function askServer({ call, page }: AlertState): AlertEffect[] {
  return call && page.call?.callId !== call.callId ? [emitFor(call, { name: 'call-sync' })] : [];
}

function expire(state: AlertState, callId: string): AlertTransition {
  if (state.call?.callId !== callId) return { state, effects: [] };
  if (isReturning(state)) return hangUp(state, state.call);
  return state.phase === 'ringing' ? endAlert(state, 'missed') : { state, effects: [] };
}

/** True while the page that has the call is loaded again, and may come back into it. */
function isReturning(state: AlertState): state is AlertState & { call: AlertCall } {
  return state.phase === 'in-call' && state.page.call === null;
}

function hangUp(state: AlertState, call: AlertCall): AlertTransition {
  return endAlert(state, 'ended', [emitFor(call, { name: 'call-ended', reason: 'completed' })]);
}

/** True when the call of an intent or a push is the one that rings. */
function isRinging(state: AlertState, callId: string | null): state is AlertState & { call: AlertCall } {
  return state.phase === 'ringing' && state.call?.callId === callId;
}

/** The page itself declined or answered; it has notified the server. */
function followIntent(state: AlertState, { name, callId }: Extract<AlertEvent, { type: 'intent' }>): AlertTransition {
  // The page does not come back into the call.
  if (isReturning(state) && name === 'call-ended' && state.call.callId === callId) return endAlert(state, 'ended');
  if (!isRinging(state, callId)) return { state, effects: [] };
  if (name === 'call-rejected' || name === 'call-ended') return endAlert(state, 'declined');
  if (name === 'call-accepted') return { state: { ...state, phase: 'connecting' }, effects: [{ type: 'stop-timer' }] };
  return { state, effects: [] };
}

/** The first action about a call wins. */
function act(state: AlertState, { callId, action }: Extract<AlertEvent, { type: 'act' }>): AlertTransition {
  if (!isRinging(state, callId)) return { state, effects: [] };
  if (action === 'decline') return decline(state, state.call);
  const answer = { kind: 'answer', callId, isCameraOn: action === 'answer-video' } as const;
  const isTaken = state.page.call?.callId === callId;
  return {
    state: { ...state, phase: 'connecting', action: isTaken ? null : answer },
    effects: [{ type: 'open-window' }, ...(isTaken ? [{ type: 'page-action', action: answer } as const] : [])],
  };
}

function decline(state: AlertState, call: AlertCall): AlertTransition {
  return endAlert(state, 'declined', [
    emitFor(call, { name: 'call-rejected', reason: 'declined' }),
    ...(state.page.isReady ? [{ type: 'silence-page', callId: call.callId } as const] : []),
  ]);
}

function followReport(state: AlertState, report: CallReport): AlertTransition {
  const before = state.page.call;
  const reported: AlertState = { ...state, page: { ...state.page, ...report } };
  const { call } = report;
  if (!call) {
    const hadCall = state.call !== null && before?.callId === state.call.callId;
    const isOver = hadCall && (state.phase === 'in-call' || state.phase === 'connecting');
    return isOver ? endAlert(reported, 'ended') : deliver(reported);
  }
  const { callId, peer, callType, isMuted, isSharing } = call;
  // The page has not yet noticed the end.
  if (state.seen.some((each) => each.callId === callId)) return { state: reported, effects: [] };
  if (call.phase === 'incoming') {
    const answers = call.isAnswering && isRinging(reported, callId);
    return answers
      ? { state: { ...reported, phase: 'connecting' }, effects: [{ type: 'stop-timer' }] }
      : deliver(reported);
  }
  const role = call.phase === 'outgoing' ? 'caller' : state.call?.callId === callId ? state.call.role : 'callee';
  const phase = call.phase === 'active' ? 'in-call' : 'connecting';
  const own: AlertState = {
    ...reported,
    phase,
    action: null,
    call: { callId, peer, callType, role, isMuted, isSharing },
  };
  return { state: own, effects: state.phase === 'ringing' ? [{ type: 'stop-timer' }] : [] };
}

/** Lets the page act, if it can. */
function deliver(state: AlertState): AlertTransition {
  const { action, page } = state;
  const isReady =
    action?.kind === 'answer'
      ? page.call?.callId === action.callId && !page.call.isAnswering
      : action !== null && page.isLive && page.call === null;
  if (!action || !isReady) return { state, effects: [] };
  return { state: { ...state, action: null }, effects: [{ type: 'page-action', action }] };
}

/** Signals that reached main before the page are lost to it: a call that rings is received again by another device. */
function connectPage(state: AlertState): AlertTransition {
  const isWaiting = state.phase === 'ringing' || state.action?.kind === 'answer';
  return {
    state: { ...state, page: { isReady: true, isLive: false, call: null } },
    // A page that was loaded again comes back into its call by the state of the server.
    effects: isWaiting ? [{ type: 'renew-device' }] : askServer({ ...state, page: NO_ALERTS.page }),
  };
}

/**
 * A call that rings goes on, and can be answered again after its window was closed. A page that is loaded again can
 * come back into its call; any other call that the page had is over.
 */
function losePage(state: AlertState, isClosed: boolean): AlertTransition {
  const without: AlertState = { ...state, page: NO_ALERTS.page };
  const { call } = state;
  if (!call || state.phase === 'ringing') return { state: without, effects: [] };
  if (state.action?.kind === 'answer')
    return { state: isClosed ? { ...without, phase: 'ringing', action: null } : without, effects: [] };
  if (isClosed || state.phase !== 'in-call') return hangUp(without, call);
  return { state: without, effects: [{ type: 'start-timer', callId: call.callId, ms: CALL_LIMITS.returnMs }] };
}

/** Calls the member of a missed call, once the page can; shows the window only while there is another call. */
function callBack(state: AlertState, callId: string): AlertTransition {
  const missed = state.missed.find((each) => each.callId === callId);
  if (!missed) return { state, effects: [] };
  if (state.call) return { state, effects: [{ type: 'open-window' }] };
  const { peer, callType } = missed;
  const others = state.missed.filter((each) => each !== missed);
  const { state: next, effects } = deliver({ ...state, missed: others, action: { kind: 'call', peer, callType } });
  return { state: next, effects: [{ type: 'open-window' }, ...effects] };
}

/** Mutes or ends the call of the page. An answer that the page has not taken yet becomes a refusal. */
function control(state: AlertState, kind: 'toggle-mute' | 'stop-sharing' | 'hang-up'): AlertTransition {
  const { call, phase } = state;
  if (!call || (phase !== 'connecting' && phase !== 'in-call')) return { state, effects: [] };
  if (state.action?.kind === 'answer') return kind === 'hang-up' ? decline(state, call) : { state, effects: [] };
  if (isReturning(state)) return kind === 'hang-up' ? hangUp(state, state.call) : { state, effects: [] };
  return { state, effects: [{ type: 'page-action', action: { kind } }] };
}
