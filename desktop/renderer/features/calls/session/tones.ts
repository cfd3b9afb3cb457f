const RATE_HZ = 16_000;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
const LOUDEST = 32_767;
/** Length of the ramps at both ends of a tone, which would click without them, in milliseconds. */
const RAMP_MS = 12;

/** A tone of a melody: frequencies that sound together, from a time on, in milliseconds. */
interface Tone {
  hz: readonly number[];
  fromMs: number;
  forMs: number;
}

/** A melody that is repeated. */
export interface Melody {
  tones: readonly Tone[];
  lengthMs: number;
  /** The strength of each tone decreases, as that of a bell. */
  fades: boolean;
}

/** Four rising tones twice, then a pause. */
export const RINGTONE: Melody = {
  tones: [0, 900].flatMap((beginMs) =>
    [523.25, 659.25, 783.99, 1_046.5].map((hz, index) => ({
      hz: [hz, hz * 2],
      fromMs: beginMs + index * 170,
      forMs: 420,
    })),
  ),
  lengthMs: 3_200,
  fades: true,
};

/** The tone that a caller hears while the other side rings, as in European telephone networks (ITU-T E.180). */
export const RINGBACK: Melody = { tones: [{ hz: [425], fromMs: 0, forMs: 1_000 }], lengthMs: 5_000, fades: false };

/** Returns a melody as a sound file (WAVE, 16 bits, mono). */
export function makeWave({ tones, lengthMs, fades }: Melody): ArrayBuffer {
  const samples = new Float32Array((lengthMs / 1_000) * RATE_HZ);
  for (const tone of tones) addTone(samples, tone, fades);
  const sizeBytes = samples.length * SAMPLE_BYTES;
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + sizeBytes));
  const text = (at: number, word: string): void => {
    for (const [index, letter] of [...word].entries()) file.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  file.setUint32(4, HEADER_BYTES - 8 + sizeBytes, true);
  text(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, RATE_HZ, true);
  file.setUint32(28, RATE_HZ * SAMPLE_BYTES, true);
  file.setUint16(32, SAMPLE_BYTES, true);
  file.setUint16(34, SAMPLE_BYTES * 8, true);
  text(36, 'data');
  file.setUint32(40, sizeBytes, true);
  for (const [index, value] of samples.entries())
    file.setInt16(HEADER_BYTES + index * SAMPLE_BYTES, Math.max(-1, Math.min(1, value)) * LOUDEST, true);
  return file.buffer;
}

function addTone(samples: Float32Array, { hz, fromMs, forMs }: Tone, fades: boolean): void {
  const first = Math.round((fromMs / 1_000) * RATE_HZ);
  const length = Math.min(Math.round((forMs / 1_000) * RATE_HZ), samples.length - first);
  const ramp = (RAMP_MS / 1_000) * RATE_HZ;
  for (let index = 0; index < length; index += 1) {
    const edge = Math.min(1, index / ramp, (length - index) / ramp);
    const strength = (0.35 / hz.length) * edge * (fades ? Math.exp((-3 * index) / length) : 1);
    const wave = hz.reduce((sum, each) => sum + Math.sin((2 * Math.PI * each * index) / RATE_HZ), 0);
    samples[first + index] = (samples[first + index] ?? 0) + wave * strength;
  }
}
