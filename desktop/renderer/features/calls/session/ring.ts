import { followQuiet, isRingSoundOn } from '../ring-sound.ts';
import { makeWave, RINGBACK, RINGTONE, type Melody } from './tones.ts';

/** Volume of the ringtone and of the tone that a caller hears. */
const VOLUME = { ringtone: 0.7, ringback: 0.3 } as const;
const MELODIES: Record<RingSound, Melody> = { ringtone: RINGTONE, ringback: RINGBACK };
/** The window that has this lock plays the ringtone; the next one takes over when it stops. */
const LOCK = 'call-ringtone';

/** Sounds of a call before its answer. */
export type RingSound = keyof typeof VOLUME;

/** An audio element, as far as it is used. */
export interface RingAudio {
  loop: boolean;
  volume: number;
  play(): Promise<void>;
  pause(): void;
  setSinkId?(deviceId: string): Promise<void>;
}

/** Dependencies of the ring; tests pass their own. */
export interface RingPorts {
  createAudio: (melody: Melody) => RingAudio;
  /** Undefined where the browser has no Web Locks: each window plays. */
  locks: Pick<LockManager, 'request'> | undefined;
}

/** Addresses of the sounds, valid as long as the page: each sign-in and each call box would leave its own. */
const addresses = new Map<Melody, string>();

function addressOf(melody: Melody): string {
  const address = addresses.get(melody) ?? URL.createObjectURL(new Blob([makeWave(melody)], { type: 'audio/wav' }));
  addresses.set(melody, address);
  return address;
}

/** The ports of a page. */
export const pageRing: RingPorts = {
  createAudio: (melody) => new Audio(addressOf(melody)),
  // The lib declares it for all pages; it is missing on insecure origins.
  locks: (navigator as Partial<Navigator>).locks,
};

/** Plays the ringtone in one of the user's windows, and the tone that a caller hears while the other side rings. */
export class Ring {
  private readonly ports: RingPorts;
  private readonly sounds = new Map<RingSound, RingAudio>();
  private stopCurrent: (() => void) | undefined;
  private current: RingSound | null = null;
  private deviceId = '';

  constructor(ports: RingPorts = pageRing) {
    this.ports = ports;
  }

  /** Plays a sound until another one is played; null stops. The user can turn the ringtone off. */
  play(wanted: RingSound | null): void {
    const sound = wanted === 'ringtone' && !isRingSoundOn() ? null : wanted;
    if (this.current === sound) return;
    this.stopCurrent?.();
    this.stopCurrent = undefined;
    this.current = sound;
    if (sound === null) return;
    const stopped = new AbortController();
    const hasStopped = new Promise<void>((resolve) => {
      stopped.signal.addEventListener('abort', () => resolve());
    });
    this.stopCurrent = () => stopped.abort();
    if (sound === 'ringtone')
      stopped.signal.addEventListener(
        'abort',
        followQuiet(() => !isRingSoundOn() && this.play(null)),
      );
    const run = async (): Promise<void> => {
      if (stopped.signal.aborted) return;
      const audio = this.audioOf(sound);
      stopped.signal.addEventListener('abort', () => audio.pause());
      // A window that may not play without a click leaves the ringtone to another one.
      if (await audio.play().then(...settle)) await hasStopped;
    };
    const { locks } = this.ports;
    const done = sound === 'ringtone' && locks ? locks.request(LOCK, { signal: stopped.signal }, run) : run();
    done.catch(() => undefined);
  }

  /** Chooses the output of the ringtone; null is the system's default. */
  chooseDevice(deviceId: string | null): void {
    this.deviceId = deviceId ?? '';
    const audio = this.sounds.get('ringtone');
    if (audio) setSink(audio, this.deviceId);
  }

  private audioOf(sound: RingSound): RingAudio {
    const known = this.sounds.get(sound);
    if (known) return known;
    const audio = this.ports.createAudio(MELODIES[sound]);
    audio.loop = true;
    audio.volume = VOLUME[sound];
    if (sound === 'ringtone' && this.deviceId !== '') setSink(audio, this.deviceId);
    this.sounds.set(sound, audio);
    return audio;
  }
}

const settle = [() => true, () => false] as const;

/** Uses an output device where the browser can; the default one when it is gone. */
export function setSink(audio: Pick<RingAudio, 'setSinkId'>, deviceId: string): void {
  audio.setSinkId?.(deviceId).catch(() => undefined);
}
