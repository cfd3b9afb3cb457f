import { expect, it } from 'vitest';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { CallPushes } from '#shared/realtime/calls.ts';
import { listEffects } from '../../../../testing/calls/effect-texts.ts';
import { advance } from './call-machine.ts';
import { CALL_TIMES, idleState, type CallEffect, type CallEvent, type CallMachineState } from './call-state.ts';

const AT = '2026-11-23T10:00:00.000Z';
const ME = 'ana';
const BEN = { id: 'ben', name: 'Ben Adu', photo: null };
const OUT = { callerId: ME, calleeId: 'ben', callId: 'call', at: AT };
const IN = { callerId: 'ben', calleeId: ME, callId: 'call', at: AT };

const push = <Name extends keyof CallPushes>(name: Name, payload: CallPushes[Name]): CallEvent =>
  ({ type: 'push', name, push: payload }) as CallEvent;
const dial = (callType: 'voice' | 'video' = 'video', callId = 'call'): CallEvent => ({
  type: 'dial',
  callId,
  peer: BEN,
  callType,
  isLinked: true,
});
const incoming = (change: Partial<CallPushes['incoming-call']> = {}): CallEvent =>
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
const received = (partyId = 'b1'): CallEvent => push('incoming-call-received', { ...OUT, partyId, route: 'direct' });
const acceptedBy = (partyId = 'b1'): CallEvent =>
  push('call-accepted', { ...OUT, calleeName: BEN.name, partyId, answeredAt: AT });
const ended = (ids: typeof OUT, reason: CallPushes['call-ended']['reason'] = 'completed'): CallEvent =>
  push('call-ended', { ...ids, reason, endedBy: 'caller' });
const answer = (callId = 'call'): CallEvent => ({ type: 'answer', callId, isMicOn: true, isCameraOn: true });
const ack = (
  type: 'invited' | 'accepted',
  code?: 'CONFLICT' | 'NOT_FOUND' | 'UNAVAILABLE' | 'FORBIDDEN' | 'NO_RELAY',
): CallEvent => ({
  type,
  callId: 'call',
  ack: code === undefined ? { ok: true } : ({ ok: false, code } as never),
});
const timer = (name: Extract<CallEvent, { type: 'timer' }>['timer']): CallEvent => ({ type: 'timer', timer: name });
const peer = (
  type:
    | 'media'
    | 'progress'
    | 'stalled'
    | 'flowing'
    | 'unstable'
    | 'error'
    | 'bye'
    | 'closed'
    | 'restart'
    | 'signal-error',
  partyId = 'b1',
): CallEvent => ({
  type: 'peer',
  partyId,
  event: { type },
});
const state = (change: Partial<CallPushes['call-state']> = {}): CallEvent =>
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
const HANG_UP: CallEvent = { type: 'hang-up' };

const OUTGOING = [dial(), received()];
const INCOMING = [incoming()];
const ANSWERING = [incoming(), answer()];
const CALLER_ACTIVE = [...OUTGOING, acceptedBy()];
const CALLEE_ACTIVE = [...ANSWERING, ack('accepted')];
const CONNECTED = [...CALLER_ACTIVE, peer('media')];
const CALLEE_CONNECTED = [...CALLEE_ACTIVE, peer('media')];

/** Applies events; returns the last state and the effects of the last event. */
function walk(events: readonly CallEvent[]): { state: CallMachineState; effects: readonly CallEffect[] } {
  let at: ReturnType<typeof walk> = { state: idleState(ME), effects: [] };
  for (const event of events) at = advance(at.state, event);
  return at;
}

/** Writes a state as `outgoing.ringing`. */
const stateOf = ({ call }: CallMachineState): string => (call ? `${call.phase}.${call.step}` : 'idle');

const ACTIVATED = [
  'stop ring',
  'stop reach',
  'stop invite',
  'stop accept',
  'sound null',
  'toast accepted',
  'choose-peer b1',
  'open-media',
  `start error ${String(CALL_TIMES.errorMs)}`,
  `start alive ${String(CALL_LIMITS.aliveEveryMs)}`,
];
const RESTART = ['restart-ice', 'start restart 5000'];
const REPORT = ['emit call-alive', 'start alive 20000'];
const IS_CONNECTED = ['stop error', 'stop dead', 'toast connected', ...REPORT];

type Row = [row: string, before: readonly CallEvent[], event: CallEvent, state: string, effects: readonly string[]];
const ROWS: readonly Row[] = [
  [
    'dials',
    [],
    dial(),
    'outgoing.inviting',
    ['emit incoming-call', 'start ring 30000', 'start reach 3000', 'open-media early'],
  ],
  ['refuses to dial without a link', [], { ...dial(), isLinked: false } as CallEvent, 'idle', ['toast impossible']],
  ['refuses to dial oneself', [], { ...dial(), peer: { ...BEN, id: ME } } as CallEvent, 'idle', ['toast impossible']],
  ['refuses a second call', OUTGOING, dial('voice', 'other'), 'outgoing.ringing', ['toast impossible', 'focus']],
  [
    'refuses a second call in a call',
    CONNECTED,
    dial('voice', 'other'),
    'active.connected',
    ['toast impossible', 'focus'],
  ],
  [
    'rings',
    [],
    incoming(),
    'incoming.ringing',
    ['emit incoming-call-received', 'sound ringtone', 'open-peer b1', 'start ring 31000'],
  ],
  ['ignores a call whose time is over', [], incoming({ ringMs: 0 }), 'idle', []],
  ['ignores a call to another user', [], incoming({ calleeId: 'cat' }), 'idle', []],
  ['confirms the same call again', INCOMING, incoming(), 'incoming.ringing', ['emit incoming-call-received']],
  [
    'is busy for a third member when outgoing',
    OUTGOING,
    incoming({ callerId: 'cat', callId: 'c2' }),
    'outgoing.ringing',
    ['emit call-busy'],
  ],
  [
    'is busy for a third member when incoming',
    INCOMING,
    incoming({ callerId: 'cat', callId: 'c2' }),
    'incoming.ringing',
    ['emit call-busy'],
  ],
  [
    'is busy for a third member when active',
    CONNECTED,
    incoming({ callerId: 'cat', callId: 'c2' }),
    'active.connected',
    ['emit call-busy'],
  ],
  ['waits when both call each other', OUTGOING, incoming({ callId: 'c2' }), 'outgoing.ringing', []],
  [
    'rings for a new call of the same member',
    CALLEE_CONNECTED,
    incoming({ callId: 'c2' }),
    'incoming.ringing',
    ['end lost', 'emit incoming-call-received', 'sound ringtone', 'open-peer b1', 'start ring 31000'],
  ],
  [
    'connects to a device that rings',
    [dial()],
    received(),
    'outgoing.ringing',
    ['stop reach', 'stop invite', 'sound ringback', 'open-peer b1'],
  ],
  [
    'rings late',
    [dial(), timer('reach')],
    received(),
    'outgoing.ringing',
    ['stop reach', 'stop invite', 'sound ringback', 'open-peer b1'],
  ],
  [
    'connects to a device that rings again, which may have missed the offer',
    OUTGOING,
    received(),
    'outgoing.ringing',
    ['stop reach', 'stop invite', 'sound ringback', 'open-peer b1'],
  ],
  [
    'connects to four devices',
    [...OUTGOING, ...['b2', 'b3', 'b4'].map(received)],
    received('b5'),
    'outgoing.ringing',
    ['stop reach', 'stop invite', 'sound ringback'],
  ],
  ['reaches no device', [dial()], timer('reach'), 'outgoing.unreachable', []],
  ['is answered', OUTGOING, acceptedBy(), 'active.connecting', ACTIVATED],
  ['is answered by a device that has not rung', [dial()], acceptedBy(), 'active.connecting', ACTIVATED],
  [
    'is declined',
    OUTGOING,
    push('call-rejected', { ...OUT, calleeName: '', reason: 'declined' }),
    'idle',
    ['end declined', 'toast rejected'],
  ],
  [
    'is refused without media',
    OUTGOING,
    push('call-rejected', { ...OUT, calleeName: '', reason: 'media' }),
    'idle',
    ['end media-callee', 'toast no-media'],
  ],
  [
    'is refused without media after the answer',
    CONNECTED,
    push('call-rejected', { ...OUT, calleeName: '', reason: 'media' }),
    'idle',
    ['emit call-ended completed', 'end media-callee', 'toast no-media'],
  ],
  ['meets a busy member', OUTGOING, push('call-busy', OUT), 'idle', ['end busy', 'toast busy']],
  [
    'is not answered',
    OUTGOING,
    timer('ring'),
    'idle',
    ['emit call-ended no-answer', 'end no-answer', 'toast no-answer'],
  ],
  ['is cancelled', OUTGOING, HANG_UP, 'idle', ['emit call-ended cancelled', 'end cancelled']],
  [
    'fails without media as caller',
    OUTGOING,
    { type: 'media-failed', callId: 'call', device: 'all' },
    'idle',
    ['emit call-ended media', 'end media-caller', 'toast media-failed'],
  ],
  [
    'answers',
    INCOMING,
    answer(),
    'incoming.answering',
    ['sound null', 'open-media', 'emit call-accepted', 'start accept 2000', 'start ring 15000'],
  ],
  ['answers only the call that rings', INCOMING, answer('other'), 'incoming.ringing', []],
  ['is active once the answer is acknowledged', ANSWERING, ack('accepted'), 'active.connecting', ACTIVATED],
  ['is active by the state of the server', ANSWERING, state({ ...IN, role: 'callee' }), 'active.connecting', ACTIVATED],
  ['was answered elsewhere', ANSWERING, ack('accepted', 'CONFLICT'), 'idle', ['end completed']],
  [
    'was over when answered',
    ANSWERING,
    ack('accepted', 'NOT_FOUND'),
    'idle',
    ['end cancelled', 'toast ended-by-caller'],
  ],
  [
    'fails to use its devices after the answer, and says why by the server alone',
    [...ANSWERING, ack('accepted')],
    { type: 'media-failed', callId: 'call', device: 'all' },
    'idle',
    ['emit call-ended media', 'end media-callee', 'toast media-failed'],
  ],
  [
    'has no response to the answer',
    ANSWERING,
    timer('ring'),
    'idle',
    ['emit call-ended lost', 'end lost', 'toast unlinked'],
  ],
  [
    'sends the answer again',
    ANSWERING,
    timer('accept'),
    'incoming.answering',
    ['emit call-accepted', 'start accept 2000'],
  ],
  [
    'asks the server after five answers',
    [...ANSWERING, ...Array.from({ length: 5 }, () => timer('accept'))],
    timer('accept'),
    'incoming.answering',
    ['emit call-sync'],
  ],
  [
    'refuses without media',
    ANSWERING,
    { type: 'media-failed', callId: 'call', device: 'all' },
    'idle',
    ['emit call-rejected media', 'end media-callee', 'toast media-failed'],
  ],
  [
    'goes on without a camera',
    ANSWERING,
    { type: 'media-failed', callId: 'call', device: 'camera' },
    'incoming.answering',
    ['apply audio'],
  ],
  ['declines', INCOMING, { type: 'decline', callId: 'call' }, 'idle', ['emit call-rejected declined', 'end declined']],
  ['is ended by the caller', INCOMING, ended(IN, 'cancelled'), 'idle', ['end cancelled', 'toast ended-by-caller']],
  ['is ended while answering', ANSWERING, ended(IN, 'cancelled'), 'idle', ['end cancelled', 'toast ended-by-caller']],
  ['ends silently when not answered', INCOMING, ended(IN, 'no-answer'), 'idle', ['end no-answer']],
  ['stops ringing by itself', INCOMING, timer('ring'), 'idle', ['end no-answer']],
  [
    'ends silently when answered elsewhere',
    INCOMING,
    push('call-elsewhere', { callId: 'call', reason: 'accepted', at: AT }),
    'idle',
    ['end completed'],
  ],
  ['is connected', CALLER_ACTIVE, peer('media'), 'active.connected', IS_CONNECTED],
  [
    'waits for media longer while it connects',
    CALLER_ACTIVE,
    peer('progress'),
    'active.connecting',
    ['start error 10000'],
  ],
  [
    'reports an error before media',
    CALLER_ACTIVE,
    peer('error'),
    'active.connecting',
    ['toast call-error', 'start error 10000'],
  ],
  ['reports an error after media', CONNECTED, peer('error'), 'active.connected', ['toast call-error']],
  [
    'reports a signal that cannot be used',
    CALLER_ACTIVE,
    peer('signal-error'),
    'active.connecting',
    ['toast signal-error'],
  ],
  [
    'ends without media',
    CALLER_ACTIVE,
    timer('error'),
    'idle',
    ['bye', 'emit call-ended connection-failed', 'end connection-failed', 'toast failed'],
  ],
  [
    'restarts ICE as caller after a stall',
    CONNECTED,
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', ...RESTART],
  ],
  [
    'asks the caller to restart ICE',
    CALLEE_CONNECTED,
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', 'emit call-signal restart', 'start restart 5000'],
  ],
  [
    'waits for a stall when ICE is disconnected',
    CONNECTED,
    peer('unstable'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', 'start restart 5000'],
  ],
  ['shows one toast for an episode', [...CONNECTED, peer('unstable')], peer('stalled'), 'active.reconnecting', RESTART],
  ['restarts again after 5 s', [...CONNECTED, peer('stalled')], timer('restart'), 'active.reconnecting', RESTART],
  [
    'restarts five times',
    [...CONNECTED, peer('stalled'), ...Array.from({ length: 4 }, () => timer('restart'))],
    timer('restart'),
    'active.reconnecting',
    [],
  ],
  [
    'restarts when the callee asks',
    CONNECTED,
    push('call-signal', { ...OUT, partyId: 'b1', signal: { type: 'restart' } }),
    'active.connected',
    RESTART,
  ],
  ['restarts when the network changes', CONNECTED, { type: 'network' }, 'active.connected', RESTART],
  ['collects changes of the network', [...CONNECTED, { type: 'network' }], { type: 'network' }, 'active.connected', []],
  [
    'restarts after collected changes',
    [...CONNECTED, { type: 'network' }, { type: 'network' }],
    timer('restart'),
    'active.connected',
    RESTART,
  ],
  [
    'restarts after a stall at once when changes were collected',
    [...CONNECTED, { type: 'network' }, { type: 'network' }],
    peer('stalled'),
    'active.reconnecting',
    ['toast unstable', 'start dead 30000', ...RESTART],
  ],
  [
    'restarts at once when the network changes while the connection is lost',
    [...CONNECTED, peer('stalled')],
    { type: 'network' },
    'active.reconnecting',
    RESTART,
  ],
  [
    'restarts when the network changes after five restarts in vain',
    [...CONNECTED, peer('stalled'), ...Array.from({ length: 5 }, () => timer('restart'))],
    { type: 'network' },
    'active.reconnecting',
    RESTART,
  ],
  [
    'asks the caller at once when the network of the callee changes',
    [...CALLEE_CONNECTED, peer('stalled')],
    { type: 'network' },
    'active.reconnecting',
    ['emit call-signal restart', 'start restart 5000'],
  ],
  ...(
    [
      ['restarts at once when the network of the callee has changed', { cause: 'network' }, RESTART],
      ['collects what the callee asks', {}, []],
    ] as const
  ).map(([row, more, effects]): Row => {
    const signal = { type: 'restart', ...more } as const;
    const asked = push('call-signal', { ...OUT, partyId: 'b1', signal });
    return [row, [...CONNECTED, peer('stalled')], asked, 'active.reconnecting', effects];
  }),
  ['is connected again', [...CONNECTED, peer('stalled')], peer('flowing'), 'active.connected', IS_CONNECTED],
  [
    'ends when the connection does not come back',
    [...CONNECTED, peer('stalled')],
    timer('dead'),
    'idle',
    ['bye', 'emit call-ended lost', 'end lost', 'toast lost'],
  ],
  ['hangs up', CONNECTED, HANG_UP, 'idle', ['bye', 'emit call-ended completed', 'end completed']],
  [
    'is ended by the peer',
    CONNECTED,
    ended(OUT),
    'idle',
    ['emit call-ended completed', 'end completed', 'toast ended-by-peer'],
  ],
  [
    'is ended over the data channel',
    CALLEE_CONNECTED,
    peer('bye'),
    'idle',
    ['emit call-ended completed', 'end completed', 'toast ended-by-caller'],
  ],
  [
    'waits for the reason when the peer has closed the connection',
    CALLEE_CONNECTED,
    peer('closed'),
    'active.connected',
    ['start closed 2000'],
  ],
  [
    'is ended with the reason of the server after the peer has closed the connection',
    [...CALLER_ACTIVE, peer('closed')],
    push('call-rejected', { ...OUT, calleeName: '', reason: 'media' }),
    'idle',
    ['emit call-ended completed', 'end media-callee', 'toast no-media'],
  ],
  [
    'ends without a reason when the peer has closed the connection',
    [...CALLEE_CONNECTED, peer('closed')],
    timer('closed'),
    'idle',
    ['emit call-ended completed', 'end completed', 'toast ended-by-caller'],
  ],
  ['ignores that another connection was closed', CONNECTED, peer('closed', 'b9'), 'active.connected', []],
  ['mutes', CONNECTED, { type: 'toggle', media: 'audio' }, 'active.connected', ['apply video']],
  ['turns the camera off', CONNECTED, { type: 'toggle', media: 'video' }, 'active.connected', ['apply audio']],
  ['has no camera in a voice call', [dial('voice')], { type: 'toggle', media: 'video' }, 'outgoing.inviting', []],
  [
    'turns the camera of an active voice call on',
    [dial('voice'), received(), acceptedBy()],
    { type: 'toggle', media: 'video' },
    'active.connecting',
    ['apply audio+video'],
  ],
  [
    'shares the screen',
    CONNECTED,
    { type: 'toggle', media: 'screen' },
    'active.connected',
    ['apply audio+video+screen'],
  ],
  ['shares no screen before the answer', OUTGOING, { type: 'toggle', media: 'screen' }, 'outgoing.ringing', []],
  [
    'goes back to the camera',
    [...CONNECTED, { type: 'toggle', media: 'screen' }],
    { type: 'screen-ended' },
    'active.connected',
    ['apply audio+video'],
  ],
  [
    'stops when the camera is unplugged',
    CONNECTED,
    { type: 'media-failed', callId: 'call', device: 'camera' },
    'active.connected',
    ['apply audio'],
  ],
  [
    'passes signals of a device that rings',
    OUTGOING,
    push('call-signal', { ...OUT, partyId: 'b1', signal: { type: 'answer', sdp: 'x' } }),
    'outgoing.ringing',
    ['signal answer'],
  ],
  [
    'ignores signals of other devices',
    OUTGOING,
    push('call-signal', { ...OUT, partyId: 'b9', signal: { type: 'answer', sdp: 'x' } }),
    'outgoing.ringing',
    [],
  ],
  [
    'passes the offer before the answer',
    INCOMING,
    push('call-signal', { ...IN, partyId: 'b1', signal: { type: 'offer', sdp: 'x' } }),
    'incoming.ringing',
    ['signal offer'],
  ],
  [
    'asks for the state after a reconnect, and repeats its report, which may have been lost',
    CONNECTED,
    { type: 'linked' },
    'active.connected',
    ['emit call-sync', ...REPORT],
  ],
  ['asks for the state before the answer', OUTGOING, { type: 'linked' }, 'outgoing.ringing', ['emit call-sync']],
  ['leaves an outgoing call', OUTGOING, { type: 'leave' }, 'idle', ['emit call-ended cancelled', 'end cancelled']],
  [
    'leaves an active call',
    CONNECTED,
    { type: 'leave' },
    'idle',
    ['bye', 'emit call-ended completed', 'end completed'],
  ],
  ['leaves a ringing call to other devices', INCOMING, { type: 'leave' }, 'idle', ['end no-answer']],
  ['leaves while answering', ANSWERING, { type: 'leave' }, 'idle', ['emit call-ended completed', 'end completed']],
  ['reports that it is alive', CONNECTED, timer('alive'), 'active.connected', REPORT],
  ['may not call', [dial()], ack('invited', 'FORBIDDEN'), 'idle', ['end declined', 'toast not-allowed']],
  [
    'is in a call on another device',
    [dial()],
    ack('invited', 'CONFLICT'),
    'idle',
    ['end cancelled', 'toast impossible'],
  ],
  [
    'has to be relayed where there is no relay',
    [dial()],
    ack('invited', 'NO_RELAY'),
    'idle',
    ['end cancelled', 'toast impossible'],
  ],
  [
    'sends a lost invitation again',
    [dial(), ack('invited', 'UNAVAILABLE')],
    timer('invite'),
    'outgoing.inviting',
    ['emit incoming-call'],
  ],
];

it.each(ROWS)('%s', (_row, before, event, expected, effects) => {
  const { state: after, effects: found } = walk([...before, event]);
  expect([stateOf(after), ...listEffects(found)]).toEqual([expected, ...effects]);
});

const SYNC: readonly Row[] = [
  ['sends an unknown call again', [dial()], state({ state: 'ended' }), 'outgoing.inviting', ['emit incoming-call']],
  [
    'follows an end that it has missed',
    OUTGOING,
    state({ state: 'ended', endReason: 'declined' }),
    'idle',
    ['end declined', 'toast rejected'],
  ],
  ['follows an answer that it has missed', OUTGOING, state(), 'active.connecting', ACTIVATED],
  [
    'sends its answer again',
    ANSWERING,
    state({ ...IN, role: 'callee', state: 'ringing', mine: false }),
    'incoming.answering',
    ['emit call-accepted', 'start accept 2000'],
  ],
  ['ends a call that it does not have', [], state(), 'idle', ['emit call-ended completed']],
  ['ends a ringing call that it does not have', [], state({ state: 'ringing' }), 'idle', ['emit call-ended cancelled']],
  ['ignores a call of another device', [], state({ mine: false }), 'idle', []],
  [
    'ends a call that the server has ended',
    CONNECTED,
    state({ state: 'ended' }),
    'idle',
    ['emit call-ended completed', 'end lost', 'toast lost'],
  ],
  [
    'stops ringing when another device has answered',
    INCOMING,
    state({ ...IN, role: 'callee', mine: false }),
    'idle',
    ['end completed'],
  ],
  [
    'asks for the call that it is merged with',
    OUTGOING,
    push('call-merged', { oldCallId: 'call', callId: 'c2', at: AT }),
    'outgoing.ringing',
    ['stop ring', 'stop reach', 'stop invite', 'start ring 15000', 'emit call-sync'],
  ],
  [
    'does not learn the state of the call that it is merged with',
    [...OUTGOING, push('call-merged', { oldCallId: 'call', callId: 'c2', at: AT })],
    timer('ring'),
    'idle',
    ['emit call-ended lost', 'end lost', 'toast unlinked'],
  ],
  [
    'joins the merged call',
    [...OUTGOING, push('call-merged', { oldCallId: 'call', callId: 'c2', at: AT })],
    state({ ...IN, callId: 'c2', role: 'callee', replaces: 'call' }),
    'active.connecting',
    ACTIVATED,
  ],
  [
    'joins the merged call by its state alone',
    OUTGOING,
    state({ ...IN, callId: 'c2', role: 'callee', replaces: 'call' }),
    'active.connecting',
    ACTIVATED,
  ],
  [
    'ends a merged call that it has left',
    [...OUTGOING, HANG_UP],
    state({ ...IN, callId: 'c2', role: 'callee', replaces: 'call' }),
    'idle',
    ['emit call-ended completed'],
  ],
  [
    'refuses a declined call again',
    [...INCOMING, { type: 'decline', callId: 'call' }],
    incoming(),
    'idle',
    ['emit call-rejected declined'],
  ],
  ['ignores a call that is over', [...INCOMING, ended(IN)], incoming(), 'idle', []],
];

it.each(SYNC)('after a reconnect %s', (_row, before, event, expected, effects) => {
  const { state: after, effects: found } = walk([...before, event]);
  expect([stateOf(after), ...listEffects(found)]).toEqual([expected, ...effects]);
});

it('joins a merged call without a camera when the user has dialled a voice call', () => {
  const merged = walk([dial('voice'), state({ ...IN, callId: 'c2', role: 'callee', replaces: 'call' })]).state.call;
  const media = { video: false, audio: true };
  expect(merged).toMatchObject({ callId: 'c2', role: 'callee', callType: 'video', media });
});

it.each<[string, Partial<typeof OUT>]>([
  ['another call', { callId: 'other' }],
  ['another caller', { callerId: 'cat' }],
  ['another callee', { calleeId: 'cat' }],
  ['swapped roles', { callerId: 'ben', calleeId: ME }],
])('ignores pushes about %s', (_what, ids) => {
  const { state: before } = walk(OUTGOING);
  const forged = { ...OUT, ...ids };
  for (const event of [
    push('call-accepted', { ...forged, calleeName: '', partyId: 'b1', answeredAt: AT }),
    push('call-rejected', { ...forged, calleeName: '', reason: 'declined' }),
    push('call-busy', forged),
    push('call-signal', { ...forged, partyId: 'b1', signal: { type: 'answer', sdp: 'x' } }),
    ended(forged),
  ])
    expect(advance(before, event)).toEqual({ state: before, effects: [] });
});

it('stores what the peer sends', () => {
  const mediaState = { type: 'media-state', audio: true, video: false, screen: true } as const;
  const { state: after } = walk([...CONNECTED, push('call-signal', { ...OUT, partyId: 'b1', signal: mediaState })]);
  expect(after.call?.peerMedia).toEqual({ audio: true, video: false, screen: true });
});

it.each([
  ['arrives', [...CALLER_ACTIVE, peer('media')], true],
  ['arrives again', [...CONNECTED, peer('stalled'), peer('flowing')], true],
  ['does not arrive', [...CONNECTED, peer('stalled'), timer('alive')], false],
])('reports at once that media %s', (_what, events, isReceiving) => {
  expect(walk(events).effects).toContainEqual({
    type: 'emit',
    name: 'call-alive',
    payload: { callId: 'call', isReceiving },
  });
});

it.each([
  ['by a change of its network', { type: 'network' } as const, 'network'],
  ['by a stall', peer('stalled'), undefined],
])('says whether it asks the caller %s', (_why, event, cause) => {
  const { effects } = walk([...CALLEE_CONNECTED, event]);
  const asked = effects.find((effect) => effect.type === 'emit' && effect.name === 'call-signal');
  expect(asked).toMatchObject({ payload: { signal: { type: 'restart', ...(cause && { cause }) } } });
  expect(JSON.stringify(asked).includes('cause')).toBe(cause !== undefined);
});
