import { describe, expect, it } from 'vitest';
import type { CallSignal } from '#shared/realtime/calls.ts';
import { applyCallCommand } from './call-transitions.ts';
import { limitSignal } from './call-signals.ts';
import type { LiveCall } from './live-call.ts';

const HOST = 'candidate:1 1 udp 2122260223 192.0.2.7 40000 typ host generation 0';
const MAPPED = 'candidate:2 1 udp 1686052607 203.0.113.9 40001 typ srflx raddr 0.0.0.0 rport 0';
const RELAYED = 'candidate:3 1 udp 41885439 198.51.100.5 50000 typ relay raddr 0.0.0.0 rport 0';

const more = { sdpMid: '0', sdpMLineIndex: 0 };
const batch = (...lines: string[]): CallSignal => ({
  type: 'candidates',
  candidates: lines.map((candidate) => ({ ...more, candidate })),
});

function callBy(route: LiveCall['route'], isAnswered = false): LiveCall {
  const [from, ben] = ['a', 'b'].map((userId) => ({ userId, partyId: `${userId}1`, socketId: `s-${userId}` }));
  const person = (userId: string) => ({ userId, name: userId, photo: null });
  if (!from || !ben) throw new Error('There are two.');
  const invited = applyCallCommand(
    { calls: {}, users: {} },
    {
      kind: 'invite',
      from,
      caller: person('a'),
      callee: person('b'),
      callId: 'ab',
      isIdNew: false,
      isIdUsed: false,
      callType: 'voice',
      route,
    },
    1_000,
  ).snapshot;
  const { calls } = isAnswered
    ? applyCallCommand(invited, { kind: 'accept', from: ben, callId: 'ab' }, 2_000).snapshot
    : invited;
  if (!calls['ab']) throw new Error('The call is missing.');
  return calls['ab'];
}

describe('what a signal may contain', () => {
  it('is everything in a direct call', () => {
    expect(limitSignal(callBy('direct'), batch(HOST, RELAYED), true)).toEqual(batch(HOST, RELAYED));
  });

  it('is only relayed candidates in a relayed call, before and after the answer', () => {
    for (const call of [callBy('relay'), callBy('relay', true)]) {
      expect(limitSignal(call, batch(HOST, RELAYED, MAPPED, ''), true)).toEqual(batch(RELAYED, ''));
      expect(limitSignal(call, batch(HOST, MAPPED), true)).toBeNull();
      const one = (candidate: string): CallSignal => ({ type: 'candidate', candidate: { ...more, candidate } });
      expect(limitSignal(call, one(MAPPED), true)).toBeNull();
      expect(limitSignal(call, one(RELAYED), true)).toEqual(one(RELAYED));
      const sdp = (...lines: string[]): CallSignal => ({
        type: 'offer',
        sdp: ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ...lines.map((line) => `a=${line}`), ''].join('\r\n'),
      });
      expect(limitSignal(call, sdp(HOST, RELAYED, MAPPED, 'mid:0'), true)).toEqual(sdp(RELAYED, 'mid:0'));
      expect(limitSignal(call, { type: 'restart' }, true)).toEqual({ type: 'restart' });
    }
  });

  it('is everything after the answer where the server has no relay', () => {
    expect(limitSignal(callBy('relay'), batch(HOST), false)).toBeNull();
    expect(limitSignal(callBy('relay', true), batch(HOST), false)).toEqual(batch(HOST));
  });
});
