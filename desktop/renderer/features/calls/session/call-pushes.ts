import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { CallEndReason } from '#shared/api/calls.ts';
import type { CallPushes, CallState } from '#shared/realtime/calls.ts';
import { comeBack, restartForPeer } from './call-return.ts';
import {
  CALL_TIMES,
  type Call,
  type CallMachineState,
  type CallPush,
  type CallToast,
  type Transition,
} from './call-state.ts';
import {
  accept,
  activate,
  end,
  extendError,
  idsOf,
  invite,
  next,
  report,
  start,
  stop,
  unchanged,
} from './call-steps.ts';

type Push<Name extends keyof CallPushes> = CallPushes[Name];

/** Returns the state after a push. A push about another call, or with ids of others, changes nothing. */
export function receivePush(state: CallMachineState, event: CallPush): Transition {
  if (event.name === 'incoming-call') return ring(state, event.push);
  if (event.name === 'call-merged') return merge(state, event.push);
  if (event.name === 'call-state') return adoptState(state, event.push);
  if (event.name === 'call-elsewhere') return stopRinging(state, event.push);
  return isCurrent(state, event.push) ? follow(state, state.call, event) : unchanged(state);
}

/** Another device of this member has answered or declined. */
function stopRinging(state: CallMachineState, { callId, reason }: Push<'call-elsewhere'>): Transition {
  const { call } = state;
  if (call?.callId !== callId || call.phase !== 'incoming') return unchanged(state);
  return end(state, call, { reason: reason === 'declined' ? 'declined' : 'completed' });
}

interface Ids {
  callId: string;
  callerId: string;
  calleeId: string;
}

/** Whether a push is about the current call and names its two members in their roles. */
function isCurrent(state: CallMachineState, push: Ids): state is CallMachineState & { call: Call } {
  if (!state.call) return false;
  const ids = idsOf(state.call, state.userId);
  return push.callId === ids.callId && push.callerId === ids.callerId && push.calleeId === ids.calleeId;
}

type CurrentPush = Exclude<CallPush, { name: 'incoming-call' | 'call-merged' | 'call-state' | 'call-elsewhere' }>;

function follow(state: CallMachineState, call: Call, event: CurrentPush): Transition {
  const isOutgoing = call.phase === 'outgoing';
  const { name } = call.peer;
  switch (event.name) {
    case 'incoming-call-received':
      return isOutgoing && call.role === 'caller' ? addParty(state, call, event.push) : unchanged(state);
    case 'call-accepted':
      return isOutgoing && call.role === 'caller' ? activate(state, call, event.push) : unchanged(state);
    case 'call-rejected':
      if (call.role !== 'caller') return unchanged(state);
      return endWith(state, call, event.push.reason === 'media' ? 'media-callee' : 'declined');
    case 'call-busy':
      return isOutgoing ? end(state, call, { reason: 'busy', toast: { kind: 'busy', name } }) : unchanged(state);
    case 'call-ended':
      return endWith(state, call, event.push.reason);
    case 'call-signal':
      return handleSignal(state, call, event.push);
  }
}

function ring(state: CallMachineState, push: Push<'incoming-call'>): Transition {
  const { call, userId } = state;
  const ids = { callerId: push.callerId, calleeId: push.calleeId, callId: push.callId };
  if (push.calleeId !== userId || push.callerId === userId || push.ringMs <= 0) return unchanged(state);
  const seen = state.seen.find(({ callId }) => callId === push.callId);
  if (seen) {
    if (!seen.isDeclined) return unchanged(state);
    return { state, effects: [{ type: 'emit', name: 'call-rejected', payload: { ...ids, reason: 'declined' } }] };
  }
  const received = { type: 'emit', name: 'incoming-call-received', payload: ids } as const;
  if (call?.callId === push.callId) return { state, effects: call.step === 'ringing' ? [received] : [] };
  if (call && call.peer.id !== push.callerId)
    return { state, effects: [{ type: 'emit', name: 'call-busy', payload: ids }] };
  // Both call each other: the server joins the two calls.
  if (call?.phase === 'outgoing') return unchanged(state);
  // The same member calls again: the former call is over for the server and for them.
  const before = call ? end(state, call, { reason: 'lost' }) : unchanged(state);
  const ringing = next({ ...before.state, kept: null }, incomingCall(push), [
    received,
    { type: 'sound', sound: 'ringtone' },
    { type: 'open-peer', partyId: push.partyId, route: push.route },
    start('ring', Math.min(push.ringMs, CALL_LIMITS.ringMs) + CALL_TIMES.lateRingMs),
  ]);
  return { state: ringing.state, effects: [...before.effects, ...ringing.effects] };
}

function incomingCall(push: Push<'incoming-call'>): Call {
  return {
    phase: 'incoming',
    step: 'ringing',
    callId: push.callId,
    role: 'callee',
    peer: { id: push.callerId, name: push.callerName, photo: push.callerPhoto },
    callType: push.callType,
    route: push.route,
    parties: [],
    peerPartyId: push.partyId,
    answeredAt: null,
    missing: null,
    hasMedia: false,
    media: { audio: true, video: push.callType === 'video', screen: false },
    peerMedia: { audio: false, video: false, screen: false },
    accepts: 0,
    restarts: 0,
    restartGap: 'none',
    returns: 0,
    isReturning: false,
    peerReturns: 0,
  };
}

function addParty(state: CallMachineState, call: Call, push: Push<'incoming-call-received'>): Transition {
  const ringing: Call = { ...call, step: 'ringing', route: push.route };
  const effects = [...stop('reach', 'invite'), { type: 'sound', sound: 'ringback' } as const];
  const isKnown = call.parties.includes(push.partyId);
  if (!isKnown && call.parties.length >= CALL_LIMITS.ringingDevicesMax) return next(state, ringing, effects);
  const parties = isKnown ? call.parties : [...call.parties, push.partyId];
  return next(state, { ...ringing, parties }, [
    ...effects,
    { type: 'open-peer', partyId: push.partyId, route: push.route },
  ]);
}

/** Ends the call as the server or the other side has ended it. The server still receives an active one's summary. */
function endWith(state: CallMachineState, call: Call, reason: CallEndReason): Transition {
  const tell = call.phase === 'active' ? 'completed' : undefined;
  return end(state, call, { reason, tell, toast: endToast(call, reason) });
}

function endToast(call: Call, reason: CallEndReason): CallToast | undefined {
  const { name } = call.peer;
  if (call.phase === 'incoming') return reason === 'no-answer' ? undefined : { kind: 'ended-by-caller' };
  if (reason === 'connection-failed') return { kind: 'failed' };
  if (reason === 'lost') return { kind: 'lost' };
  // The answer is often known before the callee's devices have failed.
  if (reason === 'media-callee' && call.role === 'caller') return { kind: 'no-media', name };
  if (call.phase === 'outgoing') {
    if (reason === 'declined') return { kind: 'rejected', name };
    if (reason === 'busy') return { kind: 'busy', name };
    if (reason === 'no-answer') return { kind: 'no-answer', name };
  }
  return call.role === 'callee' ? { kind: 'ended-by-caller' } : { kind: 'ended-by-peer', name };
}

/** Signals come from a device that rings, or from the device that takes part. */
function handleSignal(state: CallMachineState, call: Call, { partyId, signal }: Push<'call-signal'>): Transition {
  const isParty = call.phase === 'outgoing' ? call.parties.includes(partyId) : call.peerPartyId === partyId;
  if (!isParty) return unchanged(state);
  if (signal.type === 'media-state') {
    const { audio, video, screen } = signal;
    if (call.phase !== 'active') return unchanged(state);
    return extendError(state, { ...call, peerMedia: { audio, video, screen } }, 'media-state');
  }
  if (signal.type === 'restart')
    return call.phase === 'active' && call.role === 'caller' ? restartForPeer(state, call, signal) : unchanged(state);
  return { state, effects: [{ type: 'signal', partyId, signal }] };
}

/** The own call became part of the one that the other member had started: it is answered by that. */
function merge(state: CallMachineState, { oldCallId, callId }: Push<'call-merged'>): Transition {
  const { call } = state;
  const sync = { type: 'emit', name: 'call-sync', payload: { callId } } as const;
  // The state of the merged call is needed to end it when this device has hung up meanwhile.
  if (call?.callId !== oldCallId) return call?.callId === callId ? unchanged(state) : { state, effects: [sync] };
  return next(state, { ...call, callId, role: 'callee', parties: [] }, [
    ...stop('ring', 'reach', 'invite'),
    start('ring', CALL_TIMES.answeringMs),
    sync,
  ]);
}

/** Follows the server: it owns the call. */
function adoptState(state: CallMachineState, push: CallState): Transition {
  const { call, userId } = state;
  const isMember = (push.role === 'caller' ? push.callerId : push.calleeId) === userId;
  if (!isMember) return unchanged(state);
  const replaced = call?.phase === 'outgoing' && push.replaces === call.callId;
  if (call?.callId !== push.callId && !replaced) {
    const { kept } = state;
    const isBack = !call && push.mine && push.state === 'active' && kept?.callId === push.callId;
    return isBack ? comeBack(state, kept, push) : refuse(state, push);
  }
  if (push.state === 'ended') return call ? adoptEnd(state, call, push) : unchanged(state);
  if (!call) return unchanged(state);
  if (push.state === 'ringing') return adoptRinging(state, call, push);
  // Another device of this member has answered, or the server knows another device of the other side.
  if (!push.mine) return end(state, call, { reason: 'completed' });
  // The server may have lost what it knew, and has to learn that this device is in the call.
  if (call.phase === 'active') return next(state, { ...call, answeredAt: push.answeredAt }, report(call));
  if (push.peerPartyId === null) return unchanged(state);
  if (call.phase === 'incoming' && call.step === 'ringing') return refuse(state, push);
  // The type of the first call holds when both members called each other.
  const media = { ...call.media, video: call.media.video && push.callType === 'video' };
  const joined = { ...call, callId: push.callId, role: push.role, callType: push.callType, media };
  return activate(state, joined, { partyId: push.peerPartyId, answeredAt: push.answeredAt });
}

/** The server believes that this device takes part in a call that it does not have. */
function refuse(state: CallMachineState, push: CallState): Transition {
  if (!push.mine || push.state === 'ended') return unchanged(state);
  const { callerId, calleeId, callId } = push;
  const reason = push.state === 'ringing' ? 'cancelled' : 'completed';
  return { state, effects: [{ type: 'emit', name: 'call-ended', payload: { callerId, calleeId, callId, reason } }] };
}

/** A call that the server does not know yet is sent again, as its first invitation may have been lost. */
function adoptEnd(state: CallMachineState, call: Call, push: CallState): Transition {
  if (push.endReason !== null) return endWith(state, call, push.endReason);
  if (call.phase === 'outgoing' && call.role === 'caller') return next(state, call, [invite(call, state.userId)]);
  return endWith(state, call, 'lost');
}

function adoptRinging(state: CallMachineState, call: Call, push: CallState): Transition {
  if (call.step === 'answering')
    return next(state, { ...call, accepts: 1 }, [accept(call, state.userId), start('accept', CALL_TIMES.acceptMs)]);
  // The server has lost the answer with its memory.
  return call.phase === 'active' && push.role === 'callee'
    ? next(state, call, [accept(call, state.userId)])
    : unchanged(state);
}
