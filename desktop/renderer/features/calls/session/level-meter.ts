const POLL_MS = 100;
const WINDOW = 512;
const LEVEL_MAX = 10;
/** Loudness from which the level is full, as a share of the largest amplitude. */
const FULL = 0.25;

/** Reports the loudness of a track from 0 to 10 when it changes. Returns a function that ends it. */
export function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  if (typeof AudioContext === 'undefined') return () => undefined;
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = WINDOW;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(WINDOW);
  let last = 0;
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const level = levelOf(samples);
    if (level !== last) onLevel((last = level));
  }, POLL_MS);
  return () => {
    clearInterval(timer);
    void context.close();
    if (last !== 0) onLevel(0);
  };
}

/** Returns the loudness of samples between -1 and 1, from 0 to 10. */
function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  return Math.min(LEVEL_MAX, Math.round((Math.sqrt(power) / FULL) * LEVEL_MAX));
}
