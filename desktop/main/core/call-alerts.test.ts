import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallReport } from '#shared/bridge/calls.ts';
import { NO_ALERTS, type AlertEffect, type AlertState } from './call-alert-state.ts';
import { advanceAlerts, type AlertEvent } from './call-alerts.ts';
import { indicatorsOf } from './call-indicators.ts';
import { toAlertPush } from './call-alert-pushes.ts';

const AT = '2026-11-23T10:00:00.000Z';
const ANA = { id: 'ana', name: 'Ana Ruiz', photo: null };

function push(name: string, payload: object): AlertEvent {
  const event = toAlertPush(name, { at: AT, ...payload });
  if (!event) throw new Error(`${name} is not followed`);
  return event;
}
const incoming = (callId = 'c1', ringMs = 30_000): AlertEvent =>
  push('incoming-call', {
    callId,
    callerId: 'ana',
    calleeId: 'ben',
    callerName: 'Ana Ruiz',
    callerPhoto: null,
    callType: 'video',
    partyId: 'a1',
    route: 'direct',
    ringMs,
  });
const ended = (reason: string, callId = 'c1'): AlertEvent =>
  push('call-ended', { callId, callerId: 'ana', calleeId: 'ben', reason, endedBy: 'caller' });
const elsewhere = (reason: string): AlertEvent => push('call-elsewhere', { callId: 'c1', reason });
const stateOf = (change: object): AlertEvent =>
  push('call-state', { callId: 'c1', role: 'callee', state: 'ringing', mine: false, endReason: null, ...change });
const missedNotification = (change: object = {}): AlertEvent =>
  push('notification', {
    view: {
      type: 'missed-call',
      sourceId: 'c9',
      read: false,
      done: false,
      actors: [{ id: 'cat', fullName: 'Cat Lind', profileImage: null }],
      params: { callType: 'voice' },
      ...change,
    },
  });
const act = (action: 'answer-video' | 'answer-voice' | 'decline', callId = 'c1'): AlertEvent => ({
  type: 'act',
  callId,
  action,
});
const report = (call: Partial<NonNullable<CallReport['call']>> | null = null, isLive = true): AlertEvent => ({
  type: 'report',
  report: {
    isLive,
    call: call && {
      callId: 'c1',
      peer: ANA,
      callType: 'video',
      phase: 'incoming',
      isAnswering: false,
      isMuted: false,
      isSharing: false,
      ...call,
    },
  },
});
const connected: AlertEvent = { type: 'page-connected' };
const gone = (isClosed = true): AlertEvent => ({ type: 'page-gone', isClosed });

/** Runs events and returns the state with all effects. */
function play(...events: AlertEvent[]): { state: AlertState; effects: AlertEffect[]; last: readonly AlertEffect[] } {
  let state = NO_ALERTS;
  const effects: AlertEffect[] = [];
  let last: readonly AlertEffect[] = [];
  for (const event of events) {
    ({ state, effects: last } = advanceAlerts(state, event));
    effects.push(...last);
  }
  return { state, effects, last };
}

/** What an effect does, in a word or two. */
function nameOf(effect: AlertEffect): string {
  if (effect.type === 'emit') return 'reason' in effect ? `${effect.name} ${effect.reason ?? ''}` : effect.name;
  return effect.type === 'page-action' ? `page: ${effect.action.kind}` : effect.type;
}

const RELOADED = [connected, report({ phase: 'active' }), gone(false), connected];
const RECEIVED = ['incoming-call-received', 'start-timer'];

it.each<[string, AlertEvent[], AlertState['phase'], string[]]>([
  ['a call rings, and main acknowledges it without a page', [incoming()], 'ringing', RECEIVED],
  ['a page acknowledges it itself', [connected, incoming()], 'ringing', ['start-timer']],
  ['a call whose time is over does not ring', [incoming('c1', 0)], 'idle', []],
  ['the same device acknowledges it again after a reconnect', [incoming(), incoming()], 'ringing', [RECEIVED[0] ?? '']],
  [
    'an answer opens the window, and waits for its page',
    [incoming(), act('answer-video')],
    'connecting',
    ['open-window'],
  ],
  [
    'a page that starts receives the call as another device',
    [incoming(), act('answer-video'), gone(false), connected],
    'connecting',
    ['renew-device'],
  ],
  ['a page that starts while it rings, too', [incoming(), connected], 'ringing', ['renew-device']],
  [
    'the page has the call: it answers',
    [incoming(), act('answer-video'), connected, report({})],
    'connecting',
    ['page: answer'],
  ],
  [
    'the page has it already: it answers at once',
    [connected, incoming(), report({}), act('answer-voice')],
    'connecting',
    ['open-window', 'page: answer'],
  ],
  ['a decline is sent once', [incoming(), act('decline')], 'declined', ['stop-timer', 'call-rejected declined']],
  [
    'and silences the page',
    [connected, incoming(), report({}), act('decline')],
    'declined',
    ['stop-timer', 'call-rejected declined', 'silence-page'],
  ],
  ['a second action changes nothing', [incoming(), act('decline'), act('answer-video')], 'declined', []],
  ['nor does one after an answer', [incoming(), act('answer-video'), act('decline')], 'connecting', []],
  ['an action about another call changes nothing', [incoming(), act('decline', 'c2')], 'ringing', []],
  [
    'a refusal that was lost is sent again',
    [incoming(), act('decline'), incoming()],
    'declined',
    ['call-rejected declined'],
  ],
  ['an ended call does not ring again', [incoming(), ended('cancelled'), incoming()], 'missed', []],
  ['the caller cancels', [incoming(), ended('cancelled')], 'missed', ['stop-timer']],
  ['no one answers', [incoming(), ended('no-answer')], 'missed', ['stop-timer']],
  ['the end was lost', [incoming(), { type: 'expired', callId: 'c1' }], 'missed', ['stop-timer']],
  ['a former time limit changes nothing', [incoming(), { type: 'expired', callId: 'c0' }], 'ringing', []],
  ['another device answers', [incoming(), elsewhere('accepted')], 'answered-elsewhere', ['stop-timer']],
  ['another device declines', [incoming(), elsewhere('declined')], 'declined', ['stop-timer']],
  [
    'the server says that another device answered',
    [incoming(), stateOf({ state: 'active' })],
    'answered-elsewhere',
    ['stop-timer'],
  ],
  ['the server no longer knows the call', [incoming(), stateOf({ state: 'ended' })], 'missed', ['stop-timer']],
  ['it still rings', [incoming(), stateOf({})], 'ringing', []],
  ['the link is back: the server is asked', [incoming(), { type: 'linked' }], 'ringing', ['call-sync']],
  [
    'the page declines',
    [connected, incoming(), { type: 'intent', name: 'call-rejected', callId: 'c1' }],
    'declined',
    ['stop-timer'],
  ],
  [
    'the page answers',
    [connected, incoming(), { type: 'intent', name: 'call-accepted', callId: 'c1' }],
    'connecting',
    ['stop-timer'],
  ],
  ['the page reports its answer', [connected, incoming(), report({ isAnswering: true })], 'connecting', ['stop-timer']],
  [
    'an intent about another call changes nothing',
    [connected, incoming(), { type: 'intent', name: 'call-rejected', callId: 'c0' }],
    'ringing',
    [],
  ],
  [
    'the call is active',
    [connected, incoming(), report({ isAnswering: true }), report({ phase: 'active' })],
    'in-call',
    [],
  ],
  ['the page calls someone', [connected, report({ phase: 'outgoing' })], 'connecting', []],
  ['a second call does not ring', [connected, report({ phase: 'active' }), incoming('c2')], 'in-call', []],
  ['a newer call replaces one whose end was lost', [incoming(), incoming('c2')], 'ringing', RECEIVED],
  ['the call of the page is over', [connected, report({ phase: 'active' }), report()], 'ended', ['stop-timer']],
  [
    'it is muted from the tray',
    [connected, report({ phase: 'active' }), { type: 'toggle-mute' }],
    'in-call',
    ['page: toggle-mute'],
  ],
  [
    'its screen is no longer shared, from the tray',
    [connected, report({ phase: 'active', isSharing: true }), { type: 'stop-sharing' }],
    'in-call',
    ['page: stop-sharing'],
  ],
  [
    'it is ended from the tray',
    [connected, report({ phase: 'active' }), { type: 'hang-up' }],
    'in-call',
    ['page: hang-up'],
  ],
  [
    'an answer that the page has not taken becomes a refusal',
    [incoming(), act('answer-video'), { type: 'hang-up' }],
    'declined',
    ['stop-timer', 'call-rejected declined'],
  ],
  ['but is not muted', [incoming(), act('answer-video'), { type: 'toggle-mute' }], 'connecting', []],
  [
    'the computer wakes up in a call',
    [connected, report({ phase: 'active' }), { type: 'woke-up' }],
    'in-call',
    ['page: renew'],
  ],
  ['or without one', [connected, { type: 'woke-up' }], 'idle', []],
  [
    'the window is closed in a call: main ends it',
    [connected, report({ phase: 'active' }), gone()],
    'ended',
    ['stop-timer', 'call-ended completed'],
  ],
  [
    'the page of a call is loaded again: it may come back',
    [connected, report({ phase: 'active' }), gone(false)],
    'in-call',
    ['start-timer'],
  ],
  [
    'it learns the state of its call',
    [connected, report({ phase: 'active' }), gone(false), connected],
    'in-call',
    ['call-sync'],
  ],
  [
    'it has come back',
    [...RELOADED, report(), report({ phase: 'active' }), { type: 'expired', callId: 'c1' }],
    'in-call',
    [],
  ],
  [
    'it has not come back in time: main ends the call',
    [...RELOADED, report(), { type: 'expired', callId: 'c1' }],
    'ended',
    ['stop-timer', 'call-ended completed'],
  ],
  [
    'it has no call to come back into',
    [...RELOADED, { type: 'intent', name: 'call-ended', callId: 'c1' }],
    'ended',
    ['stop-timer'],
  ],
  ['the call is ended meanwhile', [...RELOADED, { type: 'hang-up' }], 'ended', ['stop-timer', 'call-ended completed']],
  ['but not muted', [...RELOADED, { type: 'toggle-mute' }], 'in-call', []],
  ['the window is closed meanwhile', [...RELOADED, gone()], 'ended', ['stop-timer', 'call-ended completed']],
  [
    'a page that is loaded again before the call is active has lost it',
    [connected, report({ phase: 'outgoing' }), gone(false)],
    'ended',
    ['stop-timer', 'call-ended completed'],
  ],
  ['the page crashes while it rings: it rings on', [connected, incoming(), report({}), gone(false)], 'ringing', []],
  ['the window is closed before it answered: it rings again', [incoming(), act('answer-video'), gone()], 'ringing', []],
  [
    'the caller cancels before the page answered',
    [incoming(), act('answer-video'), ended('cancelled')],
    'missed',
    ['stop-timer'],
  ],
  [
    'the caller hangs up after the answer',
    [connected, incoming(), report({ isAnswering: true }), ended('cancelled')],
    'ended',
    ['stop-timer'],
  ],
  ['the member signs out', [incoming(), { type: 'signed-out' }], 'idle', ['stop-timer']],
])('%s', (_name, events, phase, effects) => {
  const { state, last } = play(...events);
  expect([state.phase, last.map(nameOf)]).toEqual([phase, effects]);
});

it('lists missed calls once, and calls back as soon as the page can', () => {
  const before = play(incoming(), ended('no-answer'), missedNotification({ sourceId: 'c1' }), missedNotification());
  expect(before.state.missed.map(({ callId }) => callId)).toEqual(['c9', 'c1']);
  expect(before.state.hasNewMissed).toBe(true);
  const looked = advanceAlerts(before.state, { type: 'looked' }).state;
  expect([looked.hasNewMissed, looked.missed.length]).toEqual([false, 2]);
  const back = advanceAlerts(looked, { type: 'call-back', callId: 'c1' });
  expect(back.effects.map(nameOf)).toEqual(['open-window']);
  const waiting = advanceAlerts(back.state, connected);
  expect(waiting.effects).toEqual([]);
  const live = advanceAlerts(waiting.state, report());
  expect(live.effects).toEqual([{ type: 'page-action', action: { kind: 'call', peer: ANA, callType: 'video' } }]);
  expect(live.state.missed.map(({ callId }) => callId)).toEqual(['c9']);
  expect(advanceAlerts(live.state, report()).effects).toEqual([]);
  expect(advanceAlerts(live.state, missedNotification({ read: true })).state.missed).toEqual([]);
});

it('lists at most five missed calls, and none again that was returned', () => {
  const many = Array.from({ length: 8 }, (_, index) => missedNotification({ sourceId: `c${index}` }));
  expect(play(...many).state.missed.map(({ callId }) => callId)).toEqual(['c7', 'c6', 'c5', 'c4', 'c3']);
  const returned = play(incoming(), ended('no-answer'), { type: 'call-back', callId: 'c1' });
  expect(advanceAlerts(returned.state, missedNotification({ sourceId: 'c1' })).state.missed).toEqual([]);
});

it('ignores notifications of other kinds, and a call back during a call', () => {
  expect(play(push('notification', { view: null })).state).toEqual(NO_ALERTS);
  expect(play(missedNotification({ actors: [] })).state).toEqual(NO_ALERTS);
  const busy = play(missedNotification(), connected, report({ phase: 'active' }), { type: 'call-back', callId: 'c9' });
  expect(busy.last.map(nameOf)).toEqual(['open-window']);
  expect(busy.state.missed).toHaveLength(1);
  expect(toAlertPush('post-created', {})).toBeNull();
});

const CALLS = ['c1', 'c2', 'c3'] as const;
const anyEvent: fc.Arbitrary<AlertEvent> = fc
  .constantFrom(...CALLS)
  .chain((callId) =>
    fc.constantFrom<AlertEvent>(
      incoming(callId),
      ended('cancelled', callId),
      ended('no-answer', callId),
      push('call-elsewhere', { callId, reason: 'accepted' }),
      push('call-state', { callId, role: 'callee', state: 'ended', mine: false, endReason: 'declined' }),
      act('answer-video', callId),
      act('answer-voice', callId),
      act('decline', callId),
      connected,
      gone(true),
      gone(false),
      report({ callId }),
      report({ callId, isAnswering: true }),
      report({ callId, phase: 'active' }),
      report(),
      { type: 'hang-up' },
      { type: 'linked' },
      { type: 'expired', callId },
      { type: 'signed-out' },
    ),
  );

it('rings on no indicator when no one calls, and sends one refusal or one answer about a call', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state = NO_ALERTS;
      /** Calls that the server lets ring. */
      const live = new Set<string>();
      const answered = new Map<string, number>();
      const refused = new Set<string>();
      for (const event of events) {
        if (event.type === 'push' && event.name === 'incoming-call') live.add(event.push.callId);
        else if (event.type === 'push' && event.name !== 'notification') live.delete(event.push.callId);
        const next = advanceAlerts(state, event);
        state = next.state;
        for (const effect of next.effects) {
          if (effect.type === 'page-action' && effect.action.kind === 'answer') {
            const { callId } = effect.action;
            answered.set(callId, (answered.get(callId) ?? 0) + 1);
          }
          if (effect.type === 'emit' && effect.name === 'call-rejected' && event.type !== 'push') {
            expect(refused.has(effect.callId)).toBe(false);
            refused.add(effect.callId);
          }
        }
        if (event.type === 'signed-out') [answered, refused, live].forEach((each) => each.clear());
        const { box, notification, isFlashing, tray } = indicatorsOf(state, {
          link: 'live',
          unread: 0,
          isQuiet: false,
          isWindowFocused: false,
        });
        const isRinging = state.phase === 'ringing';
        expect([box !== null, notification !== null, isFlashing, tray === 'ringing']).toEqual(Array(4).fill(isRinging));
        if (box) expect(live.has(box.callId) && !refused.has(box.callId)).toBe(true);
      }
      for (const callId of refused) expect(state.call?.callId).not.toBe(callId);
    }),
    { numRuns: 3_000 },
  );
});
