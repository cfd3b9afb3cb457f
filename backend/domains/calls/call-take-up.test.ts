import { describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { StoredCall } from './call-take-up.ts';
import { applyCallCommand, type CallCommand } from './call-transitions.ts';
import type { CallOutcome, CallPush } from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/** When the registry has lost its calls. */
const LOST_AT = 100 * MINUTE_MS;

const device = (partyId: string, socketId = `s-${partyId}`): Device => ({
  userId: partyId.charAt(0),
  partyId,
  socketId,
});
const side = (partyId: string) => ({ userId: partyId.charAt(0), name: partyId, photo: null, partyId });

/** Ana (`a1`) has called Ben (`b1`) and talked to him for four minutes; reports were written until a minute ago. */
const ACTIVE: StoredCall = {
  id: 'ab',
  type: 'video',
  route: 'direct',
  replaces: null,
  createdAt: LOST_AT - 4 * MINUTE_MS - 5_000,
  ringingAt: LOST_AT - 4 * MINUTE_MS - 4_000,
  answeredAt: LOST_AT - 4 * MINUTE_MS,
  seenAt: LOST_AT - MINUTE_MS,
  endedAt: null,
  endReason: null,
  endedBy: null,
  caller: side('a1'),
  callee: side('b1'),
};
/** It has rung for ten seconds. */
const RINGING: StoredCall = {
  ...ACTIVE,
  createdAt: LOST_AT - 10_000,
  ringingAt: null,
  answeredAt: null,
  seenAt: null,
  callee: { ...side('b1'), partyId: null },
};

const takeUp = (call: StoredCall): CallCommand => ({ kind: 'take-up', call });
const alive = (from: Device, isReceiving: boolean): CallCommand => ({ kind: 'alive', callId: 'ab', from, isReceiving });
const sync = (from: Device): CallCommand => ({ kind: 'sync', callId: 'ab', from });
const end = (from: Device): CallCommand => ({ kind: 'end', callId: 'ab', reason: 'completed', from });
const time: CallCommand = { kind: 'time', callId: 'ab' };
const invite = (from: string, to: string, callId: string): CallCommand => ({
  kind: 'invite',
  from: device(from),
  caller: side(from),
  callee: side(to),
  callId,
  isIdNew: false,
  isIdUsed: false,
  callType: 'video',
  route: 'direct',
});

/** Applies commands to an empty registry, between which a number waits so many milliseconds. */
function play(...steps: (CallCommand | number)[]): CallOutcome & { all: CallPush[]; now: number } {
  let now = LOST_AT;
  const none = { pushes: [], records: [], qualities: [], unreached: [] };
  let outcome: CallOutcome = { ack: { ok: true }, snapshot: { calls: {}, users: {} }, ...none };
  const all: CallPush[] = [];
  for (const step of steps) {
    if (typeof step === 'number') now += step;
    else {
      outcome = applyCallCommand(outcome.snapshot, step, now);
      all.push(...outcome.pushes);
    }
  }
  return { ...outcome, all, now };
}

const texts = (pushes: readonly CallPush[]): string[] =>
  pushes.map(({ name, to, payload }) =>
    `${name} to ${to.partyId ?? to.userId} ${'state' in payload ? payload.state : ''}`.trim(),
  );

describe('an active call that the registry has lost', () => {
  it('asks its devices, and goes on when both report', () => {
    const { all, snapshot } = play(
      takeUp(ACTIVE),
      alive(device('a1'), true),
      20_000,
      sync(device('b1')),
      alive(device('b1'), true),
      CALL_LIMITS.takeUpMs,
      time,
    );
    expect(texts(all)).toEqual(['call-state to a1 active', 'call-state to b1 active', 'call-state to b1 active']);
    expect(snapshot.users).toEqual({ a: 'ab', b: 'ab' });
    expect(snapshot.calls['ab']).toMatchObject({ endedAt: null, answeredAt: ACTIVE.answeredAt });
  });

  it('ends with its true length when a device hangs up', () => {
    const { records, ack } = play(takeUp(ACTIVE), 10_000, end(device('b1')));
    expect(ack).toEqual({ ok: true });
    expect(records).toMatchObject([{ endReason: 'completed', endedBy: 'callee', endedAt: LOST_AT + 10_000 }]);
  });

  it('waits for the device that the other side hears, for longer than for one that it does not hear', () => {
    const { takeUpMs, aliveEveryMs } = CALL_LIMITS;
    const heard = alive(device('a1'), true);
    expect(play(takeUp(ACTIVE), 15_000, heard, takeUpMs - 15_000, time).records).toEqual([]);
    expect(play(takeUp(ACTIVE), 15_000, alive(device('a1'), false), takeUpMs - 15_000, time).records).toMatchObject([
      { endReason: 'lost', endedAt: LOST_AT + takeUpMs },
    ]);
    const minutes = Array.from({ length: 33 }, () => [aliveEveryMs, heard, time]).flat();
    expect(play(takeUp(ACTIVE), heard, ...minutes).snapshot.calls['ab']).toMatchObject({ endReason: 'lost' });
  });

  it('has ended with the last report when no device comes back', () => {
    const before = play(takeUp(ACTIVE), CALL_LIMITS.takeUpMs - 1, time);
    expect(before.records).toEqual([]);
    const { records, pushes, snapshot } = play(takeUp(ACTIVE), CALL_LIMITS.takeUpMs, time);
    expect(records).toMatchObject([{ endReason: 'lost', endedBy: 'server', endedAt: ACTIVE.seenAt }]);
    expect(pushes.map(({ name }) => name)).toEqual(['call-ended', 'call-ended']);
    expect(snapshot.users).toEqual({});
    const unseen = play(takeUp({ ...ACTIVE, seenAt: null }), CALL_LIMITS.takeUpMs, time);
    expect(unseen.records).toMatchObject([{ endedAt: ACTIVE.answeredAt }]);
  });

  it('is taken up once, and not when it has ended', () => {
    const twice = play(takeUp(ACTIVE), alive(device('a1'), true), takeUp(ACTIVE));
    expect(twice.pushes).toEqual([]);
    expect(twice.snapshot.calls['ab']?.caller.absentAt).toBeNull();
    expect(play(takeUp(ACTIVE), end(device('a1')), takeUp(ACTIVE)).snapshot.users).toEqual({});
  });

  it('was hung up when one of the two is in a newer call', () => {
    const { records, pushes, snapshot } = play(invite('b2', 'c', 'bc'), takeUp(ACTIVE));
    expect(records).toMatchObject([{ id: 'ab', endReason: 'completed', endedBy: 'server', endedAt: ACTIVE.seenAt }]);
    expect(texts(pushes)).toEqual(['call-ended to a1', 'call-ended to b1']);
    expect(snapshot.users).toEqual({ b: 'bc', c: 'bc' });
  });

  it('is known with its reason when it has ended a short time before', () => {
    const over = { ...ACTIVE, endedAt: LOST_AT - 1_000, endReason: 'completed', endedBy: 'callee' } as const;
    const { all, snapshot } = play(takeUp(over), sync(device('a1')), invite('a1', 'b', 'ab'));
    expect(texts(all)).toEqual(['call-state to a1 ended', 'call-state to a1 ended']);
    expect(all[0]?.payload).toMatchObject({ endReason: 'completed' });
    expect(snapshot.users).toEqual({});
  });

  it('is still known to the device whose own call became part of it', () => {
    const { pushes, ack } = play(takeUp({ ...ACTIVE, replaces: 'ba' }), invite('b1', 'a', 'ba'));
    expect(ack).toEqual({ ok: true });
    expect(texts(pushes)).toEqual(['call-merged to b1', 'call-state to b1 active']);
  });

  it('knows the call that became part of it as one that was not answered', () => {
    const { snapshot } = play(takeUp({ ...ACTIVE, replaces: 'ba' }));
    expect(snapshot.calls['ba']).toMatchObject({
      replacedBy: 'ab',
      answeredAt: null,
      caller: { userId: 'b', partyId: 'b1' },
      callee: { userId: 'a', partyId: null },
    });
  });

  it('starts no other call for the device whose own call became part of it, when both have ended', () => {
    const ending = { endedAt: LOST_AT - 1_000, endReason: 'completed', endedBy: 'callee' } as const;
    const over = { ...ACTIVE, replaces: 'ba', ...ending };
    const { all, snapshot } = play(takeUp(over), invite('b1', 'a', 'ba'));
    expect(texts(all)).toEqual(['call-state to b1 ended']);
    expect(snapshot.users).toEqual({});
  });
});

describe('a ringing call that the registry has lost', () => {
  it('goes on ringing for the time that it has left', () => {
    const { all, snapshot } = play(takeUp(RINGING), { kind: 'received', callId: 'ab', from: device('b1') });
    expect(texts(all)).toEqual(['call-state to a1 ringing', 'incoming-call to b', 'incoming-call-received to a1']);
    expect(all.find(({ name }) => name === 'incoming-call')?.payload).toMatchObject({ ringMs: 20_000 });
    expect(snapshot.calls['ab']).toMatchObject({ isUnreached: true });
    const answered = play(takeUp(RINGING), 19_000, { kind: 'accept', callId: 'ab', from: device('b2') });
    expect(answered.ack).toEqual({ ok: true });
    expect(play(takeUp(RINGING), 20_000, time).records).toMatchObject([{ endReason: 'no-answer' }]);
  });

  it('waits for the report of a caller who has not connected since, once it is answered', () => {
    const answered = [takeUp(RINGING), 1_000, { kind: 'accept', callId: 'ab', from: device('b1') }] as const;
    const isLost = (...steps: (CallCommand | number)[]) =>
      play(...answered, ...steps, CALL_LIMITS.graceMs, time).records;
    expect(isLost()).toMatchObject([{ endReason: 'lost' }]);
    expect(isLost(alive(device('a1'), true))).toEqual([]);
    expect(isLost({ kind: 'present', from: device('a1') })).toEqual([]);
  });

  it('ends without an answer when its time was over before', () => {
    expect(play(60_000, takeUp(RINGING), time).records).toMatchObject([{ endReason: 'no-answer', answeredAt: null }]);
  });
});
