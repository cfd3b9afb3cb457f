import type { CallPushes } from '#shared/realtime/calls.ts';
import { advance } from '../../renderer/features/calls/session/call-machine.ts';
import {
  idleState,
  type CallEffect,
  type CallEvent,
  type CallMachineState,
} from '../../renderer/features/calls/session/call-state.ts';

/** Time of every push. */
export const AT = '2026-11-23T10:00:00.000Z';
/** The member of the machine. */
export const ME = 'ana';
/** The other member. */
export const BEN = { id: 'ben', name: 'Ben Adu', photo: null };
/** Ids of a call to Ben. */
export const OUT = { callerId: ME, calleeId: 'ben', callId: 'call', at: AT };
/** Ids of a call of Ben. */
export const IN = { callerId: 'ben', calleeId: ME, callId: 'call', at: AT };

/** A push of the server. */
export const push = <Name extends keyof CallPushes>(name: Name, payload: CallPushes[Name]): CallEvent =>
  ({ type: 'push', name, push: payload }) as CallEvent;
/** The member calls Ben. */
export const dial = (callType: 'voice' | 'video' = 'video', callId = 'call'): CallEvent => ({
  type: 'dial',
  callId,
  peer: BEN,
  callType,
  isLinked: true,
});
/** Ben calls. */
export const incoming = (change: Partial<CallPushes['incoming-call']> = {}): CallEvent =>
  push('incoming-call', {
    ...IN,
    callerName: BEN.name,
    callerPhoto: null,
    callType: 'video',
    partyId: 'b1',
    route: 'direct',
    ringMs: 30_000,
    ...change,
  });
/** A device of Ben rings. */
export const received = (partyId = 'b1'): CallEvent =>
  push('incoming-call-received', { ...OUT, partyId, route: 'direct' });
/** A device of Ben answers. */
export const acceptedBy = (partyId = 'b1'): CallEvent =>
  push('call-accepted', { ...OUT, calleeName: BEN.name, partyId, answeredAt: AT });
/** The server ends the call. */
export const ended = (ids: typeof OUT, reason: CallPushes['call-ended']['reason'] = 'completed'): CallEvent =>
  push('call-ended', { ...ids, reason, endedBy: 'caller' });
/** The member answers. */
export const answer = (callId = 'call'): CallEvent => ({ type: 'answer', callId, isMicOn: true, isCameraOn: true });
/** The server acknowledges an invitation or an answer; with a code it refuses. */
export const ack = (
  type: 'invited' | 'accepted',
  code?: 'CONFLICT' | 'NOT_FOUND' | 'UNAVAILABLE' | 'FORBIDDEN' | 'NO_RELAY',
): CallEvent => ({
  type,
  callId: 'call',
  ack: code === undefined ? { ok: true } : ({ ok: false, code } as never),
});
/** The time of a timer is over. */
export const timer = (name: Extract<CallEvent, { type: 'timer' }>['timer']): CallEvent => ({
  type: 'timer',
  timer: name,
});
/** The connection with a device reports something. */
export const peer = (
  type:
    | 'media'
    | 'progress'
    | 'established'
    | 'stalled'
    | 'flowing'
    | 'unstable'
    | 'error'
    | 'bye'
    | 'closed'
    | 'renewed'
    | 'away'
    | 'restart'
    | 'signal-error',
  partyId = 'b1',
): CallEvent => ({
  type: 'peer',
  partyId,
  event: { type },
});
/** The server sends the state of the call. */
export const state = (change: Partial<CallPushes['call-state']> = {}): CallEvent =>
  push('call-state', {
    ...OUT,
    state: 'active',
    role: 'caller',
    callType: 'video',
    mine: true,
    replaces: null,
    callerName: 'Ana',
    calleeName: BEN.name,
    answeredAt: AT,
    peerPartyId: 'b1',
    endReason: null,
    ...change,
  });
/** The member hangs up. */
export const HANG_UP: CallEvent = { type: 'hang-up' };

/** Until a device of Ben rings. */
export const OUTGOING = [dial(), received()];
/** Until the call of Ben rings. */
export const INCOMING = [incoming()];
/** Until the answer was sent. */
export const ANSWERING = [incoming(), answer()];
/** Until Ben has answered. */
export const CALLER_ACTIVE = [...OUTGOING, acceptedBy()];
const CALLEE_ACTIVE = [...ANSWERING, ack('accepted')];
/** Until media of Ben arrives, as caller. */
export const CONNECTED = [...CALLER_ACTIVE, peer('media')];
/** Until media of Ben arrives, as callee. */
export const CALLEE_CONNECTED = [...CALLEE_ACTIVE, peer('media')];

/** Applies events; returns the last state and the effects of the last event. */
export function walk(events: readonly CallEvent[]): { state: CallMachineState; effects: readonly CallEffect[] } {
  let at: ReturnType<typeof walk> = { state: idleState(ME), effects: [] };
  for (const event of events) at = advance(at.state, event);
  return at;
}

/** Writes a state as `outgoing.ringing`. */
export const stateOf = ({ call }: CallMachineState): string => (call ? `${call.phase}.${call.step}` : 'idle');

/** Effects that restart ICE as caller. */
export const RESTART = ['restart-ice', 'start restart 5000'];
/** Effects that report to the server that the device is in the call. */
export const REPORT = ['emit call-alive', 'start alive 20000'];
/** Effects of the first media, and of media that arrives again. */
export const IS_CONNECTED = ['stop announce', 'stop error', 'stop dead', 'stop closed', 'toast connected', ...REPORT];

/** A transition: what it is, the events before it, the event, the state after it, and the effects as texts. */
export type Row = [
  row: string,
  before: readonly CallEvent[],
  event: CallEvent,
  state: string,
  effects: readonly string[],
];
