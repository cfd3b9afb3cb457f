import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallSignal } from '#shared/realtime/calls.ts';
import { FakeConnection } from '../../../../testing/calls/fake-connection.ts';
import { FakeStream, FakeTrack } from '../../../../testing/calls/fake-media.ts';
import type { PeerEvent } from './call-state.ts';
import { limitBandwidth } from './bandwidth.ts';
import { Peer, type PeerPorts } from './peer.ts';

const OFFER = { type: 'offer', sdp: 'v=0\r\nm=video 9\r\nm=audio 9\r\n' } as const;
const ANSWER = { type: 'answer', sdp: 'v=0\r\nm=video 9\r\nm=audio 9\r\n' } as const;
const candidate = (text: string) => ({ candidate: text, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' });
const track = (kind: 'audio' | 'video') => new FakeTrack(kind) as unknown as MediaStreamTrack;

let connection: FakeConnection;
let sent: CallSignal[];
let events: PeerEvent['type'][];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', FakeStream);
  [sent, events] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function createPeer(change: Partial<PeerPorts> = {}): Peer {
  return new Peer({
    createConnection: (configuration) => (connection = new FakeConnection(configuration)) as never,
    iceServers: [],
    route: 'direct',
    role: 'caller',
    callType: 'video',
    hasPool: true,
    send: (signal) => sent.push(signal),
    onEvent: ({ type }) => events.push(type),
    onRemote: () => undefined,
    ...change,
  });
}
const flush = () => vi.advanceTimersByTimeAsync(0);

it('offers a video section, then an audio section, each with its cap, and no track', async () => {
  createPeer();
  connection.needOffer();
  await flush();
  const { sdp } = sent[0] as { sdp: string };
  expect(sdp.match(/m=\w+|b=AS:\d+/g)).toEqual(['m=video', 'b=AS:2000', 'm=audio', 'b=AS:300', 'm=application']);
  expect(connection.getSenders().map((sender) => sender.track)).toEqual([null, null]);
  expect(connection.configuration).toMatchObject({ iceCandidatePoolSize: 10, iceTransportPolicy: 'all' });
});

it('offers one audio section without a cap for a voice call, and relays where it has to', async () => {
  createPeer({ callType: 'voice', route: 'relay' });
  connection.needOffer();
  await flush();
  expect((sent[0] as { sdp: string }).sdp.match(/m=\w+|b=AS:\d+/g)).toEqual(['m=audio', 'm=application']);
  expect(connection.configuration.iceTransportPolicy).toBe('relay');
});

it('replaces a cap that a description has', () => {
  const sdp = 'v=0\r\nm=video 9\r\nc=IN IP4 0.0.0.0\r\nb=AS:9\r\nm=audio 9\r\nc=IN IP4 0.0.0.0\r\n';
  expect(limitBandwidth(sdp).match(/b=AS:\d+/g)).toEqual(['b=AS:2000', 'b=AS:300']);
});

it('answers as callee, and does not offer before', async () => {
  const peer = createPeer({ role: 'callee' });
  connection.needOffer();
  await flush();
  expect(sent).toEqual([]);
  await peer.receive(OFFER);
  expect(sent.map(({ type }) => type)).toEqual(['answer']);
});

it('sends candidates that are found within 50 ms together', async () => {
  createPeer();
  connection.find('a');
  connection.find('b');
  await vi.advanceTimersByTimeAsync(49);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ type: 'candidates', candidates: [candidate('a'), candidate('b')] }]);
});

it('adds candidates that arrive before the description after it, in order', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  await peer.receive({ type: 'candidate', candidate: candidate('a') });
  await peer.receive({ type: 'candidates', candidates: [candidate('b')] });
  expect(connection.candidates).toEqual([]);
  await peer.receive(ANSWER);
  expect(connection.candidates).toEqual(['a', 'b']);
});

it.each([
  ['caller', ['offer'], 'have-local-offer'],
  ['callee', ['answer', 'offer', 'answer'], 'stable'],
] as const)('when both offer at once the %s sends %j', async (role, types, state) => {
  const peer = createPeer({ role });
  if (role === 'callee') await peer.receive(OFFER);
  connection.needOffer();
  await flush();
  await peer.receive(OFFER);
  expect(sent.map(({ type }) => type)).toEqual(types);
  expect(connection.signalingState).toBe(state);
  // The candidates of the offer that the caller has ignored cause no error.
  if (role === 'callee') return;
  connection.remoteDescription = ANSWER;
  await peer.receive({ type: 'candidate', candidate: candidate('foreign') });
  expect(events).toEqual([]);
});

it('reports a signal that it cannot use', async () => {
  const peer = createPeer();
  await peer.receive({ type: 'offer', sdp: 'broken' });
  expect(events).toEqual(['signal-error']);
});

it('sends tracks at half the resolution for two seconds', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  await peer.receive(ANSWER);
  await peer.sendTracks({ audio: track('audio'), video: track('video') });
  const limits = () => connection.getSenders().map(({ parameters }) => parameters.encodings[0]);
  const audio = { maxBitrate: 64_000 };
  expect(limits()).toEqual([{ maxBitrate: 2_000_000, scaleResolutionDownBy: 2 }, audio]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(limits()).toEqual([{ maxBitrate: 2_000_000, scaleResolutionDownBy: 1 }, audio]);
});

it('limits video by the route that is used, which can differ from the one that is allowed', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  await peer.receive(ANSWER);
  await peer.sendTracks({ audio: track('audio'), video: track('video') });
  const video = () => connection.getSenders()[0]?.parameters.encodings[0];
  await vi.advanceTimersByTimeAsync(1_000);
  peer.followRoute('relay');
  await flush();
  expect(video()).toEqual({ maxBitrate: 1_000_000, scaleResolutionDownBy: 2 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(video()).toEqual({ maxBitrate: 1_000_000, scaleResolutionDownBy: 1 });
  peer.followRoute('direct');
  await flush();
  expect(video()).toEqual({ maxBitrate: 2_000_000, scaleResolutionDownBy: 1 });
});

it('sends the tracks of a callee who answers before the offer arrives', async () => {
  const peer = createPeer({ role: 'callee' });
  await peer.sendTracks({ audio: track('audio'), video: track('video') });
  await peer.receive(OFFER);
  expect(connection.getSenders().map((sender) => sender.track?.kind)).toEqual(['video', 'audio']);
});

it('adds a video section to a voice call for a screen', async () => {
  const peer = createPeer({ callType: 'voice' });
  connection.needOffer();
  await flush();
  await peer.receive({ type: 'answer', sdp: 'v=0\r\nm=audio 9\r\n' });
  await peer.sendTracks({ audio: track('audio'), video: track('video') });
  expect(connection.getSenders().map((sender) => sender.track?.kind)).toEqual(['audio', 'video']);
});

it('reports media only after the answer', async () => {
  const peer = createPeer();
  connection.setState('connected');
  connection.receiveMedia();
  expect(events).toEqual([]);
  peer.choose();
  expect(events).toEqual(['established', 'media']);
});

it('reports a lost connection as unstable once media have arrived, and as an error before', () => {
  const peer = createPeer();
  connection.setState('failed');
  connection.setState('connected');
  connection.receiveMedia();
  peer.choose();
  connection.setState('disconnected');
  expect(events).toEqual(['error', 'established', 'media', 'unstable']);
});

it('sends the last state of its media when the data channel opens, and waits while too much is buffered', () => {
  const peer = createPeer();
  const media = { audio: true, video: true, screen: false };
  peer.sendControl({ type: 'media-state', ...media });
  peer.sendControl({ type: 'media-state', ...media, video: false });
  const { channel } = connection;
  channel.open();
  expect(channel.sent).toEqual([JSON.stringify({ type: 'media-state', ...media, video: false })]);
  channel.bufferedAmount = 65_537;
  peer.sendControl({ type: 'bye' });
  expect(channel.sent).toHaveLength(1);
  channel.bufferedAmount = 0;
  channel.dispatchEvent(new Event('bufferedamountlow'));
  expect(channel.sent).toHaveLength(2);
  expect(channel.bufferedAmountLowThreshold).toBe(65_536);
});

it('receives bye and media-state over the data channel, and ignores anything else', () => {
  createPeer();
  const { channel } = connection;
  channel.receive({ type: 'media-state', audio: true, video: 1, screen: false });
  channel.receive({ type: 'bye' });
  channel.receive({ type: 'other' });
  channel.dispatchEvent(new MessageEvent('message', { data: '{' }));
  channel.dispatchEvent(new MessageEvent('message', { data: 'null' }));
  expect(events).toEqual(['media-state', 'bye']);
});

it('reports and sends nothing after it is closed', async () => {
  const peer = createPeer();
  connection.find('a');
  peer.close();
  connection.needOffer();
  connection.setState('failed');
  await peer.receive(OFFER);
  await peer.sendTracks({ audio: track('audio'), video: null });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sent, events, connection.isClosed]).toEqual([[], [], true]);
});

it('offers again when ICE is restarted and the last offer was lost', async () => {
  const peer = createPeer();
  connection.needOffer();
  await vi.advanceTimersByTimeAsync(1_999);
  // Its answer can be on the way.
  peer.restartIce([]);
  await flush();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  peer.restartIce([]);
  await flush();
  expect(sent.map(({ type }) => type)).toEqual(['offer', 'offer']);
  expect([connection.signalingState, events]).toEqual(['have-local-offer', []]);
  await peer.receive(ANSWER);
  await peer.receive(ANSWER);
  expect([connection.signalingState, events]).toEqual(['stable', []]);
});

it('repeats an offer only until it is answered', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  peer.repeatOffer();
  expect(sent.map(({ type }) => type)).toEqual(['offer', 'offer']);
  await peer.receive(ANSWER);
  peer.repeatOffer();
  expect(sent).toHaveLength(2);
});

it('applies an answer only to the offer that it belongs to', async () => {
  const peer = createPeer();
  const offers = () => sent.map((signal) => 'no' in signal && signal.no);
  connection.needOffer();
  await flush();
  peer.repeatOffer();
  await peer.receive({ ...ANSWER, no: 1 });
  connection.needOffer();
  await flush();
  expect(offers()).toEqual([1, 1, 2]);
  await peer.receive({ ...ANSWER, no: 1 });
  expect(connection.signalingState).toBe('have-local-offer');
  await peer.receive({ ...ANSWER, no: 2 });
  expect([connection.signalingState, events]).toEqual(['stable', []]);
});

it.each([[1], [undefined]])('answers an offer with its number, %s', async (no) => {
  const peer = createPeer({ role: 'callee' });
  await peer.receive({ ...OFFER, no });
  expect(sent).toEqual([{ type: 'answer', sdp: expect.any(String), no }]);
});

it('repeats an offer of an answered call every 3 s until it is answered, as it can be lost unnoticed', async () => {
  const peer = createPeer();
  connection.needOffer();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(sent).toHaveLength(1);
  peer.choose();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  await peer.receive({ ...ANSWER, no: 1 });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toHaveLength(3);
  // One that was made after the answer, too.
  connection.needOffer();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent.slice(3)).toEqual([sent[3], sent[3]]);
  peer.close();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toHaveLength(5);
});

it('restarts ICE every 4 s after the answer until it is connected, as caller', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  await peer.receive({ ...ANSWER, no: 1 });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(connection.restarts).toBe(0);
  peer.choose();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connection.restarts).toBe(1);
  connection.needOffer();
  await flush();
  await peer.receive({ ...ANSWER, no: 2 });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connection.restarts).toBe(2);
  // Without a candidate of its own it has nothing to check.
  connection.needOffer();
  await flush();
  await peer.receive({ ...ANSWER, no: 3 });
  connection.iceConnectionState = 'checking';
  await vi.advanceTimersByTimeAsync(4_000);
  expect(connection.restarts).toBe(3);
  // A slow connection is left alone.
  connection.needOffer();
  await flush();
  await peer.receive({ ...ANSWER, no: 4 });
  connection.find('a');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(connection.restarts).toBe(3);
  connection.iceConnectionState = 'new';
  connection.setState('connected');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connection.restarts).toBe(3);
});

it('leaves the restart to the caller, and to an offer that has an answer', async () => {
  const callee = createPeer({ role: 'callee' });
  await callee.receive(OFFER);
  callee.choose();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connection.restarts).toBe(0);
  const caller = createPeer();
  connection.needOffer();
  caller.choose();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connection.restarts).toBe(0);
});

it('stops to repeat an offer after ten minutes', async () => {
  const peer = createPeer();
  peer.choose();
  connection.needOffer();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(sent).toHaveLength(201);
});

it('sends its answer again for a repeated offer, and ignores an older one', async () => {
  const peer = createPeer({ role: 'callee' });
  await peer.receive({ ...OFFER, no: 1 });
  await peer.receive({ ...OFFER, no: 2 });
  // An own offer is open meanwhile.
  connection.needOffer();
  await flush();
  await peer.receive({ ...OFFER, no: 2 });
  await peer.receive({ ...OFFER, no: 1 });
  expect(sent.map((signal) => [signal.type, 'no' in signal && signal.no])).toEqual([
    ['answer', 1],
    ['answer', 2],
    ['offer', 1],
    ['answer', 2],
  ]);
  expect(connection.signalingState).toBe('have-local-offer');
});

it('reports an offer that it cannot use once, although it is repeated', async () => {
  const peer = createPeer({ role: 'callee' });
  await peer.receive({ ...OFFER, no: 1 });
  for (const no of [2, 2]) await peer.receive({ type: 'offer', sdp: 'broken', no });
  expect([events, sent.length]).toEqual([['signal-error'], 1]);
});

it('applies an offer that it has ignored when it is repeated', async () => {
  const peer = createPeer();
  connection.needOffer();
  await flush();
  await peer.receive({ ...OFFER, no: 1 });
  await peer.receive({ ...ANSWER, no: 1 });
  await peer.receive({ ...OFFER, no: 1 });
  expect(sent.map(({ type }) => type)).toEqual(['offer', 'answer']);
});

it('reports that the other side has closed the connection, but not that it has itself', () => {
  const peer = createPeer();
  connection.channel.dispatchEvent(new Event('close'));
  expect(events).toEqual(['closed']);
  peer.close();
  connection.channel.dispatchEvent(new Event('close'));
  expect(events).toHaveLength(1);
});

it('names its connection, and uses no signal of another one', async () => {
  createPeer({ link: 'new' });
  connection.needOffer();
  await flush();
  expect(sent).toMatchObject([{ type: 'offer', link: 'new' }]);
  const peer = createPeer({ role: 'callee' });
  await peer.receive({ type: 'candidates', candidates: [candidate('early old')], link: 'old' });
  await peer.receive({ type: 'candidates', candidates: [candidate('early')], link: 'new' });
  await peer.receive({ ...OFFER, link: 'new' });
  await peer.receive({ type: 'candidate', candidate: candidate('old'), link: 'old' });
  await peer.receive({ type: 'candidate', candidate: candidate('late'), link: 'new' });
  await flush();
  expect(connection.candidates).toEqual(['early', 'late']);
  expect(sent.at(-1)).toMatchObject({ type: 'answer', link: 'new' });
});

it('is replaced by an offer of another connection, as callee', async () => {
  const peer = createPeer({ role: 'callee' });
  expect(peer.isReplacedBy({ ...OFFER, link: 'new' })).toBe(false);
  await peer.receive({ ...OFFER, link: 'new' });
  const isReplaced = (signal: CallSignal, by = peer): boolean => by.isReplacedBy(signal);
  expect(isReplaced({ ...OFFER, link: 'other' })).toBe(true);
  expect(isReplaced({ ...OFFER, link: 'new' })).toBe(false);
  // Of a client that does not name its connections.
  expect(isReplaced(OFFER)).toBe(false);
  expect(isReplaced({ ...ANSWER, link: 'other' })).toBe(false);
  expect(isReplaced({ ...OFFER, link: 'other' }, createPeer({ link: 'new' }))).toBe(false);
});
