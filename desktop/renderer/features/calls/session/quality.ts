import type { CallRoute } from '#shared/api/calls.ts';
import type { CallIntents } from '#shared/realtime/calls.ts';
import { SECOND_MS } from '#shared/time.ts';

const POLL_MS = 500;
/** Without bytes for this long the connection has stalled, in milliseconds. */
const STALL_MS = 2 * SECOND_MS;
/** How long a connection has to be bad before the window shows it, in milliseconds. */
const UNSTABLE_MS = 6 * SECOND_MS;
const MEASURE_EVERY = 4;
/** Bounds of good, usable and bad connections, as the indicator shows them. */
const BARS: readonly { bars: 4 | 3 | 2; rttMs: number; lossPercent: number }[] = [
  { bars: 4, rttMs: 150, lossPercent: 2 },
  { bars: 3, rttMs: 250, lossPercent: 5 },
  { bars: 2, rttMs: 400, lossPercent: 8 },
];
/** Below this estimate of the own bandwidth the sound suffers from the images. */
const IMAGES_MIN_BITRATE = 60_000;

/** Summary of a connection, sent with the end of the call. */
export type CallQuality = NonNullable<CallIntents['call-ended']['quality']>;

/** Totals since the beginning of the connection, as far as the browser counts them. */
interface Sample {
  bytes: number;
  route: CallRoute | null;
  rttMs: number | null;
  jitterMs: number | null;
  lost: number;
  received: number;
  freezes: number;
  concealed: number;
  samples: number;
  outgoingBitrate: number | null;
}

/** What is shown of a connection. */
export interface QualityReport {
  bars: 0 | 1 | 2 | 3 | 4;
  isUnstable: boolean;
  suggestsCameraOff: boolean;
  route: CallRoute | null;
}

/** What the measurement of a connection needs. */
export interface QualityPorts {
  getStats: () => Promise<RTCStatsReport>;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  onReport: (report: QualityReport) => void;
  onFlow: (state: 'stalled' | 'flowing') => void;
}

/**
 * Measures a connection from its first media on: every 500 ms whether bytes arrive, every 2 s its quality. `poll` is
 * public for tests, which have no timer.
 */
export class Quality {
  private readonly ports: QualityPorts;
  private readonly timer: ReturnType<typeof setInterval>;
  private polls = 0;
  private last: Sample | null = null;
  private measured: Sample | null = null;
  private lastBytesAt: number;
  private isStalled = false;
  private badSince: number | null = null;
  private isPolling = false;

  constructor(ports: QualityPorts) {
    this.ports = ports;
    this.lastBytesAt = ports.now();
    this.timer = setInterval(() => void this.poll(), POLL_MS);
  }

  /** Reads the statistics once. */
  async poll(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      this.handle(readSample(await this.ports.getStats()));
    } catch {
      // A closed connection has no statistics.
    } finally {
      this.isPolling = false;
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Returns the summary; null before the first measurement. */
  summary(): Omit<CallQuality, 'restarts' | 'mediaAfterMs'> | null {
    const { last } = this;
    if (!last) return null;
    return {
      route: last.route,
      rttMs: last.rttMs,
      jitterMs: last.jitterMs,
      lossPercent: share(last.lost, last.lost + last.received),
      freezes: last.freezes,
      concealedPercent: share(last.concealed, last.samples),
    };
  }

  private handle(sample: Sample): void {
    const now = this.ports.now();
    if (!this.last || sample.bytes > this.last.bytes) this.lastBytesAt = now;
    this.last = sample;
    const isStalled = now - this.lastBytesAt >= STALL_MS;
    if (isStalled !== this.isStalled) {
      this.isStalled = isStalled;
      this.ports.onFlow(isStalled ? 'stalled' : 'flowing');
      this.polls = 0;
    }
    if (this.polls % MEASURE_EVERY === 0) this.measure(sample, now);
    this.polls += 1;
  }

  private measure(sample: Sample, now: number): void {
    const before = this.measured;
    this.measured = sample;
    const lost = Math.max(0, sample.lost - (before?.lost ?? 0));
    const received = Math.max(0, sample.received - (before?.received ?? 0));
    const lossPercent = share(lost, lost + received) ?? 0;
    const rttMs = sample.rttMs ?? 0;
    const found = BARS.find((bound) => rttMs <= bound.rttMs && lossPercent <= bound.lossPercent);
    this.badSince = found ? null : (this.badSince ?? now);
    this.ports.onReport({
      bars: this.isStalled ? 0 : (found?.bars ?? 1),
      isUnstable: this.badSince !== null && now - this.badSince >= UNSTABLE_MS,
      suggestsCameraOff: sample.outgoingBitrate !== null && sample.outgoingBitrate < IMAGES_MIN_BITRATE,
      route: sample.route,
    });
  }
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? Math.min(100, (part / whole) * 100) : null;
}

/** Members of the statistics that are read (W3C identifiers for WebRTC's statistics). */
type Stats = Partial<Record<string, unknown>>;

/** Returns the totals of a report. */
function readSample(report: RTCStatsReport): Sample {
  const all = [...report.values()] as Stats[];
  const transport = all.find(({ type }) => type === 'transport');
  // Firefox has no statistics of the transport.
  const pair =
    (report.get(String(transport?.['selectedCandidatePairId'])) as Stats | undefined) ??
    all.find(({ type, nominated, state }) => type === 'candidate-pair' && nominated === true && state === 'succeeded');
  const inbound = all.filter(({ type }) => type === 'inbound-rtp');
  const sum = (name: string): number => inbound.reduce((total, stats) => total + (numberOf(stats[name]) ?? 0), 0);
  const audio = inbound.find(({ kind }) => kind === 'audio');
  const jitter = numberOf((audio ?? inbound[0])?.['jitter']);
  const rtt = numberOf(pair?.['currentRoundTripTime']);
  return {
    bytes: numberOf(transport?.['bytesReceived']) ?? numberOf(pair?.['bytesReceived']) ?? 0,
    route: pair ? routeOf(report, pair) : null,
    rttMs: rtt === null ? null : rtt * SECOND_MS,
    jitterMs: jitter === null ? null : jitter * SECOND_MS,
    lost: Math.max(0, sum('packetsLost')),
    received: sum('packetsReceived'),
    freezes: sum('freezeCount'),
    concealed: sum('concealedSamples'),
    samples: sum('totalSamplesReceived'),
    outgoingBitrate: numberOf(pair?.['availableOutgoingBitrate']),
  };
}

function routeOf(report: RTCStatsReport, pair: Stats): CallRoute {
  const types = [pair['localCandidateId'], pair['remoteCandidateId']].map(
    (id) => (report.get(String(id)) as Stats | undefined)?.['candidateType'],
  );
  return types.includes('relay') ? 'relay' : 'direct';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
