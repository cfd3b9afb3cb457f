import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallSignal } from '#shared/realtime/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { CallEvent, CallIntent } from './call-state.ts';
import { Signaling } from './signaling.ts';

const IDS = { callerId: 'ana', calleeId: 'ben', callId: 'call' };
const END: CallIntent = { type: 'emit', name: 'call-ended', payload: { ...IDS, reason: 'completed' } };
const QUALITY = {
  route: null,
  rttMs: 20,
  jitterMs: null,
  lossPercent: 0,
  freezes: 0,
  concealedPercent: 0,
  restarts: 0,
  mediaAfterMs: 90,
};
const signal = (sdp: string): CallSignal => ({ type: 'offer', sdp });

let ack: Ack;
let sent: [name: string, payload: unknown][];
let events: CallEvent[];
let summary: typeof QUALITY | undefined;
let signaling: Signaling;
let received: string[];
const receiver = { receive: (given: CallSignal) => given.type === 'offer' && received.push(given.sdp) };

beforeEach(() => {
  vi.useFakeTimers();
  [ack, sent, events, summary, received] = [{ ok: true }, [], [], undefined, []];
  signaling = new Signaling({
    link: { status: 'live', emit: (name, payload) => (sent.push([name, payload]), Promise.resolve(ack)) },
    onEvent: (event) => events.push(event),
    summary: () => summary,
  });
});
afterEach(() => {
  signaling.disconnect();
  vi.useRealTimers();
});

it('reports the acknowledgements of a call and of an answer', async () => {
  ack = { ok: false, code: 'FORBIDDEN' };
  await signaling.emit({ type: 'emit', name: 'incoming-call', payload: { ...IDS, callType: 'voice' } });
  await signaling.emit({ type: 'emit', name: 'call-accepted', payload: IDS });
  await signaling.emit({ type: 'emit', name: 'call-busy', payload: IDS });
  expect(events).toEqual([
    { type: 'invited', callId: 'call', ack },
    { type: 'accepted', callId: 'call', ack },
  ]);
});

it('stores the signals of a device in order until its connection is ready', () => {
  signaling.receive('b1', signal('1'));
  signaling.receive('b1', signal('2'));
  signaling.receive('b2', signal('other'));
  signaling.connect('b1', receiver);
  signaling.receive('b1', signal('3'));
  expect(received).toEqual(['1', '2', '3']);
});

it('stores 64 signals of a device', () => {
  for (let index = 0; index < 70; index += 1) signaling.receive('b1', signal(String(index)));
  signaling.connect('b1', receiver);
  expect(received).toHaveLength(64);
});

it('drops the signals of a device without a connection 5 s after the answer', () => {
  signaling.receive('b1', signal('1'));
  vi.advanceTimersByTime(20_000);
  signaling.activate();
  vi.advanceTimersByTime(4_999);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  const failed = { type: 'peer', partyId: 'b1', event: { type: 'signal-error' } };
  expect(events).toEqual([failed]);
  signaling.receive('b1', signal('2'));
  vi.advanceTimersByTime(5_000);
  expect(events).toEqual([failed, failed]);
  signaling.connect('b1', receiver);
  expect(received).toEqual([]);
});

it('keeps the signals of a device that rings until its connection is ready, in the next call, too', () => {
  signaling.activate();
  signaling.disconnect();
  signaling.receive('b1', signal('1'));
  vi.advanceTimersByTime(20_000);
  signaling.connect('b1', receiver);
  expect([received, events]).toEqual([['1'], []]);
});

it('forgets the signals of a call that has ended', () => {
  signaling.activate();
  signaling.receive('b1', signal('1'));
  signaling.disconnect();
  vi.advanceTimersByTime(5_000);
  signaling.connect('b1', receiver);
  expect([received, events]).toEqual([[], []]);
});

it('sends the end of a call with the summary of its connection', async () => {
  summary = QUALITY;
  await signaling.emit(END);
  expect(sent).toEqual([['call-ended', { ...IDS, reason: 'completed', quality: QUALITY }]]);
});

it('sends an end that was lost again, with the summary of its own call', async () => {
  ack = { ok: false, code: 'UNAVAILABLE' };
  await signaling.emit(END);
  [ack, summary] = [{ ok: true }, QUALITY];
  signaling.resend();
  signaling.resend();
  expect(sent).toEqual([
    ['call-ended', END.payload],
    ['call-ended', END.payload],
  ]);
});

const toBen = (given: CallSignal, partyId = 'b1'): CallIntent => ({
  type: 'emit',
  name: 'call-signal',
  payload: { ...IDS, signal: given, partyId },
});
const candidates: CallSignal = {
  type: 'candidates',
  candidates: [{ candidate: 'a', sdpMid: '0', sdpMLineIndex: 0 }],
};

it('sends signals again that were lost with the link, in order', async () => {
  ack = { ok: false, code: 'UNAVAILABLE' };
  const lost = [toBen(signal('1')), toBen(candidates), toBen(signal('2'), 'b2')];
  for (const intent of lost) await signaling.emit(intent);
  [ack, sent] = [{ ok: true }, []];
  signaling.resend();
  signaling.resend();
  expect(sent).toEqual(lost.map(({ name, payload }) => [name, payload]));
});

it('sends no lost signal again that a later description or the end of the call has made useless', async () => {
  ack = { ok: false, code: 'UNAVAILABLE' };
  for (const intent of [toBen(signal('1')), toBen(candidates), toBen(signal('2'))]) await signaling.emit(intent);
  [ack, sent] = [{ ok: true }, []];
  signaling.resend();
  expect(sent).toEqual([['call-signal', toBen(signal('2')).payload]]);
  ack = { ok: false, code: 'UNAVAILABLE' };
  const late = signaling.emit(toBen(candidates));
  signaling.disconnect();
  await late;
  await signaling.emit(END);
  [ack, sent] = [{ ok: true }, []];
  signaling.resend();
  expect(sent).toEqual([['call-ended', END.payload]]);
});

it('sends an end again that the server could not process, while the link is live', async () => {
  ack = { ok: false, code: 'UNAVAILABLE' };
  await signaling.emit(END);
  await vi.advanceTimersByTimeAsync(3_000);
  ack = { ok: true };
  await vi.advanceTimersByTimeAsync(3_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toEqual(Array(3).fill(['call-ended', END.payload]));
});
