import { expect, it, vi } from 'vitest';
import { pageRing, Ring, type RingAudio, type RingPorts } from './ring.ts';
import { setQuiet } from '../ring-sound.ts';
import { makeWave, RINGBACK, RINGTONE, type Melody } from './tones.ts';

class FakeAudio implements RingAudio {
  loop = false;
  volume = 1;
  isPlaying = false;
  sink = '';
  mayPlay = true;

  play(): Promise<void> {
    if (!this.mayPlay) return Promise.reject(new DOMException('no click', 'NotAllowedError'));
    this.isPlaying = true;
    return Promise.resolve();
  }
  pause(): void {
    this.isPlaying = false;
  }
  setSinkId(id: string): Promise<void> {
    this.sink = id;
    return Promise.resolve();
  }
}

/** Web Locks of one browser: one holder, the others wait in order. */
class FakeLocks {
  private last: Promise<unknown> = Promise.resolve();
  request = (_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<void>): Promise<unknown> => {
    const turn = this.last.then(() => (signal.aborted ? undefined : run()));
    this.last = turn;
    return turn;
  };
}

function createWindow(locks = new FakeLocks(), mayPlay = true) {
  const audios = new Map<Melody, FakeAudio>();
  const createAudio: RingPorts['createAudio'] = (melody) => {
    const audio = Object.assign(new FakeAudio(), { mayPlay });
    audios.set(melody, audio);
    return audio;
  };
  const ring = new Ring({ createAudio, locks: locks as unknown as RingPorts['locks'] });
  return {
    ring,
    audio: (melody: Melody = RINGTONE) => audios.get(melody),
    isPlaying: () => audios.get(RINGTONE)?.isPlaying === true,
  };
}

it('plays the ringtone in a loop at volume 0.7 until it is stopped', async () => {
  const { ring, audio, isPlaying } = createWindow();
  ring.play('ringtone');
  await vi.waitFor(() => expect(isPlaying()).toBe(true));
  expect(audio()).toMatchObject({ loop: true, volume: 0.7 });
  ring.play(null);
  expect(isPlaying()).toBe(false);
});

it('plays in one window, and in the next one when that stops', async () => {
  const locks = new FakeLocks();
  const [first, second] = [createWindow(locks), createWindow(locks)];
  first.ring.play('ringtone');
  second.ring.play('ringtone');
  await vi.waitFor(() => expect(first.isPlaying()).toBe(true));
  expect(second.isPlaying()).toBe(false);
  first.ring.play(null);
  await vi.waitFor(() => expect(second.isPlaying()).toBe(true));
});

it('leaves the ringtone to another window when it may not play', async () => {
  const locks = new FakeLocks();
  const [first, second] = [createWindow(locks, false), createWindow(locks)];
  first.ring.play('ringtone');
  second.ring.play('ringtone');
  await vi.waitFor(() => expect(second.isPlaying()).toBe(true));
});

it('plays nothing once the call is over, also in a window that waits', async () => {
  const locks = new FakeLocks();
  const [first, second] = [createWindow(locks), createWindow(locks)];
  first.ring.play('ringtone');
  second.ring.play('ringtone');
  await vi.waitFor(() => expect(first.isPlaying()).toBe(true));
  second.ring.play(null);
  first.ring.play(null);
  const third = createWindow(locks);
  third.ring.play('ringtone');
  await vi.waitFor(() => expect(third.isPlaying()).toBe(true));
  expect([first.isPlaying(), second.isPlaying()]).toEqual([false, false]);
});

it('lets the caller hear that it rings, without the lock', async () => {
  const { ring, audio } = createWindow();
  ring.play('ringback');
  await vi.waitFor(() => expect(audio(RINGBACK)?.isPlaying).toBe(true));
});

it('plays the ringtone with its own output device', async () => {
  const { ring, audio, isPlaying } = createWindow();
  ring.chooseDevice('speakers');
  ring.play('ringtone');
  await vi.waitFor(() => expect(isPlaying()).toBe(true));
  expect(audio()?.sink).toBe('speakers');
  ring.chooseDevice(null);
  expect(audio()?.sink).toBe('');
});

it.each([RINGTONE, RINGBACK])('makes a sound file whose ends are silent', (melody) => {
  const file = new DataView(makeWave(melody));
  expect(file.getUint32(40, true)).toBe(file.byteLength - 44);
  const samples = Array.from({ length: (file.byteLength - 44) / 2 }, (_, index) => file.getInt16(44 + index * 2, true));
  expect([samples[0], samples.at(-1)]).toEqual([0, 0]);
  const loudest = Math.max(...samples.map(Math.abs));
  expect(loudest).toBeGreaterThan(3_000);
  expect(loudest).toBeLessThan(32_767);
});

it('makes one file of each sound for all that play it', () => {
  const created = vi.spyOn(URL, 'createObjectURL');
  for (let times = 0; times < 3; times += 1) pageRing.createAudio(RINGBACK);
  expect(created).toHaveBeenCalledOnce();
  created.mockRestore();
});

it('stops ringing when the user asks for quiet meanwhile', async () => {
  const pause = vi.fn();
  const audio: RingAudio = { loop: false, volume: 1, play: () => Promise.resolve(), pause };
  const ring = new Ring({ createAudio: () => audio, locks: undefined });
  ring.play('ringback');
  setQuiet(true);
  expect(pause).not.toHaveBeenCalled();
  setQuiet(false);
  ring.play('ringtone');
  pause.mockClear();
  setQuiet(true);
  expect(pause).toHaveBeenCalledOnce();
  setQuiet(false);
  ring.play('ringtone');
  ring.play(null);
  pause.mockClear();
  setQuiet(true);
  expect(pause).not.toHaveBeenCalled();
  setQuiet(false);
});
