import { CALL_LIMITS } from '#shared/call-limits.ts';
import { receivePush } from './call-pushes.ts';
import { askForKept, followRenewal, leaveForNow, loseSight } from './call-return.ts';
import {
  CALL_COUNTS,
  CALL_TIMES,
  type Call,
  type CallEvent,
  type CallMachineState,
  type CallTimer,
  type FailedDevices,
  type PeerEvent,
  type Transition,
} from './call-state.ts';
import {
  accept,
  activate,
  announce,
  connect,
  end,
  extendError,
  invite,
  next,
  report,
  restart,
  start,
  stop,
  toastOf,
  unchanged,
} from './call-steps.ts';

type EventOf<Type extends CallEvent['type']> = Extract<CallEvent, { type: Type }>;

/**
 * Returns the state after an event and what the controller has to do. The machine is pure: it has no clock, makes no
 * ids and knows no streams. An event that does not fit the state changes nothing.
 */
export function advance(state: CallMachineState, event: CallEvent): Transition {
  if (event.type === 'push') return receivePush(state, event);
  if (event.type === 'dial') return dial(state, event);
  const { call } = state;
  if (!call) return event.type === 'linked' ? askForKept(state) : unchanged(state);
  switch (event.type) {
    case 'answer':
      return answer(state, call, event);
    case 'decline':
      return call.callId === event.callId && call.phase === 'incoming' ? decline(state, call) : unchanged(state);
    case 'hang-up':
      return call.phase === 'incoming' ? decline(state, call) : hangUp(state, call);
    case 'toggle':
      return toggle(state, call, event.media);
    case 'screen-ended':
      return call.media.screen ? applyMedia(state, call, { screen: false }) : unchanged(state);
    case 'leave':
      return event.mayReturn && call.phase === 'active' ? leaveForNow(state, call) : leave(state, call);
    case 'invited':
      return call.callId === event.callId ? handleInvited(state, call, event.ack) : unchanged(state);
    case 'accepted':
      return call.callId === event.callId ? handleAccepted(state, call, event.ack) : unchanged(state);
    case 'media-failed':
      return call.callId === event.callId ? failMedia(state, call, event.device) : unchanged(state);
    case 'timer':
      return expire(state, call, event.timer);
    case 'peer':
      return call.phase === 'active' && event.partyId === call.peerPartyId
        ? followPeer(state, call, event.event)
        : unchanged(state);
    case 'network':
      return call.phase === 'active' && call.step !== 'connecting' ? restart(state, call, 'network') : unchanged(state);
    case 'linked':
      // A report may have been lost with the link.
      return next(state, call, [
        { type: 'emit', name: 'call-sync', payload: { callId: call.callId } },
        ...(call.phase === 'active' ? report(call) : []),
      ]);
  }
}

function dial(state: CallMachineState, { callId, peer, callType, isLinked }: EventOf<'dial'>): Transition {
  const impossible = toastOf({ kind: 'impossible' });
  if (state.call) return { state, effects: [impossible, { type: 'focus' }] };
  if (!isLinked || peer.id === state.userId) return { state, effects: [impossible] };
  const call: Call = {
    phase: 'outgoing',
    step: 'inviting',
    callId,
    role: 'caller',
    peer,
    callType,
    route: null,
    parties: [],
    peerPartyId: null,
    answeredAt: null,
    missing: null,
    hasMedia: false,
    media: { audio: true, video: callType === 'video', screen: false },
    peerMedia: { audio: false, video: false, screen: false },
    accepts: 0,
    restarts: 0,
    restartGap: 'none',
    returns: 0,
    isReturning: false,
    peerReturns: 0,
  };
  // Who calls does not come back into another call.
  return next({ ...state, kept: null }, call, [
    invite(call, state.userId),
    start('ring', CALL_LIMITS.ringMs),
    start('reach', CALL_LIMITS.reachMs),
    { type: 'open-media', isEarly: true },
  ]);
}

function answer(state: CallMachineState, call: Call, event: EventOf<'answer'>): Transition {
  if (call.callId !== event.callId || call.phase !== 'incoming' || call.step !== 'ringing') return unchanged(state);
  const media = { audio: event.isMicOn, video: event.isCameraOn && call.callType === 'video', screen: false };
  const answering: Call = { ...call, step: 'answering', media, accepts: 1 };
  return next(state, answering, [
    { type: 'sound', sound: null },
    { type: 'open-media', isEarly: false },
    accept(answering, state.userId),
    start('accept', CALL_TIMES.acceptMs),
    start('ring', CALL_TIMES.answeringMs),
  ]);
}

/** A call whose answer is on the way may be active on the server. */
function decline(state: CallMachineState, call: Call): Transition {
  if (call.step === 'answering') return end(state, call, { reason: 'completed', tell: 'completed' });
  return end(state, call, { reason: 'declined', tell: 'rejected' });
}

function hangUp(state: CallMachineState, call: Call): Transition {
  const reason = call.phase === 'outgoing' ? 'cancelled' : 'completed';
  return end(state, call, { reason, tell: reason, isOwn: true });
}

/** Closing one window does not decline a call that rings on other devices. */
function leave(state: CallMachineState, call: Call): Transition {
  if (call.phase !== 'incoming') return hangUp(state, call);
  return call.step === 'answering' ? decline(state, call) : end(state, call, { reason: 'no-answer' });
}

/** The camera of a voice call turns on once the call is active; nothing is asked of the other side. */
function toggle(state: CallMachineState, call: Call, name: keyof Call['media']): Transition {
  if (name === 'video' && call.callType !== 'video' && call.phase !== 'active') return unchanged(state);
  if (name === 'screen' && call.phase !== 'active') return unchanged(state);
  return applyMedia(state, call, { [name]: !call.media[name] });
}

function applyMedia(state: CallMachineState, call: Call, change: Partial<Call['media']>): Transition {
  const media = { ...call.media, ...change };
  return next(state, { ...call, media }, [{ type: 'apply-media', media }]);
}

function handleInvited(state: CallMachineState, call: Call, ack: EventOf<'invited'>['ack']): Transition {
  if (ack.ok || call.phase !== 'outgoing') return unchanged(state);
  if (ack.code === 'UNAVAILABLE')
    return call.step === 'inviting' ? next(state, call, [start('invite', CALL_TIMES.inviteMs)]) : unchanged(state);
  if (ack.code === 'FORBIDDEN')
    return end(state, call, { reason: 'declined', toast: { kind: 'not-allowed', name: call.peer.name } });
  const { code } = ack;
  const why = code === 'RATE_LIMITED' || code === 'CONFLICT' || code === 'NO_RELAY' ? { why: code } : {};
  return end(state, call, { reason: 'cancelled', toast: { kind: 'impossible', ...why } });
}

function handleAccepted(state: CallMachineState, call: Call, ack: EventOf<'accepted'>['ack']): Transition {
  if (call.step !== 'answering' || call.peerPartyId === null) return unchanged(state);
  if (ack.ok) return activate(state, call, { partyId: call.peerPartyId, answeredAt: call.answeredAt });
  // The timer sends the answer again.
  if (ack.code === 'UNAVAILABLE' || ack.code === 'RATE_LIMITED') return unchanged(state);
  if (ack.code === 'CONFLICT') return end(state, call, { reason: 'completed' });
  return end(state, call, { reason: 'cancelled', toast: { kind: 'ended-by-caller' } });
}

function failMedia(state: CallMachineState, call: Call, device: FailedDevices): Transition {
  if (device === 'camera') return applyMedia(state, call, { video: false });
  // There is none: the call goes on, and one listens.
  if (device === 'microphone') return applyMedia(state, call, { audio: false });
  if (device === 'devices') return applyMedia(state, call, { audio: false, video: false });
  const toast = { kind: 'media-failed' } as const;
  if (call.phase === 'incoming') return end(state, call, { reason: 'media-callee', tell: 'rejected-media', toast });
  // Without a bye over the data channel, which would arrive first and has no reason.
  return end(state, call, { reason: `media-${call.role}`, tell: 'media', toast });
}

function expire(state: CallMachineState, call: Call, timer: CallTimer): Transition {
  const isActive = call.phase === 'active';
  switch (timer) {
    case 'ring':
      return isActive ? unchanged(state) : endUnanswered(state, call);
    case 'reach':
      return call.step === 'inviting' ? next(state, { ...call, step: 'unreachable' }) : unchanged(state);
    case 'invite':
      return call.step === 'inviting' || call.step === 'unreachable'
        ? next(state, call, [invite(call, state.userId)])
        : unchanged(state);
    case 'accept':
      return call.step === 'answering' ? sendAnswerAgain(state, call) : unchanged(state);
    case 'announce':
      return isActive ? announceLate(state, call) : unchanged(state);
    case 'error':
      if (!isActive || call.hasMedia) return unchanged(state);
      return end(state, call, {
        reason: 'connection-failed',
        tell: 'connection-failed',
        toast: { kind: 'failed' },
        isOwn: true,
      });
    case 'restart':
      return isActive ? endRestartGap(state, call) : unchanged(state);
    case 'dead':
      if (call.step !== 'reconnecting') return unchanged(state);
      return end(state, call, { reason: 'lost', tell: 'lost', toast: { kind: 'lost' }, isOwn: true });
    case 'closed':
      return isActive ? awaitPeer(state, call) : unchanged(state);
    case 'alive':
      return isActive ? next(state, call, report(call)) : unchanged(state);
  }
}

function endUnanswered(state: CallMachineState, call: Call): Transition {
  // The response of the server to an answer is missing: a callee who was calling has answered by that.
  if (call.step === 'answering' || (call.phase === 'outgoing' && call.role === 'callee'))
    return end(state, call, { reason: 'lost', tell: 'lost', toast: { kind: 'unlinked' } });
  if (call.phase === 'incoming') return end(state, call, { reason: 'no-answer' });
  const toast = { kind: 'no-answer', name: call.peer.name } as const;
  return end(state, call, { reason: 'no-answer', tell: 'no-answer', toast });
}

/** After the last attempt the server is asked whether the call still rings. */
function sendAnswerAgain(state: CallMachineState, call: Call): Transition {
  if (call.accepts > CALL_COUNTS.acceptsMax)
    return next(state, { ...call, accepts: 0 }, [
      { type: 'emit', name: 'call-sync', payload: { callId: call.callId } },
    ]);
  return next(state, { ...call, accepts: call.accepts + 1 }, [
    accept(call, state.userId),
    start('accept', CALL_TIMES.acceptMs),
  ]);
}

function endRestartGap(state: CallMachineState, call: Call): Transition {
  const isWanted = call.restartGap === 'wanted' || call.step === 'reconnecting';
  const free: Call = { ...call, restartGap: 'none' };
  return isWanted ? restart(state, free) : next(state, free);
}

function followPeer(state: CallMachineState, call: Call, event: PeerEvent): Transition {
  switch (event.type) {
    case 'media':
      // Of a new connection, also of one that replaces another.
      return call.step === 'connected' ? next(state, call, stop('closed')) : connect(state, call);
    case 'flowing':
      return call.step === 'reconnecting' ? connect(state, call) : unchanged(state);
    case 'progress':
      return extendError(state, call);
    case 'established':
      return extendError(state, call, 'connection');
    case 'stalled':
    case 'unstable':
      return lose(state, call, event.type);
    case 'error':
      return next(state, call, [
        toastOf({ kind: 'call-error' }),
        ...(call.hasMedia ? [] : [start('error', CALL_TIMES.errorMs)]),
      ]);
    case 'signal-error':
      return next(state, call, [toastOf({ kind: 'signal-error' })]);
    case 'restart':
      return call.role === 'caller' ? restart(state, call) : unchanged(state);
    case 'media-state':
      return extendError(state, { ...call, peerMedia: event.media }, 'media-state');
    case 'closed':
      // The reason follows from the server.
      return next(state, call, [start('closed', CALL_TIMES.closedMs)]);
    case 'renewed':
      return followRenewal(state, call);
    case 'away':
      return loseSight(state, call);
    case 'bye':
      return endByPeer(state, call);
  }
}

/** The other side has not said what it sends, as while its browser asks: it is connected all the same. */
function announceLate(state: CallMachineState, given: Call): Transition {
  const { call, effects } = announce(given, 'media-state');
  return next(state, call, effects);
}

/** The server has given no reason: the page of the other side has crashed, or loads again. */
function awaitPeer(state: CallMachineState, call: Call): Transition {
  return loseSight(state, call, [{ type: 'emit', name: 'call-sync', payload: { callId: call.callId } }]);
}

function endByPeer(state: CallMachineState, call: Call): Transition {
  const { role, peer } = call;
  const toast =
    role === 'callee' ? ({ kind: 'ended-by-caller' } as const) : ({ kind: 'ended-by-peer', name: peer.name } as const);
  return end(state, call, { reason: 'completed', tell: 'completed', toast });
}

/** A stall restarts ICE at once; a state of ICE only if no stall is noticed, since it often recovers by itself. */
function lose(state: CallMachineState, call: Call, cause: 'stalled' | 'unstable'): Transition {
  if (call.step === 'connecting') return unchanged(state);
  const isNew = call.step === 'connected';
  const lost: Call = { ...call, step: 'reconnecting' };
  const effects = isNew ? [toastOf({ kind: 'unstable' }), start('dead', CALL_TIMES.deadMs)] : [];
  if (cause === 'unstable') {
    const isFree = isNew && call.restartGap === 'none';
    return next(state, lost, isFree ? [...effects, start('restart', CALL_TIMES.restartMs)] : effects);
  }
  // Since the last restart the network has changed.
  const isChanged = isNew && lost.restartGap === 'wanted';
  const restarted = restart(state, lost, isChanged ? 'network' : undefined);
  return { state: restarted.state, effects: [...effects, ...restarted.effects] };
}
