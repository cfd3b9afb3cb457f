import { Quality, type CallQuality, type QualityPorts, type QualityReport } from './quality.ts';

/** What the measurement of a call needs. */
interface MeasurementPorts {
  /** Milliseconds since the epoch. */
  now: () => number;
  getStats: (connection: RTCPeerConnection) => Promise<RTCStatsReport>;
  onReport: (report: QualityReport) => void;
  onFlow: (partyId: string, ...state: Parameters<QualityPorts['onFlow']>) => void;
}

/** Measures the connections of a call, one after another, and sums up what the end of the call reports. */
export class Measurement {
  private readonly ports: MeasurementPorts;
  private quality: Quality | undefined;
  private restarts = 0;
  /** Null in a page that was loaded again in the call. */
  private activeAtMs: number | null = null;
  private mediaAfterMs: number | null = null;

  constructor(ports: MeasurementPorts) {
    this.ports = ports;
  }

  /** The call was answered. */
  begin(): void {
    this.activeAtMs = this.ports.now();
  }

  /** Restarts of ICE in a row. */
  countRestarts(restarts: number): void {
    this.restarts = Math.max(this.restarts, restarts);
  }

  /** The connection with a device works. Does nothing when it is measured already. */
  start(connection: RTCPeerConnection, partyId: string): void {
    if (this.quality) return;
    if (this.activeAtMs !== null) this.mediaAfterMs ??= this.ports.now() - this.activeAtMs;
    this.quality = new Quality({
      getStats: () => this.ports.getStats(connection),
      now: () => performance.now(),
      onReport: this.ports.onReport,
      onFlow: (state) => this.ports.onFlow(partyId, state),
    });
  }

  /** The connection is closed: it would look like a stall. The next one is measured from its first media on. */
  pause(): void {
    this.quality?.stop();
    this.quality = undefined;
  }

  /** Returns what the end of the call reports; undefined before the first measurement. */
  summarize(): CallQuality | undefined {
    const summary = this.quality?.summary();
    return summary ? { ...summary, restarts: this.restarts, mediaAfterMs: this.mediaAfterMs } : undefined;
  }

  /** The call is over. */
  end(): void {
    this.pause();
    [this.restarts, this.activeAtMs, this.mediaAfterMs] = [0, null, null];
  }
}
