import { beforeEach, expect, it, vi } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { StreamSequencer } from './stream-sequencer.ts';

/** The events on the server by sequence number. */
let last: number;
let isForgotten: boolean;
let passed: (number | string)[];
let asked: number[];
let later: (() => void)[];
let sequencer: StreamSequencer;

const answer = (since: number): SyncResponse => {
  asked.push(since);
  if (isForgotten || since > last) return { events: [], cursor: last, hasMore: false, isReset: true };
  const upTo = Math.min(last, since + 2);
  const events = Array.from({ length: upTo - since }, (_, i) => ({
    name: 'message-read' as const,
    push: { seq: since + i + 1 },
  }));
  return { events, cursor: upTo, hasMore: upTo < last, isReset: false } as unknown as SyncResponse;
};
const receive = (seq: number) => sequencer.handle('message-read', { seq });

beforeEach(() => {
  [last, isForgotten, passed, asked, later] = [0, false, [], [], []];
  sequencer = new StreamSequencer({
    fetchMissed: (since) => Promise.resolve(answer(since)),
    deliver: (_name, { seq, isMissed }) => passed.push(isMissed ? `${seq} missed` : seq),
    wait: (run) => later.push(run),
    onReset: () => passed.push('reset'),
  });
});

it('delivers events in order and drops repeated ones, without a fetch', () => {
  sequencer.begin(3);
  for (const seq of [3, 4, 4, 5, 2]) receive(seq);
  expect([passed, asked]).toEqual([[4, 5], []]);
});

it('fills a gap before it delivers anything later', async () => {
  sequencer.begin(0);
  receive(1);
  last = 6;
  receive(4);
  receive(5);
  receive(6);
  await vi.waitFor(() => expect(passed).toEqual([1, '2 missed', '3 missed', '4 missed', '5 missed', '6 missed']));
  last = 7;
  receive(7);
  expect(passed.at(-1)).toBe(7);
});

it('fetches at hello only when there are newer events', async () => {
  sequencer.begin(2);
  sequencer.handleHello(2);
  expect(asked).toEqual([]);
  last = 3;
  sequencer.handleHello(3);
  await vi.waitFor(() => expect(passed).toEqual(['3 missed']));
});

it('resets when events are no longer stored, and when no cursor is known', async () => {
  sequencer.begin(null);
  sequencer.handleHello(9);
  expect(passed).toEqual(['reset']);
  [last, isForgotten] = [20, true];
  receive(15);
  await vi.waitFor(() => expect(passed).toEqual(['reset', 'reset']));
  isForgotten = false;
  last = 21;
  receive(21);
  expect(passed.at(-1)).toBe(21);
});

it('ignores a response to the previous session', async () => {
  let answerLate: (value: SyncResponse) => void = () => undefined;
  sequencer = new StreamSequencer({
    fetchMissed: () => new Promise((resolve) => (answerLate = resolve)),
    deliver: (_name, { seq }) => passed.push(seq),
    wait: (run) => later.push(run),
    onReset: () => passed.push('reset'),
  });
  sequencer.begin(0);
  receive(5);
  sequencer.begin(100);
  last = 5;
  answerLate(answer(0));
  await Promise.resolve();
  receive(101);
  expect(passed).toEqual([101]);
});

it('retries a failed fetch after a delay', async () => {
  let fails = true;
  sequencer = new StreamSequencer({
    fetchMissed: (since) => (fails ? Promise.reject(new Error('away')) : Promise.resolve(answer(since))),
    deliver: (_name, { seq }) => passed.push(seq),
    wait: (run) => later.push(run),
    onReset: () => undefined,
  });
  sequencer.begin(0);
  receive(2);
  await vi.waitFor(() => expect(later).toHaveLength(1));
  [fails, last] = [false, 2];
  later[0]?.();
  await vi.waitFor(() => expect(passed).toEqual([1, 2]));
});
