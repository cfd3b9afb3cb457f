import { FakeTrack } from './fake-media.ts';

/** A sender that records its track and parameters. */
class FakeSender {
  track: FakeTrack | null = null;
  parameters: { encodings: Record<string, unknown>[] } = { encodings: [{}] };

  replaceTrack = (track: FakeTrack | null): Promise<void> => {
    this.track = track;
    return Promise.resolve();
  };
  getParameters = () => structuredClone(this.parameters);
  setParameters = (parameters: FakeSender['parameters']): Promise<void> => {
    this.parameters = parameters;
    return Promise.resolve();
  };
}

/** A media section. */
class FakeTransceiver {
  direction = 'sendrecv';
  readonly sender = new FakeSender();
  readonly receiver: { track: FakeTrack };

  constructor(kind: 'audio' | 'video') {
    this.receiver = { track: new FakeTrack(kind, 'remote') };
    this.receiver.track.muted = true;
  }
}

/** A data channel that records what is sent. */
export class FakeChannel extends EventTarget {
  readyState = 'connecting';
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }
  open(): void {
    this.readyState = 'open';
    this.dispatchEvent(new Event('open'));
  }
  receive(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

/** A peer connection with the signaling states of W3C WebRTC 1.0, section 4.3.1, without a network. */
export class FakeConnection extends EventTarget {
  readonly configuration: RTCConfiguration;
  readonly transceivers: FakeTransceiver[] = [];
  readonly channel = new FakeChannel();
  readonly candidates: string[] = [];
  signalingState = 'stable';
  connectionState = 'new';
  iceConnectionState = 'new';
  localDescription: Description | null = null;
  currentLocalDescription: Description | null = null;
  remoteDescription: Description | null = null;
  restarts = 0;
  isClosed = false;

  constructor(configuration: RTCConfiguration = {}) {
    super();
    this.configuration = configuration;
  }

  createDataChannel(): FakeChannel {
    return this.channel;
  }
  addTransceiver(kind: 'audio' | 'video'): FakeTransceiver {
    const transceiver = new FakeTransceiver(kind);
    this.transceivers.push(transceiver);
    return transceiver;
  }
  getTransceivers(): FakeTransceiver[] {
    return this.transceivers;
  }
  getSenders(): FakeSender[] {
    return this.transceivers.map(({ sender }) => sender);
  }
  getStats(): Promise<Map<string, unknown>> {
    return Promise.resolve(new Map());
  }
  setLocalDescription(description?: { type: 'rollback' }): Promise<void> {
    if (description) {
      this.signalingState = 'stable';
      if (this.restarts > 0) this.needOffer();
      return Promise.resolve();
    }
    const isAnswer = this.signalingState === 'have-remote-offer';
    this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: sdpOf(this.transceivers) };
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer';
    if (isAnswer) this.currentLocalDescription = this.localDescription;
    return Promise.resolve();
  }
  setRemoteDescription(description: Description): Promise<void> {
    if (description.sdp === 'broken') return Promise.reject(new Error('broken'));
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer')
      return Promise.reject(new DOMException('no offer', 'InvalidStateError'));
    this.remoteDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    if (description.type === 'answer') this.currentLocalDescription = this.localDescription;
    const kinds = [...description.sdp.matchAll(/^m=(video|audio)/gm)].map(([, kind]) => kind as 'audio' | 'video');
    for (const kind of kinds.slice(this.transceivers.length)) this.addTransceiver(kind);
    return Promise.resolve();
  }
  addIceCandidate({ candidate }: { candidate: string }): Promise<void> {
    if (!this.remoteDescription || candidate === 'foreign') return Promise.reject(new Error('no description'));
    this.candidates.push(candidate);
    return Promise.resolve();
  }
  getConfiguration(): RTCConfiguration {
    return this.configuration;
  }
  setConfiguration(): void {
    // The credentials of the servers change nothing here.
  }
  restartIce(): void {
    this.restarts += 1;
  }
  close(): void {
    this.isClosed = true;
    this.connectionState = 'closed';
  }

  /** The browser wants an offer. */
  needOffer(): void {
    this.dispatchEvent(new Event('negotiationneeded'));
  }
  /** The browser has found a candidate. */
  find(candidate: string): void {
    this.dispatchEvent(
      Object.assign(new Event('icecandidate'), {
        candidate: { candidate, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'u' },
      }),
    );
  }
  setState(state: string): void {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  /** Sound or images of the other side arrive. */
  receiveMedia(): void {
    for (const { receiver } of this.transceivers) {
      this.dispatchEvent(Object.assign(new Event('track'), { track: receiver.track }));
      receiver.track.muted = false;
      receiver.track.dispatchEvent(new Event('unmute'));
    }
  }
}

function sdpOf(transceivers: readonly FakeTransceiver[]): string {
  const sections = transceivers.map(({ receiver }) => `m=${receiver.track.kind} 9\r\nc=IN IP4 0.0.0.0\r\n`);
  return `v=0\r\n${sections.join('')}m=application 9\r\nc=IN IP4 0.0.0.0\r\n`;
}
