import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from './call-machine.ts';
import { idleState, type CallEffect, type CallEvent, type CallMachineState } from './call-state.ts';

const AT = '2026-11-23T10:00:00.000Z';
const ME = 'ana';
const CALLS = ['c1', 'c2', 'c3'];
const PARTIES = ['p1', 'p2'];
const REASONS = ['completed', 'cancelled', 'no-answer', 'declined', 'busy', 'lost'] as const;

const callId = fc.constantFrom(...CALLS);
const partyId = fc.constantFrom(...PARTIES);
const other = fc.constantFrom('ben', 'cat');
const ids = fc.record({ callId, other, isCaller: fc.boolean() }).map(({ callId: id, other: user, isCaller }) => ({
  callId: id,
  callerId: isCaller ? ME : user,
  calleeId: isCaller ? user : ME,
  at: AT,
}));
const callType = fc.constantFrom('voice' as const, 'video' as const);
const route = fc.constantFrom('direct' as const, 'relay' as const);
const ack = fc.constantFrom(
  { ok: true },
  ...['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'UNAVAILABLE'].map((code) => ({ ok: false, code })),
);
const signal = fc.constantFrom(
  { type: 'offer', sdp: 'x' },
  { type: 'restart' },
  { type: 'media-state', audio: true, video: true, screen: false },
);
const endReason = fc.constantFrom(...REASONS);

/** Pushes as the server sends them, and in any wrong order. */
const push = fc.oneof(
  named('incoming-call', { callType, partyId, route, ringMs: fc.constantFrom(0, 30_000) }),
  named('incoming-call-received', { partyId, route }),
  named('call-accepted', { partyId, answeredAt: fc.constant(AT) }),
  named('call-rejected', { reason: fc.constantFrom('declined', 'media') }),
  named('call-busy', {}),
  named('call-ended', { reason: endReason }),
  named('call-signal', { partyId, signal }),
  named('call-elsewhere', { reason: fc.constantFrom('accepted', 'declined', 'busy') }),
  named('call-merged', { oldCallId: callId }),
  named('call-state', {
    state: fc.constantFrom('ringing', 'active', 'ended'),
    role: fc.constantFrom('caller', 'callee'),
    callType,
    mine: fc.boolean(),
    replaces: fc.option(callId),
    answeredAt: fc.constant(AT),
    peerPartyId: fc.option(partyId),
    endReason: fc.option(endReason),
  }),
);

function named(name: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc
    .tuple(ids, fc.record(fields))
    .map(([pair, rest]) => ({ type: 'push', name, push: { ...pair, callerName: '', calleeName: '', ...rest } }));
}

const event = fc.oneof(
  { weight: 4, arbitrary: push },
  fc.record({
    type: fc.constant('dial'),
    callId,
    peer: other.map((id) => ({ id, name: id, photo: null })),
    callType,
    isLinked: fc.boolean(),
  }),
  fc.record({ type: fc.constant('answer'), callId, isMicOn: fc.boolean(), isCameraOn: fc.boolean() }),
  fc.record({ type: fc.constantFrom('decline'), callId }),
  fc.constantFrom({ type: 'hang-up' }, { type: 'network' }, { type: 'linked' }),
  fc.record({ type: fc.constant('leave'), mayReturn: fc.boolean() }),
  fc.record({ type: fc.constantFrom('invited', 'accepted'), callId, ack }),
  fc.record({ type: fc.constant('media-failed'), callId, device: fc.constantFrom('all', 'camera') }),
  fc.record({
    type: fc.constant('timer'),
    timer: fc.constantFrom(
      'ring',
      'reach',
      'invite',
      'accept',
      'announce',
      'error',
      'restart',
      'dead',
      'closed',
      'alive',
    ),
  }),
  fc.record({ type: fc.constant('toggle'), media: fc.constantFrom('audio', 'video', 'screen') }),
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('peer'),
      partyId,
      event: fc.oneof(
        { weight: 20, arbitrary: fc.record({ type: fc.constantFrom('media', 'stalled', 'flowing', 'unstable') }) },
        { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('progress', 'error', 'restart', 'bye') }) },
        { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('established', 'closed', 'renewed', 'away') }) },
      ),
    }),
  },
) as fc.Arbitrary<CallEvent>;

/** Four of five events are about the current call and its members, so that long calls happen, too. */
const sequences = fc.array(fc.record({ event, isAimed: fc.integer({ min: 0, max: 4 }).map((n) => n > 0) }), {
  maxLength: 80,
  size: 'max',
});

/** Changes the ids of an event to those of the call. */
function aim(given: CallEvent, { call, userId }: CallMachineState): CallEvent {
  if (!call || given.type === 'dial') return given;
  const device = call.peerPartyId ?? call.parties[0];
  if (given.type === 'peer') return { ...given, partyId: device ?? given.partyId };
  if (given.type !== 'push') return 'callId' in given ? { ...given, callId: call.callId } : given;
  const [callerId, calleeId] = call.role === 'caller' ? [userId, call.peer.id] : [call.peer.id, userId];
  return { ...given, push: { ...given.push, callId: call.callId, callerId, calleeId, role: call.role } } as CallEvent;
}

/** What a controller that runs the effects has: sounds, timers and connections. */
class World {
  sound: string | null = null;
  chosen: string | null = null;
  readonly timers = new Set<string>();
  readonly peers = new Set<string>();
  readonly ended: string[] = [];

  run(effect: CallEffect): void {
    if (effect.type === 'sound') this.sound = effect.sound;
    else if (effect.type === 'start-timer') this.timers.add(effect.timer);
    else if (effect.type === 'stop-timer') this.timers.delete(effect.timer);
    else if (effect.type === 'open-peer') this.peers.add(effect.partyId);
    else if (effect.type === 'choose-peer') this.chosen = effect.partyId;
    else if (effect.type === 'end') {
      this.ended.push(effect.call.callId);
      [this.sound, this.chosen] = [null, null];
      this.timers.clear();
      this.peers.clear();
    }
  }
}

/** Returns which rules a state breaks. */
function broken({ call, seen }: CallMachineState, world: World): string[] {
  const rules: Record<string, boolean> = {
    'remembers 64 ended calls': seen.length <= 64 && world.ended.every((id) => seen.some(({ callId: k }) => k === id)),
    'releases everything':
      call !== null || (!world.sound && !world.chosen && world.timers.size + world.peers.size === 0),
    'plays the ringtone': (world.sound === 'ringtone') === (call?.phase === 'incoming' && call.step === 'ringing'),
    'plays the ringback': world.sound !== 'ringback' || call?.phase === 'outgoing',
    'sends media after an answer': world.chosen === (call?.phase === 'active' ? call.peerPartyId : null),
    'reports that it is alive': world.timers.has('alive') === (call?.phase === 'active'),
    'waits for an answer with a limit': !call || call.phase === 'active' || world.timers.has('ring'),
    'waits for media with a limit': call?.step !== 'connecting' || world.timers.has('error'),
    'waits for the connection with a limit': world.timers.has('dead') === (call?.step === 'reconnecting'),
    'calls others': call?.peer.id !== ME,
    'shares a screen in a call': call?.media.screen !== true || call.phase === 'active',
    'has no camera in a voice call before the answer':
      call?.callType !== 'voice' || call.phase === 'active' || !call.media.video,
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}

it('never keeps a sound, a timer or a connection without a call, and never waits without a time limit', () => {
  fc.assert(
    fc.property(sequences, (list) => {
      let state = idleState(ME);
      const world = new World();
      for (const { event: given, isAimed } of list) {
        if (given.type === 'timer' && !world.timers.delete(given.timer)) continue;
        const isIdle = state.call === null;
        const { state: after, effects } = advance(state, isAimed ? aim(given, state) : given);
        state = after;
        for (const effect of effects) world.run(effect);
        const rules = broken(state, world);
        if (isIdle && state.call?.phase === 'active') rules.push('is answered before it is active');
        if (rules.length > 0) expect.fail(`${rules.join(', ')} after ${JSON.stringify(given)}`);
      }
    }),
    { numRuns: 10_000 },
  );
}, 60_000);
