/** A level that no noise of a codec reaches. */
const AUDIBLE = 0.01;
const LISTEN_EVERY_MS = 4;
/** Images that stay away for this long are an interruption, in milliseconds; a restart with an event takes 300. */
const GAP_MS = 100;
/** Time for which images have to arrive again. */
const STEADY_MS = 400;

/** Returns the time since 1970 in milliseconds, with fractions: pages of one computer can be compared. */
export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/** When the images and the first sound of an element are shown and heard, in milliseconds since 1970. */
export class Arrivals {
  private readonly video: HTMLVideoElement;
  private readonly context = new AudioContext();
  private frames: number[] = [];
  private soundAt: number | null = null;
  private source: { stream: MediaProvider; analyser: AnalyserNode } | null = null;

  constructor(video: HTMLVideoElement) {
    this.video = video;
    const onFrame = (): void => {
      this.frames.push(epochMs());
      video.requestVideoFrameCallback(onFrame);
    };
    video.requestVideoFrameCallback(onFrame);
    setInterval(() => this.listen(), LISTEN_EVERY_MS);
  }

  /** Forgets what has arrived. */
  reset(): void {
    this.frames = [];
    this.soundAt = null;
    this.source = null;
  }

  /** Returns the first image and the first sound; null for what has not arrived. */
  first(): { frameAt: number | null; soundAt: number | null } {
    return { frameAt: this.frames[0] ?? null, soundAt: this.soundAt };
  }

  /** Returns when images arrived again after the longest interruption since a time; null while it goes on. */
  resumedAt(since: number): number | null {
    const times = [since, ...this.frames.filter((time) => time > since)];
    const gaps = times.slice(1).map((time, at) => ({ time, ms: time - (times[at] ?? since) }));
    const longest = gaps.toSorted((a, b) => b.ms - a.ms)[0];
    const isSteady = longest && (times.at(-1) ?? 0) - longest.time >= STEADY_MS;
    return isSteady && longest.ms >= GAP_MS ? longest.time : null;
  }

  private listen(): void {
    const stream = this.video.srcObject;
    if (this.soundAt !== null || !(stream instanceof MediaStream) || stream.getAudioTracks().length === 0) return;
    if (this.source?.stream !== stream) {
      const analyser = this.context.createAnalyser();
      analyser.fftSize = 256;
      this.context.createMediaStreamSource(stream).connect(analyser);
      this.source = { stream, analyser };
    }
    const samples = new Float32Array(this.source.analyser.fftSize);
    this.source.analyser.getFloatTimeDomainData(samples);
    if (samples.some((sample) => Math.abs(sample) > AUDIBLE)) this.soundAt = epochMs();
  }
}
