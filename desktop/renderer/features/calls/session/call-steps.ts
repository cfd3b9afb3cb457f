import type { CallEndReason, CallType } from '#shared/api/calls.ts';
import type { CallIntents } from '#shared/realtime/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import {
  CALL_COUNTS,
  CALL_TIMES,
  type Call,
  type CallEffect,
  type CallMachineState,
  type CallTimer,
  type CallToast,
  type Missing,
  type Transition,
} from './call-state.ts';

/** Of a new connection. */
export const MISSING: readonly Missing[] = ['connection', 'media-state'];

/** Returns the ids that every intent of a call contains. */
export function idsOf(call: Call, userId: string): { callerId: string; calleeId: string; callId: string } {
  const [callerId, calleeId] = call.role === 'caller' ? [userId, call.peer.id] : [call.peer.id, userId];
  return { callerId, calleeId, callId: call.callId };
}

/** Returns the same state without effects. */
export function unchanged(state: CallMachineState): Transition {
  return { state, effects: [] };
}

/** Changes the call and returns the effects. */
export function next(state: CallMachineState, call: Call, effects: readonly CallEffect[] = []): Transition {
  return { state: { ...state, call }, effects };
}

/** An effect that shows a toast. */
export function toastOf(toast: CallToast): CallEffect {
  return { type: 'toast', toast };
}

/** An effect that starts a timer. */
export function start(timer: CallTimer, ms: number): CallEffect {
  return { type: 'start-timer', timer, ms };
}

/** Effects that stop timers. */
export function stop(...timers: CallTimer[]): CallEffect[] {
  return timers.map((timer) => ({ type: 'stop-timer', timer }));
}

/** An effect that calls; the server accepts it again. */
export function invite(call: Call, userId: string): CallEffect {
  return { type: 'emit', name: 'incoming-call', payload: { ...idsOf(call, userId), callType: call.callType } };
}

/** An effect that answers the call; the server accepts it again. */
export function accept(call: Call, userId: string): CallEffect {
  return { type: 'emit', name: 'call-accepted', payload: idsOf(call, userId) };
}

/** Effects that report to the server that this device is in the call and whether media arrives, now and later. */
export function report({ callId, step }: Call): CallEffect[] {
  return [
    { type: 'emit', name: 'call-alive', payload: { callId, isReceiving: step === 'connected' } },
    start('alive', CALL_LIMITS.aliveEveryMs),
  ];
}

/** An effect that sends a signal to the other side. */
function signalTo(call: Call, userId: string, signal: CallIntents['call-signal']['signal']): CallEffect {
  const partyId = call.peerPartyId ?? undefined;
  return {
    type: 'emit',
    name: 'call-signal',
    payload: { ...idsOf(call, userId), signal, ...(partyId !== undefined && { partyId }) },
  };
}

/** How a call ends: the intent that the server receives, unless it knows already, and the toast. */
interface Ending {
  reason: CallEndReason;
  tell?: CallIntents['call-ended']['reason'] | 'rejected' | 'rejected-media' | undefined;
  toast?: CallToast | undefined;
  /** This side ends the call: the other device learns it over the data channel, too. */
  isOwn?: boolean;
}

/** Ends the call: everything is released, and the call's id is remembered. */
export function end(state: CallMachineState, call: Call, { reason, tell, toast, isOwn = false }: Ending): Transition {
  const ids = idsOf(call, state.userId);
  const effects: CallEffect[] = [];
  if (isOwn && call.phase === 'active') effects.push({ type: 'bye' });
  if (tell === 'rejected' || tell === 'rejected-media')
    effects.push({
      type: 'emit',
      name: 'call-rejected',
      payload: { ...ids, reason: tell === 'rejected' ? 'declined' : 'media' },
    });
  else if (tell !== undefined) effects.push({ type: 'emit', name: 'call-ended', payload: { ...ids, reason: tell } });
  effects.push({ type: 'end', call, reason });
  if (toast) effects.push(toastOf(toast));
  return { state: { ...state, call: null, seen: remember(state, call.callId, tell === 'rejected') }, effects };
}

/** Returns the remembered calls with one more, the newest last. */
function remember(state: CallMachineState, callId: string, isDeclined: boolean): CallMachineState['seen'] {
  const others = state.seen.filter((seen) => seen.callId !== callId);
  return [...others, { callId, isDeclined }].slice(-CALL_COUNTS.seenMax);
}

/** Makes the call active: the answer was received by the caller, or acknowledged to the callee. */
export function activate(
  state: CallMachineState,
  call: Call,
  answer: { partyId: string; answeredAt: string | null },
): Transition {
  const active: Call = {
    ...call,
    phase: 'active',
    step: 'connecting',
    parties: [],
    peerPartyId: answer.partyId,
    answeredAt: answer.answeredAt,
    missing: MISSING,
    // Until the peer reports what it sends.
    peerMedia: { audio: true, video: call.callType === 'video', screen: false },
  };
  return next(state, active, [
    ...stop('ring', 'reach', 'invite', 'accept'),
    { type: 'sound', sound: null },
    { type: 'choose-peer', partyId: answer.partyId, route: call.route },
    { type: 'open-media', isEarly: false },
    start('error', CALL_TIMES.errorMs),
    start('announce', CALL_TIMES.announceMs),
    start('alive', CALL_LIMITS.aliveEveryMs),
  ]);
}

/** Part of a call has arrived that was missing: the last one shows 'Call Connected', once. */
export function announce(call: Call, found: Missing): { call: Call; effects: CallEffect[] } {
  if (call.missing === null) return { call, effects: [] };
  const missing = call.missing.filter((each) => each !== found);
  if (missing.length > 0) return { call: { ...call, missing }, effects: [] };
  const effects = call.hasMedia ? [] : [...stop('announce'), toastOf({ kind: 'accepted', name: call.peer.name })];
  return { call: { ...call, missing: null }, effects };
}

/**
 * Each sign that the connection is being established extends the time limit for its first sound or image. A side that
 * sends none, such as one without a microphone, is connected as soon as it has said so.
 */
export function extendError(state: CallMachineState, given: Call, found?: Missing): Transition {
  const { call, effects } = found === undefined ? { call: given, effects: [] } : announce(given, found);
  const isAwaited = call.step === 'connecting' || (call.step === 'reconnecting' && given.missing !== null);
  if (call.missing !== null || !isAwaited || sendsAnything(call.peerMedia))
    return next(state, call, call.hasMedia ? effects : [...effects, start('error', CALL_TIMES.errorMs)]);
  const connected = connect(state, call);
  return { state: connected.state, effects: [...effects, ...connected.effects] };
}

function sendsAnything({ audio, video, screen }: Call['peerMedia']): boolean {
  return audio || video || screen;
}

/** The server is informed at once: otherwise it would end the call when one of the two loses its link soon. */
export function connect(state: CallMachineState, call: Call): Transition {
  const connected: Call = {
    ...call,
    step: 'connected',
    missing: null,
    hasMedia: true,
    restarts: 0,
    isReturning: false,
  };
  const { name } = call.peer;
  const isFirst = call.missing !== null && !call.hasMedia;
  return next(state, connected, [
    ...stop('announce', 'error', 'dead', 'closed'),
    ...(isFirst ? [toastOf({ kind: 'accepted', name })] : []),
    toastOf({ kind: 'connected', name }),
    ...report(connected),
  ]);
}

/**
 * Restarts ICE, as the caller, or asks the caller to; at most once in {@link CALL_TIMES}.restartMs. With a change of
 * the network as its cause at once while the connection is lost, and again after the last of the restarts in a row.
 */
export function restart(state: CallMachineState, given: Call, cause?: 'network'): Transition {
  const isFree = cause === 'network' && given.step === 'reconnecting';
  const call: Call = isFree ? { ...given, restartGap: 'none', restarts: 0 } : given;
  if (call.restartGap !== 'none') return next(state, { ...call, restartGap: 'wanted' });
  // Only restarts without success are limited: a call that is connected has used none.
  const used = call.step === 'reconnecting' ? call.restarts : 0;
  if (used >= CALL_COUNTS.restartsMax) return next(state, call);
  const why = call.isReturning ? ({ cause: 'reload', no: call.returns } as const) : cause && { cause };
  const ask = (): CallEffect => signalTo(call, state.userId, { type: 'restart', ...why });
  return next(state, { ...call, restarts: used + 1, restartGap: 'running' }, [
    call.role === 'caller' ? { type: 'restart-ice' } : ask(),
    start('restart', CALL_TIMES.restartMs),
  ]);
}

/** A voice call is shown as a video call while one of the two has a camera on; the history keeps its type. */
export function shownTypeOf({ phase, callType, media, peerMedia }: Call): CallType {
  return phase === 'active' && (media.video || peerMedia.video) ? 'video' : callType;
}
