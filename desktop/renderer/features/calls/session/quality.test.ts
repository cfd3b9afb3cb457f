import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Quality, type QualityReport } from './quality.ts';

let now: number;
let stats: Record<string, Record<string, unknown>>;
let reports: QualityReport[];
let flow: string[];
let quality: Quality;

beforeEach(() => {
  vi.useFakeTimers();
  [now, reports, flow] = [0, [], []];
  stats = {
    t: { type: 'transport', bytesReceived: 1_000, selectedCandidatePairId: 'p' },
    p: { type: 'candidate-pair', currentRoundTripTime: 0.05, localCandidateId: 'l', remoteCandidateId: 'r' },
    l: { type: 'local-candidate', candidateType: 'host' },
    r: { type: 'remote-candidate', candidateType: 'host' },
    a: {
      type: 'inbound-rtp',
      kind: 'audio',
      jitter: 0.004,
      packetsLost: 0,
      packetsReceived: 100,
      concealedSamples: 1,
      totalSamplesReceived: 100,
    },
    v: { type: 'inbound-rtp', kind: 'video', packetsLost: 0, packetsReceived: 100, freezeCount: 2 },
  };
  quality = new Quality({
    getStats: () => Promise.resolve(new Map(Object.entries(stats)) as unknown as RTCStatsReport),
    now: () => now,
    onReport: (report) => reports.push(report),
    onFlow: (state) => flow.push(state),
  });
});
afterEach(() => {
  quality.stop();
  vi.useRealTimers();
});

/** Polls as often as the timer in this time; `change` happens before each poll. */
async function pass(ms: number, change: () => void = () => undefined): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    now += 500;
    change();
    await quality.poll();
  }
}
const receive = (): void => {
  stats['t'] = { ...stats['t'], bytesReceived: Number(stats['t']?.['bytesReceived']) + 1_000 };
};

it('reports a stall after 2 s without bytes, and that they flow again', async () => {
  await pass(1_000, receive);
  await pass(1_500);
  expect(flow).toEqual([]);
  await pass(500);
  expect([flow, reports.at(-1)?.bars]).toEqual([['stalled'], 0]);
  await pass(500, receive);
  expect([flow, reports.at(-1)?.bars]).toEqual([['stalled', 'flowing'], 4]);
});

it('polls every 500 ms by itself', async () => {
  await vi.advanceTimersByTimeAsync(500);
  expect(reports).toHaveLength(1);
});

it.each([
  [0.05, 0, 4],
  [0.2, 0, 3],
  [0.3, 0, 2],
  [0.05, 6, 2],
  [0.05, 20, 1],
  [0.5, 0, 1],
] as const)('shows a round trip of %d s and %d lost packets of 100 with %d bars', async (rtt, lost, bars) => {
  stats['p'] = { ...stats['p'], currentRoundTripTime: rtt };
  stats['a'] = { ...stats['a'], packetsLost: lost, packetsReceived: 100 - lost };
  stats['v'] = { ...stats['v'], packetsReceived: 0 };
  await quality.poll();
  expect(reports[0]?.bars).toBe(bars);
});

it('is unstable after 6 s of late packets, and stable again at once', async () => {
  stats['p'] = { ...stats['p'], currentRoundTripTime: 0.45 };
  await pass(6_000, receive);
  expect(reports.at(-1)?.isUnstable).toBe(false);
  await pass(2_000, receive);
  expect(reports.at(-1)?.isUnstable).toBe(true);
  stats['p'] = { ...stats['p'], currentRoundTripTime: 0.05 };
  await pass(2_000, receive);
  expect(reports.at(-1)?.isUnstable).toBe(false);
});

it('suggests to turn the camera off below 60 kbit/s', async () => {
  stats['p'] = { ...stats['p'], availableOutgoingBitrate: 50_000 };
  await quality.poll();
  expect(reports[0]?.suggestsCameraOff).toBe(true);
});

it('recognises a relayed connection', async () => {
  stats['r'] = { ...stats['r'], candidateType: 'relay' };
  await quality.poll();
  expect(reports[0]?.route).toBe('relay');
});

it('measures a connection without statistics of its transport', async () => {
  delete stats['t'];
  stats['p'] = { ...stats['p'], nominated: true, state: 'succeeded', bytesReceived: 10 };
  await quality.poll();
  expect(reports[0]).toMatchObject({ bars: 4, route: 'direct' });
});

it('summarises the connection', async () => {
  expect(quality.summary()).toBeNull();
  await quality.poll();
  expect(quality.summary()).toEqual({
    route: 'direct',
    rttMs: 50,
    jitterMs: 4,
    lossPercent: 0,
    freezes: 2,
    concealedPercent: 1,
  });
});
