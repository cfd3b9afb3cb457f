import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CaptureDenials, CaptureKind } from '#shared/bridge/media.ts';
import { FakeDevices, FakeStream } from '../../../../testing/calls/fake-media.ts';
import { CaptureDeniedError, type CapturePort } from '../../../lib/page/capture.ts';
import { Media, type ChosenDevices } from './media.ts';
import type { CallDevices } from '../slice.ts';

const VIDEO = { audio: true, video: true, screen: false };
const VOICE = { audio: true, video: false, screen: false };

let devices: FakeDevices;
let chosen: ChosenDevices;
let lost: string[];
let returned: [string, boolean][];
let shown: CallDevices | undefined;
let denials: CaptureDenials;
let media: Media;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', FakeStream);
  devices = new FakeDevices();
  chosen = { microphone: null, camera: null, speaker: null, ringer: null };
  [lost, returned] = [[], []];
  create(undefined);
});

function create(capture: CapturePort | undefined): void {
  media = new Media({
    devices: devices as unknown as MediaDevices,
    capture,
    callId: () => 'call',
    chosen: () => chosen,
    onTracks: () => undefined,
    onOpening: () => undefined,
    onDevices: (list) => (shown = list),
    onLost: (what) => lost.push(what),
    onReturned: (kind, isThere) => returned.push([kind, isThere]),
    onDenials: (known) => (denials = known),
  });
}
afterEach(() => {
  media.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const flush = () => vi.advanceTimersByTimeAsync(0);

it('opens microphone and camera once', async () => {
  expect(await media.open(VIDEO)).toBeNull();
  expect(await media.open(VIDEO)).toBeNull();
  expect(devices.requests).toHaveLength(1);
  expect(devices.live()).toEqual(['audio', 'video']);
});

it('finds out what there is when no device of a kind is connected', async () => {
  devices.isOpen = false;
  const voice = media.open(VOICE);
  await flush();
  devices.requests[0]?.deny('NotFoundError');
  expect(await voice).toBe('microphone');

  for (const [sound, images, expected] of [
    ['NotFoundError', null, 'microphone'],
    ['NotFoundError', 'NotFoundError', 'devices'],
    ['NotAllowedError', null, 'all'],
    [null, null, 'camera'],
  ] as const) {
    media.close();
    devices.requests.length = 0;
    const video = media.open(VIDEO);
    await flush();
    devices.requests[0]?.deny('NotFoundError');
    for (const [index, fault] of [sound, images].entries()) {
      await flush();
      const request = devices.requests[index + 1];
      if (fault === null) request?.allow();
      else request?.deny(fault);
    }
    expect([sound, images, await video]).toEqual([sound, images, expected]);
  }
});

it('asks for the permission and releases the devices at once', async () => {
  expect(await media.askPermission(VIDEO)).toBe(true);
  expect([devices.requests.length, devices.live()]).toEqual([1, []]);
  devices.isOpen = false;
  for (const [fault, isAllowed] of [
    ['NotAllowedError', false],
    ['NotFoundError', true],
  ] as const) {
    const asked = media.askPermission(VOICE);
    devices.requests.at(-1)?.deny(fault);
    expect(await asked).toBe(isAllowed);
  }
});

it('opens no camera for a voice call', async () => {
  await media.open(VOICE);
  expect(devices.live()).toEqual(['audio']);
});

it('goes on with sound when only the camera fails', async () => {
  devices.isOpen = false;
  const opened = media.open(VIDEO);
  await flush();
  devices.requests[0]?.deny();
  await flush();
  devices.requests[1]?.allow();
  expect(await opened).toBe('camera');
  expect(devices.live()).toEqual(['audio']);
});

it('fails without any device, and where the page may use none', async () => {
  devices.isOpen = false;
  const opened = media.open(VOICE);
  await flush();
  devices.requests[0]?.deny();
  expect(await opened).toBe('all');
});

it('stops what arrives after 15 s', async () => {
  devices.isOpen = false;
  const opened = media.open(VOICE);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await opened).toBe('all');
  devices.requests[0]?.allow();
  await flush();
  expect(devices.live()).toEqual([]);
});

it('stops what arrives after the call has ended, and reports no failure', async () => {
  devices.isOpen = false;
  const opened = media.open(VIDEO);
  await flush();
  media.close();
  devices.requests[0]?.allow();
  expect(await opened).toBeNull();
  expect(devices.live()).toEqual([]);
});

it('requests nothing more once the call has ended', async () => {
  devices.isOpen = false;
  const opened = [media.open(VOICE), media.open(VOICE)];
  await flush();
  devices.requests[0]?.deny();
  await opened[0];
  media.close();
  expect(await opened[1]).toBeNull();
  expect(devices.requests).toHaveLength(1);
});

it('mutes without stopping the microphone', async () => {
  await media.open(VOICE);
  media.apply({ ...VOICE, audio: false });
  expect(media.tracks.audio?.enabled).toBe(false);
  expect(devices.live()).toEqual(['audio']);
});

it('sends black for 120 ms, then releases the camera, and opens it again', async () => {
  await media.open(VIDEO);
  media.apply(VOICE);
  expect(media.tracks.video?.enabled).toBe(false);
  await vi.advanceTimersByTimeAsync(119);
  expect(devices.live()).toEqual(['audio', 'video']);
  await vi.advanceTimersByTimeAsync(1);
  expect([devices.live(), media.tracks.video]).toEqual([['audio'], null]);
  media.apply(VIDEO);
  await flush();
  expect(devices.live()).toEqual(['audio', 'video']);
});

it('keeps a camera that is turned on again within 120 ms', async () => {
  await media.open(VIDEO);
  media.apply(VOICE);
  media.apply(VIDEO);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(devices.requests).toHaveLength(1);
  expect(media.tracks.video?.enabled).toBe(true);
});

it('releases a camera that was turned off while it was opened', async () => {
  devices.isOpen = false;
  const opened = media.open(VIDEO);
  await flush();
  media.apply(VOICE);
  devices.requests[0]?.allow();
  await opened;
  await vi.advanceTimersByTimeAsync(120);
  expect(devices.live()).toEqual(['audio']);
});

it('switches to the chosen device, which stays muted', async () => {
  await media.open(VOICE);
  media.apply({ ...VOICE, audio: false });
  const [before] = devices.tracks;
  chosen.microphone = 'usb';
  await media.switchTo('microphone');
  expect(devices.requests[1]?.constraints).toEqual({ audio: { deviceId: { ideal: 'usb' } }, video: false });
  expect([before?.readyState, media.tracks.audio?.enabled]).toEqual(['ended', false]);
});

it('insists on a chosen device that is connected, as the browser would use its default one', async () => {
  devices.list = [{ kind: 'audioinput', deviceId: 'usb' }];
  chosen = { ...chosen, microphone: 'usb', camera: 'gone' };
  await media.open(VIDEO);
  expect(devices.requests[0]?.constraints).toMatchObject({
    audio: { deviceId: { exact: 'usb' } },
    video: { deviceId: { ideal: 'gone' } },
  });
});

it('keeps the open device when the chosen one cannot be used', async () => {
  await media.open(VOICE);
  devices.isOpen = false;
  const switched = media.switchTo('microphone');
  await flush();
  devices.requests[1]?.deny();
  await switched;
  expect(devices.live()).toEqual(['audio']);
  expect(media.tracks.audio).not.toBeNull();
});

it('uses the default device when the chosen one is unplugged', async () => {
  chosen.microphone = 'usb';
  await media.open(VOICE);
  devices.tracks[0]?.end();
  await flush();
  expect(devices.requests[1]?.constraints).toEqual({ audio: {}, video: false });
  expect([devices.live(), lost]).toEqual([['audio'], []]);
});

it('reports that the chosen microphone is connected again until it is used or gone', async () => {
  const desk = { kind: 'audioinput', deviceId: 'desk' } as const;
  const usb = { kind: 'audioinput', deviceId: 'usb' } as const;
  const plug = async (...list: (typeof desk | typeof usb)[]): Promise<[string, boolean] | undefined> => {
    [devices.list, returned] = [list, []];
    devices.dispatchEvent(new Event('devicechange'));
    await flush();
    return returned.find(([kind]) => kind === 'microphone');
  };
  chosen.microphone = 'usb';
  devices.list = [desk, usb];
  await media.open(VOICE);
  await flush();
  expect(returned).not.toContainEqual(['microphone', true]);
  devices.tracks[0]?.end();
  expect(await plug(desk)).toEqual(['microphone', false]);
  expect(await plug(desk, usb)).toEqual(['microphone', true]);
  // Reported once: the user may not want it.
  expect(await plug(desk, usb)).toBeUndefined();
  expect(await plug(desk)).toEqual(['microphone', false]);
  await plug(desk, usb);
  media.apply({ ...VOICE, audio: false });
  await media.switchTo('microphone');
  await flush();
  expect(returned.findLast(([kind]) => kind === 'microphone')).toEqual(['microphone', false]);
  expect(media.tracks.audio?.enabled).toBe(false);
});

it('reports no chosen device that is connected when its name becomes known', async () => {
  chosen.microphone = 'usb';
  media.refresh();
  await media.open(VOICE);
  devices.list = [{ kind: 'audioinput', deviceId: 'usb' }];
  media.refresh();
  await flush();
  expect(returned).not.toContainEqual(['microphone', true]);
});

it('reports a camera that is unplugged without another one', async () => {
  await media.open(VIDEO);
  devices.isOpen = false;
  devices.tracks[1]?.end();
  await flush();
  devices.requests[1]?.deny();
  await flush();
  expect([lost, media.tracks.video]).toEqual([['camera'], null]);
});

it('sends the screen instead of the camera until it ends', async () => {
  await media.open(VIDEO);
  const camera = media.tracks.video;
  media.apply({ ...VIDEO, screen: true });
  await flush();
  const screen = devices.tracks[2];
  expect(media.tracks.video).toBe(screen);
  screen?.end();
  expect(lost).toEqual(['screen']);
  media.apply(VIDEO);
  expect(media.tracks.video).toBe(camera);
});

it('reports that the user has chosen no screen', async () => {
  await media.open(VOICE);
  devices.isOpen = false;
  media.apply({ ...VOICE, screen: true });
  await flush();
  devices.requests[1]?.deny();
  await flush();
  expect(lost).toEqual(['screen']);
});

it('lists devices by kind, also after one is plugged in', async () => {
  devices.list = [
    { kind: 'audioinput', deviceId: 'default', label: 'Default' },
    { kind: 'audioinput', deviceId: 'mic', label: 'Desk' },
    { kind: 'audiooutput', deviceId: 'out', label: 'Phones' },
  ];
  devices.dispatchEvent(new Event('devicechange'));
  await flush();
  expect(shown).toEqual({
    microphone: [{ id: 'mic', label: 'Desk' }],
    camera: [],
    speaker: [{ id: 'out', label: 'Phones' }],
    ringer: [{ id: 'out', label: 'Phones' }],
  });
});

/** The desktop client: requests are decided by `rules`, and recorded. */
function createClient(rules: CaptureDenials) {
  const asked: string[] = [];
  const request = (kinds: CaptureKind[], callId: string | null): Promise<void> => {
    asked.push(`${kinds.join('+')} for ${callId ?? 'a test'}`);
    const denied = Object.entries(rules).filter(([kind]) => kinds.includes(kind as CaptureKind));
    return denied.length > 0 ? Promise.reject(new CaptureDeniedError(Object.fromEntries(denied))) : Promise.resolve();
  };
  const release = (callId: string | null) => void asked.push(`release ${callId ?? ''}`.trim());
  create({ request, release, isAllowed: () => Promise.resolve(true) });
  return asked;
}

it('asks the desktop client before each request, and closes its prompt at the end', async () => {
  const asked = createClient({});
  await media.open(VIDEO);
  media.apply({ ...VIDEO, screen: true });
  await flush();
  media.close();
  expect(asked).toEqual(['microphone+camera for call', 'screen for call', 'release']);
  expect([devices.requests.length, denials]).toEqual([2, {}]);
});

it('goes on with sound when the desktop client denies the camera, and reports why', async () => {
  const rules: CaptureDenials = { camera: 'institution', screen: 'institution' };
  const asked = createClient(rules);
  expect(await media.open(VIDEO)).toBe('camera');
  expect(asked).toEqual(['microphone+camera for call', 'microphone for call']);
  expect([devices.live(), denials]).toEqual([['audio'], { camera: 'institution' }]);
  media.apply({ ...VOICE, screen: true });
  await flush();
  expect([lost, denials]).toEqual([['screen'], rules]);
  delete rules.camera;
  media.apply(VIDEO);
  await flush();
  expect([devices.live(), denials]).toEqual([['audio', 'video'], { screen: 'institution' }]);
});

it('asks no second time when the microphone is denied too', async () => {
  const asked = createClient({ camera: 'dismissed', microphone: 'dismissed' });
  expect(await media.open(VIDEO)).toBe('all');
  expect(asked).toEqual(['microphone+camera for call']);
  expect(devices.requests).toEqual([]);
});

it('opens nothing when the call has ended before the prompt was answered', async () => {
  let allow: () => void = () => undefined;
  const request = () => new Promise<void>((resolve) => (allow = resolve));
  create({ request, release: () => undefined, isAllowed: () => Promise.resolve(false) });
  const opened = media.open(VIDEO);
  await vi.advanceTimersByTimeAsync(60_000);
  media.close();
  allow();
  expect(await opened).toBeNull();
  expect(devices.requests).toEqual([]);
});

it('sends nothing of a preview that the call does not want', async () => {
  await media.open(VIDEO);
  await media.open({ audio: false, video: false, screen: false });
  expect([media.tracks.audio?.enabled, media.tracks.video, devices.live()]).toEqual([false, null, ['audio']]);
  await media.open(VIDEO);
  expect([media.tracks.audio?.enabled, media.tracks.video?.enabled]).toEqual([true, true]);
});

it('keeps the camera of a preview that the call wants within 120 ms', async () => {
  await media.open(VIDEO);
  media.apply(VOICE);
  await media.open(VIDEO);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([devices.requests.length, media.tracks.video?.enabled]).toEqual([1, true]);
});

it('does not wait for a prompt of the call before', async () => {
  devices.isOpen = false;
  const before = media.open(VOICE);
  await flush();
  media.close();
  devices.isOpen = true;
  const opened = media.open(VOICE);
  await flush();
  expect(devices.live()).toEqual(['audio']);
  expect(await opened).toBeNull();
  devices.requests[0]?.allow();
  expect(await before).toBeNull();
  expect(devices.live()).toEqual(['audio']);
});

it('stops the screen of an earlier choice', async () => {
  await media.open(VOICE);
  devices.isOpen = false;
  const [shared, off] = [{ ...VOICE, screen: true }, VOICE];
  for (const next of [shared, off, shared]) media.apply(next);
  await flush();
  devices.requests[1]?.allow();
  await flush();
  expect(devices.live()).toEqual(['audio']);
  devices.requests[2]?.allow();
  await flush();
  expect(devices.live()).toEqual(['audio', 'video']);
  expect(media.tracks.video).toBe(devices.tracks[2]);
});

it('goes on sharing when an earlier choice was closed', async () => {
  await media.open(VOICE);
  devices.isOpen = false;
  const [shared, off] = [{ ...VOICE, screen: true }, VOICE];
  for (const next of [shared, off, shared]) media.apply(next);
  await flush();
  devices.requests[2]?.allow();
  devices.requests[1]?.deny();
  await flush();
  expect([lost, media.tracks.video]).toEqual([[], devices.tracks[1]]);
});
