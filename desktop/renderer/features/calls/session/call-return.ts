import type { CallSignal, CallState } from '#shared/realtime/calls.ts';
import type { KeptCall } from '../kept-call.ts';
import { CALL_TIMES, type Call, type CallEffect, type CallMachineState, type Transition } from './call-state.ts';
import { MISSING, next, report, restart, start, stop, toastOf, unchanged } from './call-steps.ts';

type Restart = Extract<CallSignal, { type: 'restart' }>;

/** The call as the page keeps it for its next document. */
export function keptOf({ callId, peer, route, media, returns }: Call): KeptCall {
  return { callId, photo: peer.photo, route, media: { ...media, screen: false }, returns: returns + 1 };
}

/**
 * The page is closed or loaded again, no one knows which: the other side learns that it may come back. The state stays,
 * as nothing follows unless the browser shows this document again.
 */
export function leaveForNow(state: CallMachineState, call: Call): Transition {
  return next(state, call, [{ type: 'away' }, { type: 'emit', name: 'call-away', payload: { callId: call.callId } }]);
}

/** Asks for the state of the call of the document before: what the server sends to a new link can be lost. */
export function askForKept(state: CallMachineState): Transition {
  const { kept } = state;
  if (!kept) return unchanged(state);
  return { state, effects: [{ type: 'emit', name: 'call-sync', payload: { callId: kept.callId } }] };
}

/** This document comes back into the call of the one before: with new connections, and the devices that were on. */
export function comeBack(state: CallMachineState, kept: KeptCall, push: CallState): Transition {
  const { callId, role, callType, peerPartyId, answeredAt } = push;
  if (peerPartyId === null) return unchanged(state);
  const isCaller = role === 'caller';
  const call: Call = {
    phase: 'active',
    step: 'reconnecting',
    callId,
    role,
    peer: {
      id: isCaller ? push.calleeId : push.callerId,
      name: isCaller ? push.calleeName : push.callerName,
      photo: kept.photo,
    },
    callType,
    route: kept.route,
    parties: [],
    peerPartyId,
    answeredAt,
    missing: MISSING,
    hasMedia: true,
    media: kept.media,
    // Until the peer reports what it sends.
    peerMedia: { audio: true, video: callType === 'video', screen: false },
    accepts: 0,
    restarts: 0,
    restartGap: 'none',
    returns: kept.returns,
    isReturning: true,
    peerReturns: 0,
  };
  const effects: CallEffect[] = [
    { type: 'choose-peer', partyId: peerPartyId, route: kept.route },
    { type: 'open-media', isEarly: false },
    start('dead', CALL_TIMES.deadMs),
    ...report(call),
  ];
  const returned: CallMachineState = { ...state, kept: null };
  // The caller makes the connection; the callee asks for it.
  if (isCaller) return next(returned, call, effects);
  const asked = restart(returned, call);
  return { state: asked.state, effects: [...effects, ...asked.effects] };
}

/** The callee asks for a restart of ICE, or for a new connection once for each time that its page was loaded again. */
export function restartForPeer(state: CallMachineState, call: Call, { cause, no = 1 }: Restart): Transition {
  if (cause !== 'reload') return restart(state, call, cause);
  if (no <= call.peerReturns || call.peerPartyId === null) return unchanged(state);
  return next(state, { ...call, peerReturns: no }, [{ type: 'renew-peer', partyId: call.peerPartyId }]);
}

/** A new connection replaces the one before, since a page was loaded again. */
export function followRenewal(state: CallMachineState, call: Call): Transition {
  const effects = stop('closed', 'restart');
  const renewed: Call = { ...call, restartGap: 'none', missing: MISSING };
  return call.step === 'connecting'
    ? next(state, renewed, [...effects, start('error', CALL_TIMES.errorMs)])
    : loseSight(state, renewed, effects);
}

/** The other side has gone and may come back: the call is shown as reconnecting, and ends when it does not. */
export function loseSight(state: CallMachineState, call: Call, effects: readonly CallEffect[] = []): Transition {
  if (call.step !== 'connected') return next(state, call, effects);
  const lost: Call = { ...call, step: 'reconnecting' };
  const shown = [toastOf({ kind: 'unstable' }), start('dead', CALL_TIMES.deadMs)];
  // Otherwise the server would believe that media arrives, and wait longer for the other side.
  return next(state, lost, [...shown, ...effects, ...report(lost)]);
}
