import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeConnection } from '../../../../testing/calls/fake-connection.ts';
import { FakeDevices, FakeStream } from '../../../../testing/calls/fake-media.ts';
import type { LiveLink } from '../../../lib/live/live-link.ts';
import { removeToast } from '../../../lib/page/toasts.ts';
import { readCall } from '../slice.ts';
import type { CallController } from './call-controller.ts';
import { openCalls } from './controller.ts';

const BEN = { id: 'ben', name: 'Ben Adu', photo: null };
const AT = '2026-11-23T10:00:00.000Z';

let sent: [name: string, payload: Record<string, unknown>][];
let connections: FakeConnection[];
let devices: FakeDevices;
let calls: CallController;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(AT) });
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ iceServers: [], expiresAt: null, hasRelay: false })));
  devices = new FakeDevices();
  open();
});
afterEach(() => {
  calls.dispose();
  removeToast();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A document of the tab. */
function open(): void {
  const link = {
    status: 'live',
    subscribe: () => () => undefined,
    on: () => () => undefined,
    keepParty: () => true,
    emit: (name: string, payload: never) => (sent.push([name, payload]), Promise.resolve({ ok: true })),
  } as unknown as LiveLink;
  [sent, connections] = [[], []];
  calls = openCalls(
    { userId: 'ana', link },
    {
      createConnection: (configuration) => {
        const connection = new FakeConnection(configuration);
        connections.push(connection);
        return connection as unknown as RTCPeerConnection;
      },
      devices: devices as unknown as MediaDevices,
      isMediaAllowed: () => Promise.resolve(true),
      isMediaUnasked: () => Promise.resolve(false),
      capture: undefined,
      ring: {
        createAudio: () => ({ loop: false, volume: 1, play: () => Promise.resolve(), pause: () => undefined }),
        locks: undefined,
      },
      now: () => Date.now(),
    },
  );
}

const flush = () => vi.advanceTimersByTimeAsync(0);
const ids = () => ({ callerId: 'ana', calleeId: 'ben', callId: readCall().callId ?? '', at: AT });
const IN = { callerId: 'ben', calleeId: 'ana', callId: 'call', at: AT };

/** An active call to Ben with media. */
async function connect(): Promise<FakeConnection> {
  calls.dial(BEN, 'video');
  calls.receive('incoming-call-received', { ...ids(), partyId: 'b1', route: 'direct' });
  await flush();
  calls.receive('call-accepted', { ...ids(), calleeName: BEN.name, partyId: 'b1', answeredAt: AT });
  await flush();
  const connection = connections[0] as FakeConnection;
  connection.setState('connected');
  connection.receiveMedia();
  return connection;
}

const signalsOf = (type: string) =>
  sent
    .map(([, { signal }]) => signal as { type: string; link?: string } | undefined)
    .filter((signal) => signal?.type === type);

/** The next document of the tab, in the call as this side of it. */
async function loadAgain(role: 'caller' | 'callee', callIds = ids()): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  calls.dispose();
  open();
  calls.receive('call-state', {
    ...callIds,
    state: 'active',
    role,
    callType: 'video',
    mine: true,
    replaces: null,
    callerName: role === 'caller' ? 'Ana Ruiz' : BEN.name,
    calleeName: role === 'caller' ? BEN.name : 'Ana Ruiz',
    answeredAt: AT,
    peerPartyId: 'b1',
    endReason: null,
  });
  await flush();
}

it('comes back into its call as caller with a new connection, and the devices that were on', async () => {
  (await connect()).needOffer();
  await flush();
  const [first] = signalsOf('offer');
  calls.toggleMute();
  const callIds = ids();
  await loadAgain('caller', callIds);
  expect(readCall()).toMatchObject({ step: 'reconnecting', callId: callIds.callId, isMicOn: false, isCameraOn: true });
  expect(devices.live()).toEqual(['audio', 'video']);
  expect(devices.tracks.filter(({ kind }) => kind === 'audio').at(-1)?.enabled).toBe(false);
  connections[0]?.needOffer();
  await flush();
  const [offer] = signalsOf('offer');
  expect([offer?.link === first?.link, offer?.link]).toEqual([false, expect.any(String)]);
  // The ports of the page before can still be allocated.
  expect(connections[0]?.configuration.iceCandidatePoolSize).toBe(0);
  connections[0]?.setState('connected');
  connections[0]?.receiveMedia();
  expect([readCall().step, sessionStorage.length]).toEqual(['connected', 0]);
});

it('comes back as callee, and answers the new connection of the caller', async () => {
  calls.receive('incoming-call', {
    ...IN,
    callerName: BEN.name,
    callerPhoto: null,
    callType: 'video',
    partyId: 'b1',
    route: 'direct',
    ringMs: 30_000,
  });
  await flush();
  calls.answer('call');
  await flush();
  await loadAgain('callee', IN);
  expect(signalsOf('restart')).toMatchObject([{ cause: 'reload', no: 1 }]);
  const offer = (link: string, no: number): void =>
    calls.receive('call-signal', {
      ...IN,
      partyId: 'b1',
      signal: { type: 'offer', sdp: 'v=0\r\nm=video 9\r\nm=audio 9\r\n', no, link },
    });
  offer('old', 1);
  await flush();
  offer('new', 1);
  await flush();
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(signalsOf('answer')).toMatchObject([{ link: 'old' }, { link: 'new' }]);
  expect(connections[1]?.getSenders().map(({ track }) => track?.kind)).toEqual(['video', 'audio']);
});

it('makes a new connection once when the page of the callee was loaded again', async () => {
  const connection = await connect();
  connection.channel.open();
  connection.channel.receive({ type: 'away' });
  expect(readCall().step).toBe('reconnecting');
  const signal = { type: 'restart', cause: 'reload', no: 1 } as const;
  for (let times = 0; times < 2; times += 1) calls.receive('call-signal', { ...ids(), partyId: 'b1', signal });
  await flush();
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(connections[1]?.getSenders().map(({ track }) => track?.kind)).toEqual(['video', 'audio']);
  // The closed one has nothing to report.
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connections[1]?.restarts).toBe(1);
  connections[1]?.setState('connected');
  connections[1]?.receiveMedia();
  expect(readCall().step).toBe('connected');
});
