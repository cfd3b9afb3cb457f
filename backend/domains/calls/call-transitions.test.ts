import { describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { InviteCommand } from './call-invites.ts';
import { applyCallCommand, type CallCommand } from './call-transitions.ts';
import type { CallOutcome, CallPush, CallSnapshot } from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

const NONE: CallSnapshot = { calls: {}, users: {} };
const START = 1_000_000;

/** A device `a1` of the user `a`; a second socket is `a1'`. */
function device(name: string): Device {
  return { userId: name.charAt(0), partyId: name.slice(0, 2), socketId: `s-${name}` };
}

const person = (userId: string) => ({ userId, name: userId.toUpperCase(), photo: null });

function call(from: string, to: string, more: Partial<InviteCommand> = {}): CallCommand {
  return {
    kind: 'invite',
    from: device(from),
    caller: person(from.charAt(0)),
    callee: person(to),
    callId: `${from.charAt(0)}${to}`,
    isIdNew: false,
    isIdUsed: false,
    callType: 'video',
    route: 'direct',
    ...more,
  };
}

const of = (from: string, callId: string | null) => ({ from: device(from), callId });
const received = (from: string, id: string | null = 'ab'): CallCommand => ({ kind: 'received', ...of(from, id) });
const accept = (from: string, id: string | null = 'ab'): CallCommand => ({ kind: 'accept', ...of(from, id) });
const busy = (from: string, id = 'ab'): CallCommand => ({ kind: 'busy', ...of(from, id) });
const sync = (from: string, id = 'ab'): CallCommand => ({ kind: 'sync', ...of(from, id) });
const decline = (from: string, id = 'ab', reason: 'declined' | 'media' = 'declined'): CallCommand => ({
  kind: 'reject',
  reason,
  ...of(from, id),
});
type EndCommand = Extract<CallCommand, { kind: 'end' }>;
const end = (from: string, id: string | null = 'ab', reason?: EndCommand['reason']): EndCommand => ({
  kind: 'end',
  reason,
  ...of(from, id),
});
const alive = (from: string, isReceiving: boolean, id = 'ab'): CallCommand => ({
  kind: 'alive',
  isReceiving,
  ...of(from, id),
});
const away = (from: string, id = 'ab'): CallCommand => ({ kind: 'away', ...of(from, id) });
const present = (from: string): CallCommand => ({ kind: 'present', from: device(from) });
const absent = (from: string): CallCommand => ({ kind: 'absent', from: device(from) });
const separate = (userId: string, otherId: string): CallCommand => ({ kind: 'separate', userId, otherId });
const time = (callId = 'ab'): CallCommand => ({ kind: 'time', callId });

/** Applies commands, between which a number waits so many milliseconds; returns the last outcome. */
function play(...steps: (CallCommand | number)[]): CallOutcome & { now: number } {
  let now = START;
  let outcome: CallOutcome = {
    ack: { ok: true },
    snapshot: NONE,
    pushes: [],
    records: [],
    qualities: [],
    unreached: [],
  };
  for (const step of steps) {
    if (typeof step === 'number') now += step;
    else outcome = applyCallCommand(outcome.snapshot, step, now);
  }
  return { ...outcome, now };
}

function target({ to }: CallPush): string {
  return `${to.partyId ?? to.userId}${to.exceptPartyId === undefined ? '' : ` but ${to.exceptPartyId}`}`;
}

/** A push as `name to target`, with what distinguishes two of a name. */
function describePush(push: CallPush): string {
  const { name, payload } = push;
  const detail =
    name === 'call-state'
      ? ` ${payload.state}${payload.mine ? ' mine' : ''}${payload.replaces === null ? '' : ` replaces ${payload.replaces}`}`
      : 'reason' in payload
        ? ` ${payload.reason}`
        : '';
  return `${name} to ${target(push)}${detail}`;
}

const acked = ({ ack }: CallOutcome): string => (ack.ok ? 'ok' : ack.code);
const ringing = [call('a1', 'b'), received('b1'), received('b2')];
const active = [...ringing, accept('b1')];
const { ringMs, reachMs, graceMs, returnMs, deadMs, aliveEveryMs } = CALL_LIMITS;

type Row = [title: string, steps: (CallCommand | number)[], ack: string, pushes: string[]];

const ROWS: Row[] = [
  ['a call rings at all devices of the callee', [call('a1', 'b')], 'ok', ['incoming-call to b']],
  [
    'a device learns the id that the server has made',
    [call('a1', 'b', { isIdNew: true })],
    'ok',
    ['incoming-call to b', 'call-state to a1 ringing mine'],
  ],
  ['no one calls themselves', [call('a1', 'a')], 'FORBIDDEN', []],
  ['an id of the history starts no call', [call('a1', 'b', { isIdUsed: true })], 'FORBIDDEN', []],
  ['an invitation again changes nothing', [...ringing, call('a1', 'b')], 'ok', ['call-state to a1 ringing mine']],
  [
    'an invitation of an ended call again',
    [call('a1', 'b'), end('a1'), call('a1', 'b')],
    'ok',
    ['call-state to a1 ended mine'],
  ],
  ['the id of a call of others', [call('a1', 'b'), call('c1', 'd', { callId: 'ab' })], 'FORBIDDEN', []],
  ['another device of the caller with the same id', [call('a1', 'b'), call('a2', 'b')], 'CONFLICT', []],
  ['another device of the caller', [call('a1', 'b'), call('a2', 'c')], 'CONFLICT', []],
  [
    'a callee on whom a call rings is busy with a call of their own',
    [call('a1', 'b'), call('b1', 'c')],
    'ok',
    ['call-busy to a1', 'call-elsewhere to b but b1 busy', 'incoming-call to c'],
  ],
  ['the busy signal of the device that has called', [call('a1', 'b'), call('b1', 'c'), busy('b1')], 'ok', []],
  ['a callee who calls is busy', [call('b1', 'c'), call('a1', 'b')], 'ok', ['call-busy to a1']],
  ['a callee in a call is busy', [...active, call('c1', 'b')], 'ok', ['call-busy to c1']],
  [
    'a device that calls again has left its call',
    [...active, call('a1', 'c')],
    'ok',
    ['call-ended to b1 completed', 'incoming-call to c'],
  ],
  [
    'two that call each other have one call',
    [call('a1', 'b'), call('b2', 'a')],
    'ok',
    [
      'call-merged to b2',
      'call-accepted to a1',
      'call-elsewhere to b but b2 accepted',
      'call-state to b2 active mine replaces ba',
    ],
  ],
  [
    'the invitation that was merged again',
    [call('a1', 'b'), call('b2', 'a'), call('b2', 'a')],
    'ok',
    ['call-merged to b2', 'call-state to b2 active mine replaces ba'],
  ],
  [
    'the device has left the call that was merged',
    [call('a1', 'b'), call('b2', 'a'), end('b2', 'ba')],
    'ok',
    ['call-ended to a1 completed'],
  ],
  [
    'the state of the call that was merged',
    [call('a1', 'b'), call('b2', 'a'), sync('b2', 'ba')],
    'ok',
    ['call-state to b2 active mine replaces ba'],
  ],
  [
    'the state of a call that was merged into one that has ended',
    [call('a1', 'b'), call('b2', 'a'), end('a1'), sync('b2', 'ba')],
    'ok',
    ['call-state to b2 ended mine'],
  ],
  ['a device rings', [call('a1', 'b'), received('b1')], 'ok', ['incoming-call-received to a1']],
  ['a device that rings already', [call('a1', 'b'), received('b1'), received('b1')], 'ok', []],
  [
    'the call of the pair without its id',
    [call('a1', 'b'), received('b1', null)],
    'ok',
    ['incoming-call-received to a1'],
  ],
  [
    'the fifth device that rings',
    [call('a1', 'b'), ...['b1', 'b2', 'b3', 'b4', 'b5'].map((name) => received(name))],
    'ok',
    [],
  ],
  ['the caller rings', [call('a1', 'b'), received('a2')], 'FORBIDDEN', []],
  ['a third user rings', [call('a1', 'b'), received('c1')], 'FORBIDDEN', []],
  ['a device rings after the answer', [...active, received('b3')], 'CONFLICT', []],
  [
    'a device rings after the end',
    [call('a1', 'b'), end('a1'), received('b1')],
    'NOT_FOUND',
    ['call-state to b1 ended'],
  ],
  ['a device rings for an unknown call', [received('b1')], 'NOT_FOUND', ['call-state to b1 ended']],
  [
    'the answer',
    [...ringing, accept('b1')],
    'ok',
    ['call-accepted to a1', 'call-elsewhere to b but b1 accepted', 'call-state to b1 active mine'],
  ],
  ['the answer again', [...active, accept('b1')], 'ok', ['call-state to b1 active mine']],
  ['the answer of a second device', [...active, accept('b2')], 'CONFLICT', []],
  ['the answer of the caller', [...ringing, accept('a2')], 'FORBIDDEN', []],
  ['the answer of a third user', [...ringing, accept('c1')], 'FORBIDDEN', []],
  ['the answer after the end', [...ringing, end('a1'), accept('b1')], 'NOT_FOUND', ['call-state to b1 ended']],
  [
    'the callee declines',
    [...ringing, decline('b1')],
    'ok',
    ['call-rejected to a1 declined', 'call-elsewhere to b but b1 declined'],
  ],
  ['the callee declines again', [...ringing, decline('b1'), decline('b1')], 'ok', []],
  ['another device declines after the answer', [...active, decline('b2')], 'CONFLICT', []],
  ['the device in the call declines', [...active, decline('b1')], 'ok', ['call-ended to a1 completed']],
  ['the caller declines', [...ringing, decline('a1')], 'FORBIDDEN', []],
  [
    'the callee has no camera',
    [...ringing, decline('b1', 'ab', 'media')],
    'ok',
    ['call-rejected to a1 media', 'call-elsewhere to b but b1 declined'],
  ],
  [
    'the callee has no camera after the answer',
    [...active, decline('b1', 'ab', 'media')],
    'ok',
    ['call-rejected to a1 media'],
  ],
  [
    'a device of the callee is busy',
    [...ringing, busy('b2')],
    'ok',
    ['call-busy to a1', 'call-elsewhere to b but b2 busy'],
  ],
  ['a device is busy after the answer', [...active, busy('b2')], 'CONFLICT', []],
  ['a third user is busy', [...ringing, busy('c1')], 'FORBIDDEN', []],
  ['the caller gives up', [...ringing, end('a1')], 'ok', ['call-ended to b cancelled']],
  ['the caller gives up, without the id', [...ringing, end('a1', null)], 'ok', ['call-ended to b cancelled']],
  ['the caller gives up again', [...ringing, end('a1'), end('a1')], 'ok', []],
  ['the caller has no camera', [...ringing, end('a1', 'ab', 'media')], 'ok', ['call-ended to b media-caller']],
  ['another device of the caller ends', [...ringing, end('a2')], 'FORBIDDEN', []],
  ['a third user ends', [...ringing, end('c1')], 'FORBIDDEN', []],
  [
    'the callee ends before the answer',
    [...ringing, end('b1')],
    'ok',
    ['call-rejected to a1 declined', 'call-elsewhere to b but b1 declined'],
  ],
  ['a callee whose answer was lost leaves the call to others', [...ringing, end('b1', 'ab', 'lost')], 'ok', []],
  [
    'a callee to whom the response to the answer was lost ends the call',
    [...active, end('b1', 'ab', 'lost')],
    'ok',
    ['call-ended to a1 lost'],
  ],
  ['the caller hangs up', [...active, end('a1')], 'ok', ['call-ended to b1 completed']],
  [
    'the callee hangs up',
    [...active, end('b1', 'ab', 'connection-failed')],
    'ok',
    ['call-ended to a1 connection-failed'],
  ],
  ['another device of the callee hangs up', [...active, end('b2')], 'FORBIDDEN', []],
  ['the end of an unknown call', [end('a1')], 'NOT_FOUND', []],
  [
    'no answer in time',
    [...ringing, ringMs, time()],
    'ok',
    ['call-ended to a1 no-answer', 'call-ended to b no-answer'],
  ],
  ['the timer of a call that rings, too early', [...ringing, ringMs - 1, time()], 'ok', []],
  ['the timer of an ended call', [...ringing, end('a1'), ringMs, time()], 'ok', []],
  [
    'the caller does not come back',
    [...ringing, absent('a1'), graceMs, time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b lost'],
  ],
  ['the caller comes back', [...ringing, absent('a1'), present("a1'"), graceMs, time()], 'ok', []],
  [
    'a caller who is back learns who rings',
    [...ringing, absent('a1'), present("a1'")],
    'ok',
    ['call-state to a1 ringing mine', 'incoming-call-received to a1', 'incoming-call-received to a1'],
  ],
  ['an old socket leaves after the new one came', [...active, present("b1'"), absent('b1'), graceMs, time()], 'ok', []],
  [
    'a side does not come back',
    [...active, absent('b1'), graceMs, time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b1 lost'],
  ],
  ['another device leaves', [...active, absent('b2'), graceMs, time()], 'ok', []],
  ['media of a side without a socket', [...active, absent('b1'), 1, alive('a1', true), graceMs, time()], 'ok', []],
  [
    'media that is reported before a side loses its socket',
    [...active, alive('a1', true), 1_000, absent('b1'), graceMs, time()],
    'ok',
    [],
  ],
  [
    'media of a side without a socket has ended',
    [...active, absent('b1'), graceMs, alive('a1', true), aliveEveryMs, alive('a1', false), time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b1 lost'],
  ],
  [
    'reports of both sides have ended',
    [...active, alive('a1', true), alive('b1', true), deadMs, time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b1 lost'],
  ],
  [
    'media that one side claims for ever',
    [...active, absent('b1'), 11 * MINUTE_MS, alive('a1', true), time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b1 lost'],
  ],
  [
    'a user calls whose device in a call is away, although the other side receives its media',
    [...active, absent('b1'), graceMs, alive('a1', true), call('b2', 'c')],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed', 'incoming-call to c'],
  ],
  [
    'media of a side that is silent for too long, as the node that has to notice its absence has died',
    [...active, 11 * MINUTE_MS, alive('a1', true), time()],
    'ok',
    ['call-ended to a1 lost', 'call-ended to b1 lost'],
  ],
  ['media of a side that is silent for a while', [...active, 9 * MINUTE_MS, alive('a1', true), time()], 'ok', []],
  [
    'a user calls whose device is silent, while the other side claims to hear it',
    [...active, 45_000, alive('a1', true), call('b2', 'c')],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed', 'incoming-call to c'],
  ],
  ['a user calls whose device was silent for a moment', [...active, 35_000, call('b2', 'c')], 'CONFLICT', []],
  ['a user calls whose device has just left', [...active, absent('b1'), call('b2', 'c')], 'CONFLICT', []],
  [
    'a report of a device that is not in the call',
    [...active, alive('b2', true)],
    'FORBIDDEN',
    ['call-state to b2 active'],
  ],
  [
    'a report of an ended call',
    [...active, end('b1'), alive('a1', true)],
    'NOT_FOUND',
    ['call-state to a1 ended mine'],
  ],
  ['a report of an unknown call', [alive('a1', true)], 'NOT_FOUND', ['call-state to a1 ended']],
  ['a late device of the callee', [...ringing, present('b3')], 'ok', ['incoming-call to b3']],
  ['a late device after the answer', [...active, present('b3')], 'ok', []],
  ['a device in the call is back', [...active, present("b1'")], 'ok', ['call-state to b1 active mine']],
  [
    'a block while it rings looks like no answer',
    [...ringing, separate('b', 'a')],
    'ok',
    ['call-ended to a1 no-answer', 'call-ended to b no-answer'],
  ],
  [
    'a block in a call',
    [...active, separate('a', 'b')],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed'],
  ],
  ['a block of another user', [...active, separate('a', 'c')], 'ok', []],
  ['the state of a call', [...active, sync('a1')], 'ok', ['call-state to a1 active mine']],
  ['the state of an unknown call', [sync('a1')], 'NOT_FOUND', ['call-state to a1 ended']],
  [
    'a page that is loaded again comes back as the same device',
    [...active, away('b1'), absent('b1'), returnMs - 1, time(), present("b1'")],
    'ok',
    ['call-state to b1 active mine'],
  ],
  [
    'a page that has come back is in the call for as long as any other',
    [...active, away('b1'), absent('b1'), returnMs - 1, present("b1'"), graceMs, time()],
    'ok',
    [],
  ],
  [
    'a page that was closed ends its call',
    [...active, away('a1'), absent('a1'), returnMs, time()],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed'],
  ],
  [
    'the other side cannot keep a page that was closed in the call',
    [...active, away('a1'), absent('a1'), alive('b1', true), returnMs, time()],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed'],
  ],
  [
    'a page that reports in the call has not been closed',
    [...active, away('a1'), alive('a1', false), returnMs, time()],
    'ok',
    [],
  ],
  [
    'the farewell of a page that has come back is late',
    [...active, present("b1'"), away('b1'), returnMs, time()],
    'ok',
    [],
  ],
  ['only a device of the call can leave it', [...active, away('b2')], 'FORBIDDEN', []],
  ['a call that rings is not left but ended', [...ringing, away('a1')], 'FORBIDDEN', []],
  ['no one leaves a call of others', [...active, away('c1')], 'FORBIDDEN', []],
  [
    'another device calls at once when the page of the call was closed',
    [...active, away('b1'), call('b2', 'c')],
    'ok',
    ['call-ended to a1 completed', 'call-ended to b1 completed', 'incoming-call to c'],
  ],
  [
    'the state of a call of others is that of an unknown one',
    [...active, sync('c1')],
    'NOT_FOUND',
    ['call-state to c1 ended'],
  ],
];

describe('calls', () => {
  it.each(ROWS)('%s', (_title, steps, ack, pushes) => {
    const outcome = play(...steps);
    expect([acked(outcome), outcome.pushes.map(describePush)]).toEqual([ack, pushes]);
  });

  it('does not change its input', () => {
    const { snapshot } = play(...ringing);
    const before = structuredClone(snapshot);
    applyCallCommand(snapshot, accept('b1'), START);
    expect(snapshot).toEqual(before);
  });

  it('uses the type of the first of two calls', () => {
    const { snapshot } = play(call('a1', 'b', { callType: 'voice' }), call('b1', 'a', { callType: 'video' }));
    expect([snapshot.users, snapshot.calls['ab']?.type]).toEqual([{ a: 'ab', b: 'ab' }, 'voice']);
  });

  it('writes the start, the answer and the end of a call', () => {
    const records = [
      ...play(call('a1', 'b')).records,
      ...play(...active).records,
      ...play(...active, 5_000, end('b1')).records,
    ];
    expect(
      records.map(({ answeredAt, endedAt, endReason, endedBy }) => [answeredAt, endedAt, endReason, endedBy]),
    ).toEqual([
      [null, null, null, null],
      [START, null, null, null],
      [START, START + 5_000, 'completed', 'callee'],
    ]);
  });

  it('writes a page that was closed as one that has hung up then', () => {
    const { records } = play(...active, 5_000, away('b1'), returnMs, time());
    expect(records[0]).toMatchObject({ endReason: 'completed', endedBy: 'callee', endedAt: START + 5_000 });
  });

  it('frees the caller of a callee who calls a third one at the same time', () => {
    const { snapshot, records } = play(call('a1', 'b'), call('b1', 'c'));
    expect(snapshot.users).toEqual({ b: 'bc', c: 'bc' });
    expect(records.map(({ id, endReason, endedBy }) => [id, endReason, endedBy])).toEqual([
      ['ab', 'busy', 'callee'],
      ['bc', null, null],
    ]);
  });

  it('frees both members after the end', () => {
    expect(play(...active, end('a1')).snapshot.users).toEqual({});
  });

  it('stores the quality that each side reports, also after the end', () => {
    const quality = {
      route: 'direct' as const,
      rttMs: 20,
      jitterMs: 1,
      lossPercent: 0,
      freezes: 0,
      concealedPercent: 0,
      restarts: 0,
      mediaAfterMs: 120,
    };
    expect(play(...active, { ...end('a1'), quality }).qualities).toEqual([{ callId: 'ab', role: 'caller', quality }]);
    expect(play(...active, end('a1'), { ...end('b1'), quality }).qualities).toEqual([
      { callId: 'ab', role: 'callee', quality },
    ]);
    expect(play(...ringing, { ...end('a1'), quality }).qualities).toEqual([]);
  });
});

describe('a call that rings on no device', () => {
  const unreached = (...steps: (CallCommand | number)[]): string[] => play(...steps).unreached.map(({ id }) => id);

  it('is reported once, after three seconds', () => {
    const dialled = call('a1', 'b');
    expect(unreached(dialled, reachMs - 1, time())).toEqual([]);
    expect(unreached(dialled, reachMs, time())).toEqual(['ab']);
    expect(unreached(dialled, reachMs, time(), 1, time())).toEqual([]);
    expect(acked(play(dialled, reachMs, time(), received('b1')))).toBe('ok');
  });

  it('is not reported when one has rung, and ends at its time', () => {
    expect(unreached(call('a1', 'b'), received('b1'), reachMs, time())).toEqual([]);
    expect(unreached(call('a1', 'b'), received('b1'), absent('b1'), reachMs, time())).toEqual([]);
    const over = play(call('a1', 'b'), reachMs, time(), ringMs - reachMs, time());
    expect(over.pushes.map(describePush)).toEqual(['call-ended to a1 no-answer', 'call-ended to b no-answer']);
    // A node that was late finds both at once.
    expect(play(call('a1', 'b'), ringMs, time()).pushes.map(describePush)).toEqual(over.pushes.map(describePush));
  });
});
