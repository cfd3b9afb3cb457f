import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IceServersView } from '#shared/api/calls.ts';
import type { CallPushes } from '#shared/realtime/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { FakeConnection } from '../../../../testing/calls/fake-connection.ts';
import { FakeDevices, FakeStream } from '../../../../testing/calls/fake-media.ts';
import type { LiveLink } from '../../../lib/live/live-link.ts';
import { LiveListeners } from '../../../lib/live/live-listeners.ts';
import { currentToasts, removeToast } from '../../../lib/page/toasts.ts';
import { readCall } from '../slice.ts';
import { callController, type CallController } from './call-controller.ts';
import { openCalls } from './controller.ts';
import type { RingAudio } from './ring.ts';

const BEN = { id: 'ben', name: 'Ben Adu', photo: null };
const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const at = (ms = 0): string => new Date(NOW + ms).toISOString();

let listeners: LiveListeners;
let status: LiveLink['status'];
let probes: (boolean | undefined)[];
let sent: [name: string, payload: Record<string, unknown>][];
let acks: Record<string, Ack>;
let connections: FakeConnection[];
let devices: FakeDevices;
let isAllowed: boolean | Promise<boolean>;
let isUnasked: boolean;
let servers: IceServersView;
let playing: string[];
let calls: CallController;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(servers))),
  );
  servers = { iceServers: [{ urls: ['stun:stun.test'] }], expiresAt: null, hasRelay: false };
  [sent, acks, connections, isAllowed, playing, status] = [[], {}, [], true, [], 'live'];
  [probes, isUnasked] = [[], false];
  devices = new FakeDevices();
  listeners = new LiveListeners();
  calls = openCalls(
    {
      userId: 'ana',
      link: {
        get status() {
          return status;
        },
        subscribe: listeners.pushes.on,
        on: listeners.events.on,
        reconnect: (isChanged?: boolean) => probes.push(isChanged),
        keepParty: () => false,
        emit: (name: string, payload: never) => (
          sent.push([name, payload]),
          Promise.resolve(acks[name] ?? { ok: true })
        ),
      } as unknown as LiveLink,
    },
    {
      createConnection: (configuration) => {
        const connection = new FakeConnection(configuration);
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      devices: devices as unknown as MediaDevices,
      isMediaAllowed: () => Promise.resolve(isAllowed),
      isMediaUnasked: () => Promise.resolve(isUnasked),
      capture: undefined,
      ring: { createAudio, locks: undefined },
      now: () => Date.now(),
    },
  );
});
afterEach(() => {
  calls.dispose();
  removeToast();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function createAudio({ lengthMs }: { lengthMs: number }): RingAudio {
  const name = lengthMs > 4_000 ? 'ringback' : 'ringtone';
  return {
    loop: false,
    volume: 1,
    play: () => Promise.resolve(void playing.push(name)),
    pause: () => void (playing = playing.filter((other) => other !== name)),
  };
}

/** happy-dom takes only its own streams. */
function fakeVideo(): HTMLVideoElement {
  return { srcObject: null, muted: false, play: () => Promise.resolve() } as unknown as HTMLVideoElement;
}
const flush = () => vi.advanceTimersByTimeAsync(0);
const named = (name: string) => sent.filter(([other]) => other === name).map(([, payload]) => payload);
const toasts = () => currentToasts().map(({ title, description }) => `${title} / ${description ?? ''}`);
const ids = () => ({ callerId: 'ana', calleeId: 'ben', callId: readCall().callId ?? '', at: at() });

async function dial(callType: 'voice' | 'video' = 'video'): Promise<void> {
  calls.dial(BEN, callType);
  await flush();
}
async function ringAt(partyId = 'b1', route: 'direct' | 'relay' = 'direct'): Promise<void> {
  calls.receive('incoming-call-received', { ...ids(), partyId, route });
  await flush();
}
async function acceptFrom(partyId = 'b1', answeredAt = at()): Promise<void> {
  calls.receive('call-accepted', { ...ids(), calleeName: BEN.name, partyId, answeredAt });
  await flush();
}
async function receiveCall(change: Partial<CallPushes['incoming-call']> = {}): Promise<void> {
  calls.receive('incoming-call', {
    callerId: 'ben',
    calleeId: 'ana',
    callId: 'call',
    callerName: BEN.name,
    callerPhoto: '/photo',
    callType: 'video',
    partyId: 'b1',
    route: 'direct',
    ringMs: 30_000,
    at: at(),
    ...change,
  });
  await flush();
}
/** An active call with media. */
async function connect(callType: 'voice' | 'video' = 'video'): Promise<FakeConnection> {
  await dial(callType);
  await ringAt();
  await acceptFrom();
  const connection = connections[0] as FakeConnection;
  connection.setState('connected');
  connection.receiveMedia();
  return connection;
}

it('calls: invites, connects to each device that rings, and sends media to the one that answers', async () => {
  await dial();
  expect(named('incoming-call')).toEqual([
    { callerId: 'ana', calleeId: 'ben', callId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/), callType: 'video' },
  ]);
  expect(readCall()).toMatchObject({ phase: 'outgoing', step: 'inviting', peer: BEN, isCameraOn: true });
  await ringAt('b1');
  await ringAt('b2');
  expect([connections.length, playing]).toEqual([2, ['ringback']]);
  expect(connections.flatMap((each) => each.getSenders().map(({ track }) => track))).toEqual([null, null, null, null]);
  await acceptFrom('b2');
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(connections[1]?.getSenders().map(({ track }) => track?.kind)).toEqual(['video', 'audio']);
  // Answered is not connected, and the other side may still refuse its devices.
  expect([playing, toasts()]).toEqual([[], []]);
  connections[1]?.setState('connected');
  expect(toasts()).toEqual([]);
  const signal = { type: 'media-state', audio: true, video: true, screen: false } as const;
  calls.receive('call-signal', { ...ids(), partyId: 'b2', signal });
  expect(toasts()).toEqual(['Call Connected / Connected with Ben Adu']);
  const [{ id: first } = { id: '' }] = currentToasts();
  connections[1]?.receiveMedia();
  expect(toasts()).toEqual(['Connected / Call connection established']);
  expect(currentToasts()[0]?.id).toBe(first);
  expect(readCall()).toMatchObject({ phase: 'active', step: 'connected', hasRemoteVideo: true, startedAtMs: NOW });
});

it('shows a change of the connection for as long as any toast', async () => {
  const connection = await connect('voice');
  const idOf = () => currentToasts()[0]?.id;
  const connected = idOf();
  connection.setState('disconnected');
  expect(toasts()).toEqual(['Connection Issue / Call connection unstable. Attempting to reconnect...']);
  // The time of a toast that is changed goes on: this one would disappear with the one before.
  expect(idOf()).not.toBe(connected);
});

it('opens the camera of a caller before the answer only where that shows no prompt', async () => {
  isAllowed = false;
  await dial();
  await ringAt();
  expect(devices.requests).toHaveLength(0);
  devices.isOpen = false;
  await acceptFrom();
  expect(readCall()).toMatchObject({ needsMediaPrompt: true, isOpeningMedia: true });
  devices.requests[0]?.allow();
  await flush();
  expect(readCall()).toMatchObject({ needsMediaPrompt: false, isOpeningMedia: false });
  expect(connections[0]?.getSenders().map(({ track }) => track?.kind)).toEqual(['video', 'audio']);
});

it('rings, answers and shows the time of the answer by this clock', async () => {
  vi.setSystemTime(NOW + 3_600_000);
  await receiveCall();
  expect(named('incoming-call-received')).toEqual([{ callerId: 'ben', calleeId: 'ana', callId: 'call' }]);
  expect(readCall()).toMatchObject({ phase: 'incoming', peer: { name: BEN.name, photo: '/photo' } });
  expect(playing).toEqual(['ringtone']);
  expect(devices.requests).toHaveLength(0);
  calls.answer('call', { isCameraOn: false });
  await flush();
  expect([named('call-accepted').length, playing, devices.live()]).toEqual([1, [], ['audio']]);
  vi.setSystemTime(NOW + 3_602_000);
  calls.receive('call-state', {
    callerId: 'ben',
    calleeId: 'ana',
    callId: 'call',
    state: 'active',
    role: 'callee',
    callType: 'video',
    mine: true,
    replaces: null,
    callerName: BEN.name,
    calleeName: 'Ana',
    answeredAt: at(1_000),
    peerPartyId: 'b1',
    endReason: null,
    at: at(2_000),
  });
  expect(readCall()).toMatchObject({ phase: 'active', startedAtMs: NOW + 3_601_000, isCameraOn: false });
});

it('connects a relayed call only after the answer where there is no relay', async () => {
  await dial();
  await ringAt('b1', 'relay');
  expect(connections).toHaveLength(0);
  await acceptFrom();
  expect(connections[0]?.configuration.iceTransportPolicy).toBe('all');
});

it('connects over a relay while it rings, and stays there', async () => {
  servers.hasRelay = true;
  await dial();
  await ringAt('b1', 'relay');
  await acceptFrom();
  expect(connections.map(({ configuration }) => configuration.iceTransportPolicy)).toEqual(['relay']);
});

it('does not connect a relayed call directly when the list of relays cannot be fetched', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await dial();
  await ringAt('b1', 'relay');
  await acceptFrom();
  expect(connections.map(({ configuration }) => configuration.iceTransportPolicy)).not.toContain('all');
});

it('releases everything at the end', async () => {
  const connection = await connect();
  const video = fakeVideo();
  calls.attach(video, 'remote');
  expect(video.srcObject).not.toBeNull();
  connection.channel.open();
  vi.setSystemTime(NOW + 65_000);
  calls.hangUp();
  expect(connection.channel.sent.at(-1)).toBe('{"type":"bye"}');
  expect(named('call-ended')).toEqual([expect.objectContaining({ reason: 'completed' })]);
  expect([devices.live(), connection.isClosed, video.srcObject]).toEqual([[], true, null]);
  expect(readCall()).toMatchObject({ phase: 'idle', peer: null });
  expect(vi.getTimerCount()).toBe(0);
});

it('stops a camera that opens after the call has ended', async () => {
  devices.isOpen = false;
  await dial();
  calls.hangUp();
  devices.requests[0]?.allow();
  await flush();
  expect(devices.live()).toEqual([]);
});

it.each<[push: 'call-rejected' | 'call-busy' | 'call-ended', payload: Record<string, unknown>, toast: string]>([
  ['call-rejected', { reason: 'declined' }, 'Call Rejected / Ben Adu declined your call'],
  ['call-busy', {}, 'User Busy / Ben Adu is on another call'],
])('shows the toast of %s', async (name, payload, text) => {
  await dial();
  calls.receive(name, { ...ids(), calleeName: '', ...payload } as never);
  expect([toasts(), readCall().phase, devices.live()]).toEqual([[text], 'idle', []]);
});

it('ends a call that is not answered within 30 s', async () => {
  await dial();
  await ringAt();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(toasts()).toEqual(["No Answer / Ben Adu didn't answer the call"]);
  expect(named('call-ended')).toEqual([expect.objectContaining({ reason: 'no-answer' })]);
});

it('ends the call of a caller without camera and microphone, and rejects it as callee', async () => {
  const denied = ['Media Access Error / Could not access your camera or microphone'];
  devices.isOpen = false;
  await dial('voice');
  devices.requests[0]?.deny();
  await flush();
  expect([toasts(), named('call-ended').length]).toEqual([denied, 1]);
  removeToast();
  acks['call-accepted'] = { ok: false, code: 'UNAVAILABLE' };
  await receiveCall({ callType: 'voice' });
  calls.answer('call');
  await flush();
  devices.requests[1]?.deny();
  await flush();
  expect([toasts(), named('call-rejected')]).toEqual([denied, [expect.objectContaining({ reason: 'media' })]]);
});

it('goes on without a camera that fails, and says so', async () => {
  devices.isOpen = false;
  await dial();
  devices.requests[0]?.deny();
  await flush();
  devices.requests[1]?.allow();
  await flush();
  expect(readCall()).toMatchObject({ phase: 'outgoing', hasCameraFailed: true, isCameraOn: false });
});

it('cannot call without a link or during another call', async () => {
  status = 'paused';
  await dial();
  expect([toasts(), sent]).toEqual([['Cannot initiate call at this time / '], []]);
  status = 'live';
  await dial();
  calls.setMinimised(true);
  await dial();
  expect([named('incoming-call').length, readCall().isMinimised]).toEqual([1, false]);
});

it('restarts ICE when the network changes, and asks for the state when the link is back', async () => {
  const connection = await connect();
  window.dispatchEvent(new Event('online'));
  await flush();
  expect(connection.restarts).toBe(1);
  listeners.onStatus('live');
  await flush();
  expect(named('call-sync')).toEqual([{ callId: readCall().callId }]);
});

it('tells the peer what it sends, by the server until the data channel is open', async () => {
  const connection = await connect();
  const states = () => named('call-signal').filter(({ signal }) => (signal as { type: string }).type === 'media-state');
  connection.channel.readyState = 'closed';
  calls.toggleMute();
  expect(states().at(-1)).toMatchObject({ signal: { audio: false, video: true, screen: false } });
  connection.channel.open();
  calls.toggleCamera();
  expect(JSON.parse(connection.channel.sent.at(-1) ?? '')).toMatchObject({ audio: false, video: false });
  await vi.advanceTimersByTimeAsync(120);
  expect([devices.live(), connection.getSenders()[0]?.track]).toEqual([['audio'], null]);
  expect(readCall()).toMatchObject({ isMicOn: false, isCameraOn: false });
});

it('shows a voice call as a video call while one of the two has a camera on', async () => {
  const connection = await connect('voice');
  connection.remoteDescription = { type: 'answer', sdp: '' };
  connection.channel.open();
  calls.toggleCamera();
  await flush();
  expect(readCall()).toMatchObject({ callType: 'video', isCameraOn: true });
  expect([devices.live(), connection.getSenders().map(({ track }) => track?.kind)]).toEqual([
    ['audio', 'video'],
    ['audio', 'video'],
  ]);
  calls.toggleCamera();
  expect(readCall().callType).toBe('voice');
  connection.channel.receive({ type: 'media-state', audio: true, video: true, screen: false });
  expect(readCall()).toMatchObject({ callType: 'video', isCameraOn: false });
  await vi.advanceTimersByTimeAsync(120);
  devices.isOpen = false;
  calls.toggleCamera();
  await flush();
  devices.requests.at(-1)?.deny();
  await flush();
  expect(readCall()).toMatchObject({ isCameraOn: false, hasCameraFailed: true });
});

it('reports once media arrive, and every 20 s, that it is in the call', async () => {
  await connect('voice');
  const alive = { callId: readCall().callId, isReceiving: true };
  expect(named('call-alive')).toEqual([alive]);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(named('call-alive')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(named('call-alive')).toHaveLength(2);
});

it('keeps the chosen devices for later calls', async () => {
  calls.chooseDevice('microphone', 'usb');
  await dial('voice');
  expect(devices.requests[0]?.constraints.audio).toEqual({ deviceId: { ideal: 'usb' } });
  expect(JSON.parse(localStorage.getItem('call-devices') ?? '{}')).toMatchObject({ microphone: 'usb' });
});

it('previews camera and microphone, and closes them unless a call uses them', async () => {
  calls.preview('video');
  await flush();
  const video = fakeVideo();
  const detach = calls.attach(video, 'local');
  expect([readCall().isPreviewing, devices.live(), video.muted]).toEqual([true, ['audio', 'video'], true]);
  expect((video.srcObject as unknown as FakeStream).getVideoTracks()).toHaveLength(1);
  calls.endPreview();
  expect([readCall().isPreviewing, devices.live()]).toEqual([false, []]);
  detach();
  expect(video.srcObject).toBeNull();
});

it('ends the call at sign-out, and when the page is closed and cannot come back', async () => {
  await connect();
  window.dispatchEvent(new Event('pagehide'));
  expect([named('call-ended').length, readCall().phase]).toEqual([1, 'idle']);
  await connect('voice');
  calls.dispose();
  expect(named('call-ended')).toHaveLength(2);
  expect(() => callController()).toThrow('not open');
});

it.each([
  ['when the devices are allowed', true],
  ['while the browser is asked', new Promise<boolean>(() => undefined)],
])('sends nothing of a preview that the member has switched off before the answer, %s', async (_when, allowed) => {
  await receiveCall();
  calls.preview('video');
  await flush();
  isAllowed = allowed;
  calls.answer('call', { isMicOn: false, isCameraOn: false });
  await flush();
  expect(devices.live()).toEqual(['audio']);
  expect(devices.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
});

it('explains no prompt of the browser while devices are open already', async () => {
  isAllowed = false;
  await receiveCall();
  calls.preview('video');
  await flush();
  calls.answer('call');
  await flush();
  expect(readCall()).toMatchObject({ step: 'connecting', needsMediaPrompt: false });
});

it('keeps the camera of a call that rings when a test of the devices is left', async () => {
  await dial();
  await ringAt();
  calls.endPreview();
  await flush();
  expect(devices.live()).toEqual(['audio', 'video']);
});

it('repeats its offer to a device that rings again, as after a lost link', async () => {
  await dial();
  await ringAt();
  connections[0]?.needOffer();
  await flush();
  await ringAt();
  expect([connections.length, named('call-signal').length]).toEqual([1, 2]);
  await ringAt('b2');
  expect([connections.length, named('call-signal').length]).toEqual([2, 2]);
});

it('ends a test of devices that the browser denies, with a toast', async () => {
  devices.isOpen = false;
  calls.preview('video');
  await flush();
  devices.requests[0]?.deny();
  await flush();
  devices.requests[1]?.deny();
  await flush();
  expect(readCall().isPreviewing).toBe(false);
  expect(toasts()).toEqual(['Media Access Error / Could not access your camera or microphone']);
});

it('lets a call that has begun report its own devices', async () => {
  devices.isOpen = false;
  calls.preview('voice');
  await flush();
  await receiveCall({ callType: 'voice' });
  calls.answer('call');
  await flush();
  devices.requests[0]?.deny();
  await flush();
  devices.requests[1]?.deny();
  await flush();
  expect(named('call-ended')).toMatchObject([{ reason: 'media' }]);
  expect(currentToasts()).toHaveLength(1);
});

it('fetches the ICE servers again when their credentials expire, by a clock that is slow', async () => {
  servers = { iceServers: [], expiresAt: at(24 * 3_600_000), hasRelay: true };
  acks['incoming-call'] = { ok: true, iceServers: servers };
  await connect();
  // They came with the acknowledgement.
  expect(fetch).not.toHaveBeenCalled();
  vi.setSystemTime(NOW + 600_000);
  window.dispatchEvent(new Event('online'));
  await flush();
  expect(fetch).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/ice-servers\?callId=/), expect.anything());
});

it('asks at dial for a permission that was never asked for, and ends the call when it is refused', async () => {
  [isAllowed, isUnasked, devices.isOpen] = [false, true, false];
  await dial('voice');
  expect(readCall().needsMediaPrompt).toBe(true);
  devices.requests[0]?.allow();
  await flush();
  expect([devices.live(), readCall().needsMediaPrompt, readCall().phase]).toEqual([[], false, 'outgoing']);
  calls.hangUp();
  await dial('voice');
  devices.requests[1]?.deny();
  await flush();
  expect(named('call-ended').at(-1)).toMatchObject({ reason: 'media' });
  expect(toasts()).toEqual(['Media Access Error / Could not access your camera or microphone']);
});

it('says on both sides that a call could not connect, and where that is explained', async () => {
  await dial();
  await ringAt();
  await acceptFrom();
  calls.receive('call-ended', { ...ids(), reason: 'connection-failed', endedBy: 'callee' });
  expect(toasts()).toEqual(['Call Ended / The connection could not be established']);
  currentToasts()[0]?.action?.onSelect();
  expect(readCall().opensHelp).toBe(true);
});

it('collects candidates before they are needed only for the first connection of a caller', async () => {
  await dial();
  await ringAt('b1');
  await ringAt('b2');
  await ringAt('b3');
  expect(connections.map(({ configuration }) => configuration.iceCandidatePoolSize)).toEqual([10, 0, 0]);
  calls.hangUp();
  await dial();
  await ringAt('b1');
  expect(connections.at(-1)?.configuration.iceCandidatePoolSize).toBe(10);
  calls.hangUp();
  await receiveCall({});
  expect(connections.at(-1)?.configuration.iceCandidatePoolSize).toBe(0);
});

it('uses the ICE servers that come with an invitation', async () => {
  const iceServers = { iceServers: [{ urls: ['turn:turn.test'] }], expiresAt: at(600_000), hasRelay: true };
  await receiveCall({ iceServers });
  expect(connections[0]?.configuration.iceServers).toEqual(iceServers.iceServers);
  expect(fetch).not.toHaveBeenCalled();
});

it('fetches the ICE servers again when the relay gave no credentials', async () => {
  servers = { iceServers: [], expiresAt: null, hasRelay: true };
  await dial();
  for (const device of ['b1', 'b2']) await ringAt(device);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('keeps the screen on again when the page of a video call is visible again', async () => {
  const lock = { release: vi.fn(() => Promise.resolve()) };
  const request = vi.fn(() => Promise.resolve(lock));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  document.dispatchEvent(new Event('visibilitychange'));
  await connect();
  expect(request).toHaveBeenCalledOnce();
  // The browser has released it with the page.
  document.dispatchEvent(new Event('visibilitychange'));
  expect(request).toHaveBeenCalledTimes(2);
  calls.hangUp();
  await flush();
  expect(lock.release).toHaveBeenCalledTimes(2);
});

it('sends its tracks at once when the call is answered, before the page renders', async () => {
  await dial();
  await ringAt();
  calls.receive('call-accepted', { ...ids(), calleeName: BEN.name, partyId: 'b1', answeredAt: at() });
  expect(connections[0]?.getSenders().map(({ track }) => track?.kind)).toEqual(['video', 'audio']);
});

it('says that the server does not respond to an answer, and reports the end once it does', async () => {
  acks['call-accepted'] = acks['call-ended'] = { ok: false, code: 'UNAVAILABLE' };
  await receiveCall();
  calls.answer('call');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(readCall().phase).toBe('idle');
  expect(toasts()).toEqual(['Call Ended / Unable to connect to the server. Please check your internet connection.']);
  expect(named('call-ended')).toMatchObject([{ callId: 'call', reason: 'lost' }]);
});

it('sends a relay at most half the bitrate, also in a call that may be direct', async () => {
  const connection = await connect();
  const stats = {
    p: { type: 'candidate-pair', nominated: true, state: 'succeeded', localCandidateId: 'l' },
    l: { type: 'local-candidate', candidateType: 'relay' },
  };
  connection.getStats = () => Promise.resolve(new Map(Object.entries(stats)));
  await vi.advanceTimersByTimeAsync(500);
  expect(readCall().route).toBe('relay');
  expect(connection.getSenders()[0]?.parameters.encodings[0]).toMatchObject({ maxBitrate: 1_000_000 });
});

it('offers the chosen microphone when it is connected again', async () => {
  const [desk, usb] = ['desk', 'usb'].map((deviceId) => ({ kind: 'audioinput', deviceId, label: deviceId }) as const);
  devices.list = [desk, usb].flatMap((device) => device ?? []);
  calls.chooseDevice('microphone', 'usb');
  await connect('voice');
  const change = async (list: typeof devices.list): Promise<void> => {
    devices.list = list;
    devices.dispatchEvent(new Event('devicechange'));
    await flush();
  };
  devices.tracks[0]?.end();
  await change(devices.list.slice(0, 1));
  expect(readCall().returnedDevices).toEqual([]);
  await change([...devices.list, { ...usb }]);
  expect(readCall().returnedDevices).toEqual(['microphone']);
  calls.chooseDevice('microphone', 'usb');
  await flush();
  expect(readCall().returnedDevices).toEqual([]);
  expect(connections[0]?.getSenders()[0]?.track?.getSettings()).toEqual({ deviceId: 'usb' });
});

it('has the link checked when the network changes in a call, as signals would be lost', async () => {
  window.dispatchEvent(new Event('online'));
  expect(probes).toEqual([]);
  const connection = await connect();
  window.dispatchEvent(new Event('online'));
  await flush();
  expect([probes, connection.restarts]).toEqual([[true], 1]);
});

it('answers an offer that has waited for the ICE servers while it rang', async () => {
  let respond: () => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise((resolve) => (respond = () => resolve(Response.json(servers)))));
  await receiveCall();
  const signal = { type: 'offer', sdp: 'v=0\r\nm=video 9\r\nm=audio 9\r\n' } as const;
  calls.receive('call-signal', { callerId: 'ben', calleeId: 'ana', callId: 'call', partyId: 'b1', signal, at: at() });
  await vi.advanceTimersByTimeAsync(10_000);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(named('call-signal')).toMatchObject([{ signal: { type: 'answer' }, partyId: 'b1' }]);
});

it('connects again every few seconds while the link is paused in a call, and not without one', async () => {
  listeners.onStatus('paused');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probes).toEqual([]);
  await connect();
  listeners.onStatus('paused');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(probes).toEqual([undefined]);
  listeners.onStatus('connecting');
  listeners.onStatus('paused');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(probes).toHaveLength(2);
  expect(readCall().phase).toBe('active');
  listeners.onStatus('live');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(probes).toHaveLength(2);
});
