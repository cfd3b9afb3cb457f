import type { CallRoute, CallType, IceServer } from '#shared/api/calls.ts';
import type { CallCandidate, CallSignal } from '#shared/realtime/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { SentMedia } from '../slice.ts';
import type { PeerEvent } from './call-state.ts';
import { limitBandwidth, limitSenders, VIDEO_LIMITS } from './bandwidth.ts';

/** Candidates are collected this long before they are sent together, in milliseconds. */
const BATCH_MS = 50;
/** Candidates that are collected before they are needed; each uses as many ports of each relay. */
const POOL_SIZE = 10;
/** Time from the first track until the full resolution is sent, in milliseconds. */
const LIFT_MS = 2_000;
/** An offer without an answer for this long counts as lost when ICE is restarted, in milliseconds. */
const ANSWER_MS = 2_000;
/**
 * Interval at which an open offer of an answered call is sent again, in milliseconds, and how often: for as long as the
 * server keeps a device without a link in its call.
 */
const REPEAT_MS = 3_000;
const REPEATS_MAX = 200;
/** Time after which an answered call without a connection restarts ICE, in milliseconds. */
const CONNECT_MS = 4_000;
/** Buffered bytes of the data channel above which a message waits. */
const BACKPRESSURE_BYTES = 65_536;

/** What a peer connection needs. */
export interface PeerPorts {
  createConnection: (configuration: RTCConfiguration) => RTCPeerConnection;
  iceServers: readonly IceServer[];
  /** `relay`: only relayed candidates are exchanged, so that neither side learns the address of the other. */
  route: CallRoute;
  role: 'caller' | 'callee';
  callType: CallType;
  /**
   * The first connection of a caller collects candidates at once; all others when the description is set, so that many
   * devices stay within the ports that a relay gives a member.
   */
  hasPool: boolean;
  /** Name of this connection; undefined for a callee, who learns it from the offer. */
  link?: string | undefined;
  send: (signal: CallSignal) => void;
  onEvent: (event: PeerEvent) => void;
  /** The peer's tracks have changed. */
  onRemote: (stream: MediaStream) => void;
}

/** Length of a message of the data channel. */
const CONTROL_MAX_CHARS = 200;

/** Own tracks; null sends nothing. */
export interface SentTracks {
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
}

/** What the two devices send each other over the data channel. */
type ControlMessage = { type: 'bye' | 'away' } | ({ type: 'media-state' } & SentMedia);

/**
 * A connection with one device of the other side, with perfect negotiation (W3C WebRTC 1.0, section 10.7): the callee
 * is polite. It connects without tracks; `sendTracks` adds them after the answer.
 */
export class Peer {
  readonly connection: RTCPeerConnection;
  private readonly ports: PeerPorts;
  private readonly control: RTCDataChannel;
  private readonly remote = new MediaStream();
  private video: RTCRtpTransceiver | null = null;
  private audio: RTCRtpTransceiver | null = null;
  /** Tracks that are sent as soon as their sections exist. */
  private tracks: SentTracks = { audio: null, video: null };
  private isLifted = false;
  /** The route that is used; null until it is measured. */
  private usedRoute: CallRoute | null = null;
  private liftTimer: ReturnType<typeof setTimeout> | undefined;
  private isOffering = false;
  private offeredAt = 0;
  /** Number of the last own offer. */
  private offerNo = 0;
  /** Number of the last offer of the other side that was applied; undefined for a side that does not count. */
  private remoteNo: number | undefined;
  /** Number of the offer that was answered last. */
  private answeredNo: number | undefined;
  private repeatTimer: ReturnType<typeof setInterval> | undefined;
  private connectTimer: ReturnType<typeof setInterval> | undefined;
  /** Name of this connection; undefined until it is known, and with a client that does not name it. */
  private link: string | undefined;
  private isOfferIgnored = false;
  private isAnswerPending = false;
  private isChosen = false;
  private isClosed = false;
  private hasMedia = false;
  /** An own candidate was found. */
  private hasCandidate = false;
  /** Candidates of the other side that arrived before its description. */
  private early: { candidates: readonly CallCandidate[]; link: string | undefined }[] = [];
  private batch: CallCandidate[] = [];
  private batchTimer: ReturnType<typeof setTimeout> | undefined;
  private unsent: ControlMessage[] = [];
  /** Signals are applied one after another. */
  private work: Promise<void> = Promise.resolve();

  constructor(ports: PeerPorts) {
    this.ports = ports;
    this.link = ports.link;
    this.connection = ports.createConnection({
      iceServers: [...ports.iceServers],
      iceCandidatePoolSize: ports.hasPool ? POOL_SIZE : 0,
      iceTransportPolicy: ports.route === 'relay' ? 'relay' : 'all',
      bundlePolicy: 'max-bundle',
    });
    this.control = this.connection.createDataChannel('ctl', { negotiated: true, id: 0, ordered: true });
    this.control.bufferedAmountLowThreshold = BACKPRESSURE_BYTES;
    this.listen();
    // The callee's sections are created by the caller's offer.
    if (ports.role === 'caller') this.addSections();
  }

  /** Applies a signal of the other device; failures are reported as events. */
  receive(signal: CallSignal): Promise<void> {
    this.work = this.work.then(async () => {
      if (this.isClosed) return;
      try {
        await this.apply(signal);
      } catch {
        if (!this.isClosed) this.ports.onEvent({ type: 'signal-error' });
      }
    });
    return this.work;
  }

  /** Returns whether a signal begins another connection, as the page of the caller was loaded again or asked to. */
  isReplacedBy(signal: CallSignal): boolean {
    return this.ports.role === 'callee' && signal.type === 'offer' && this.isOfOther(signal.link);
  }

  private isOfOther(link: string | undefined): boolean {
    return link !== undefined && this.link !== undefined && link !== this.link;
  }

  /** From now on media is sent and the peer's media counts: the call is answered by this device. */
  choose(): void {
    this.isChosen = true;
    this.repeatLater();
    if (this.ports.role === 'caller') this.connectTimer ??= setInterval(() => this.connectAgain(), CONNECT_MS);
    if (this.connection.connectionState === 'connected') this.ports.onEvent({ type: 'established' });
    this.reportMedia();
  }

  /** Sends these tracks; null sends nothing for that section. A video section is added to a voice call when needed. */
  async sendTracks(tracks: SentTracks): Promise<void> {
    if (this.isClosed) return;
    this.tracks = tracks;
    const { connection } = this;
    if (tracks.video && !this.video && connection.remoteDescription)
      this.video = connection.addTransceiver('video', { direction: 'sendrecv' });
    await Promise.all([this.audio?.sender.replaceTrack(tracks.audio), this.video?.sender.replaceTrack(tracks.video)]);
    if (!tracks.audio && !tracks.video) return;
    this.liftTimer ??= setTimeout(() => void this.limit(VIDEO_LIMITS.lifted), LIFT_MS);
    await this.limitAgain();
  }

  /** Limits video by the measured route: a connection that may be direct can use a relay. */
  followRoute(route: CallRoute): void {
    if (route === this.usedRoute) return;
    this.usedRoute = route;
    void this.limitAgain();
  }

  private limitAgain(): Promise<void> {
    return this.limit(this.isLifted ? VIDEO_LIMITS.lifted : VIDEO_LIMITS.start);
  }

  private async limit(limits: (typeof VIDEO_LIMITS)['start']): Promise<void> {
    if (this.isClosed) return;
    this.isLifted = limits === VIDEO_LIMITS.lifted;
    await limitSenders(this.connection, limits[this.usedRoute ?? this.ports.route]);
  }

  /** Restarts ICE with these servers: the credentials of the first ones expire in a long call. */
  restartIce(iceServers: readonly IceServer[]): void {
    if (this.isClosed) return;
    this.connection.setConfiguration({ ...this.connection.getConfiguration(), iceServers: [...iceServers] });
    this.connection.restartIce();
    // The browser makes no other offer before the answer, which does not come for an offer that was lost.
    if (this.isOfferOpen && performance.now() - this.offeredAt >= ANSWER_MS)
      this.connection.setLocalDescription({ type: 'rollback' }).catch(() => undefined);
  }

  /** Sends an offer again that has no answer: the other device may have been without a link. */
  repeatOffer(): void {
    if (this.isOfferOpen) this.sendDescription();
  }

  /**
   * The server acknowledges a signal to a device whose socket is dead and not yet noticed as such. Without an answer
   * this side would accept no offer of the other one either.
   */
  private repeatLater(): void {
    clearInterval(this.repeatTimer);
    if (!this.isChosen || this.isClosed) return;
    let left = REPEATS_MAX;
    this.repeatTimer = setInterval(() => {
      this.repeatOffer();
      left -= 1;
      if (left <= 0 || !this.isOfferOpen) clearInterval(this.repeatTimer);
    }, REPEAT_MS);
  }

  /**
   * A browser can fail to collect any candidate, and then neither connects nor reports a failure; after a restart it
   * collects them again. A slow connection, whose candidates are being checked, is left alone, and an offer without an
   * answer is repeated instead.
   */
  private connectAgain(): void {
    const { connectionState, iceConnectionState, signalingState } = this.connection;
    if (connectionState === 'connected') clearInterval(this.connectTimer);
    const isIdle = iceConnectionState === 'new' || connectionState === 'failed' || !this.hasCandidate;
    if (isIdle && signalingState === 'stable' && connectionState !== 'connected')
      this.restartIce(this.ports.iceServers);
  }

  private get isOfferOpen(): boolean {
    return this.connection.signalingState === 'have-local-offer';
  }

  /** Sends a message over the data channel, now or when it opens. Returns false when the channel is closed. */
  sendControl(message: ControlMessage): boolean {
    if (this.control.readyState === 'open' && this.control.bufferedAmount <= BACKPRESSURE_BYTES) {
      this.control.send(JSON.stringify(message));
      return true;
    }
    if (this.isClosed || this.control.readyState === 'closed') return false;
    // Only the last state is worth sending.
    this.unsent = [...this.unsent.filter(({ type }) => type !== message.type), message];
    return true;
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.batchTimer);
    clearTimeout(this.liftTimer);
    clearInterval(this.repeatTimer);
    clearInterval(this.connectTimer);
    this.connection.close();
  }

  private listen(): void {
    const { connection, control } = this;
    connection.addEventListener('negotiationneeded', () => void this.offer());
    connection.addEventListener('icecandidate', ({ candidate }) => candidate && this.queue(candidate));
    connection.addEventListener('connectionstatechange', () => this.followState());
    connection.addEventListener('track', ({ track }) => this.addRemote(track));
    const flush = (): void => {
      for (const message of this.unsent.splice(0)) this.sendControl(message);
    };
    control.addEventListener('open', flush);
    control.addEventListener('bufferedamountlow', flush);
    control.addEventListener('close', () => this.isClosed || this.ports.onEvent({ type: 'closed' }));
    control.addEventListener('message', ({ data }) => this.handleControl(data));
  }

  private addSections(): void {
    if (this.ports.callType === 'video')
      this.video = this.connection.addTransceiver('video', { direction: 'sendrecv' });
    this.audio = this.connection.addTransceiver('audio', { direction: 'sendrecv' });
  }

  private async offer(): Promise<void> {
    // The data channel alone would make the callee offer, too.
    if (this.isClosed || (this.ports.role === 'callee' && !this.connection.remoteDescription)) return;
    try {
      this.isOffering = true;
      this.offeredAt = performance.now();
      this.offerNo += 1;
      await this.connection.setLocalDescription();
      this.sendDescription();
      this.repeatLater();
    } catch {
      if (!this.isClosed) this.ports.onEvent({ type: 'error' });
    } finally {
      this.isOffering = false;
    }
  }

  private sendDescription(description = this.connection.localDescription): void {
    if (this.isClosed || !description || (description.type !== 'offer' && description.type !== 'answer')) return;
    const no = description.type === 'offer' ? this.offerNo : this.remoteNo;
    if (description.type === 'answer') this.answeredNo = no;
    this.ports.send({ type: description.type, sdp: limitBandwidth(description.sdp), no, link: this.link });
  }

  private async apply(signal: CallSignal): Promise<void> {
    if (signal.type === 'restart' || signal.type === 'media-state' || this.isOfOther(signal.link)) return;
    if (signal.type === 'candidate') return this.addCandidates([signal.candidate], signal.link);
    if (signal.type === 'candidates') return this.addCandidates(signal.candidates, signal.link);
    const { connection } = this;
    if (signal.type === 'offer' && this.isKnown(signal.no)) return this.answerAgain(signal.no);
    const isReady = !this.isOffering && (connection.signalingState === 'stable' || this.isAnswerPending);
    this.isOfferIgnored = signal.type === 'offer' && !isReady && this.ports.role === 'caller';
    if (this.isOfferIgnored) return;
    // It was sent twice, since its acknowledgement was lost, or belongs to an offer that another one has replaced.
    if (signal.type === 'answer' && !(this.isOfferOpen && (signal.no ?? this.offerNo) === this.offerNo)) return;
    if (signal.type === 'offer') {
      this.remoteNo = signal.no;
      this.link ??= signal.link;
    }
    this.isAnswerPending = signal.type === 'answer';
    try {
      // A polite side that has offered itself rolls back here.
      await connection.setRemoteDescription(signal);
    } finally {
      this.isAnswerPending = false;
    }
    await this.adoptSections();
    if (signal.type === 'offer') {
      await connection.setLocalDescription();
      this.sendDescription();
    }
    for (const { candidates, link } of this.early.splice(0))
      if (!this.isOfOther(link)) await this.addCandidates(candidates, link);
  }

  private isKnown(no: number | undefined): boolean {
    return no !== undefined && this.remoteNo !== undefined && no <= this.remoteNo;
  }

  /** The last offer was repeated, as its answer can be lost. An older one, or a broken one, has no answer. */
  private answerAgain(no: number | undefined): void {
    const { currentLocalDescription } = this.connection;
    if (no === this.answeredNo && currentLocalDescription?.type === 'answer')
      this.sendDescription(currentLocalDescription);
  }

  /** The callee sends in the sections of the caller, also in one that was added later. */
  private async adoptSections(): Promise<void> {
    for (const transceiver of this.connection.getTransceivers()) {
      // Of an own offer that was rolled back: it was not negotiated (W3C WebRTC 1.0, section 5.4).
      if (transceiver.mid === null) continue;
      const kind = transceiver.receiver.track.kind === 'video' ? 'video' : 'audio';
      if (this[kind]?.mid === null) {
        // Both sides have added a section: that of the other side is used for both.
        this[kind].stop();
        this[kind] = null;
      }
      this[kind] ??= transceiver;
      if (transceiver.direction === 'recvonly') transceiver.direction = 'sendrecv';
    }
    if (this.tracks.audio || this.tracks.video) await this.sendTracks(this.tracks);
  }

  private async addCandidates(candidates: readonly CallCandidate[], link: string | undefined): Promise<void> {
    if (!this.connection.remoteDescription) {
      this.early.push({ candidates, link });
      return;
    }
    for (const candidate of candidates) {
      try {
        await this.connection.addIceCandidate(candidate as RTCIceCandidateInit);
      } catch (error) {
        // The candidates of an ignored offer belong to no description.
        if (!this.isOfferIgnored) throw error;
      }
    }
  }

  private queue({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate): void {
    this.hasCandidate = true;
    this.batch.push({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
    this.batchTimer ??= setTimeout(() => this.sendBatch(), BATCH_MS);
    if (this.batch.length >= CALL_LIMITS.candidatesPerSignal) this.sendBatch();
  }

  private sendBatch(): void {
    clearTimeout(this.batchTimer);
    this.batchTimer = undefined;
    const candidates = this.batch.splice(0);
    if (!this.isClosed && candidates.length > 0) this.ports.send({ type: 'candidates', candidates, link: this.link });
  }

  private followState(): void {
    const { connectionState } = this.connection;
    if (this.isClosed) return;
    if (connectionState === 'connected') {
      // Before the answer it is no news.
      if (this.isChosen) this.ports.onEvent({ type: 'established' });
      this.reportMedia();
    } else if (connectionState === 'connecting') this.ports.onEvent({ type: 'progress' });
    else if (connectionState === 'disconnected' || connectionState === 'failed')
      this.ports.onEvent({ type: this.hasMedia ? 'unstable' : 'error' });
  }

  private addRemote(track: MediaStreamTrack): void {
    for (const other of this.remote.getTracks()) if (other.kind === track.kind) this.remote.removeTrack(other);
    this.remote.addTrack(track);
    track.addEventListener('unmute', () => this.reportMedia());
    if (this.isChosen) this.ports.onRemote(this.remote);
  }

  /** Reports the first sound or image, not before the answer. */
  private reportMedia(): void {
    if (!this.isChosen || this.isClosed) return;
    this.ports.onRemote(this.remote);
    const isArriving = this.remote.getTracks().some(({ muted, readyState }) => !muted && readyState === 'live');
    if (this.hasMedia || !isArriving || this.connection.connectionState !== 'connected') return;
    this.hasMedia = true;
    this.ports.onEvent({ type: 'media' });
  }

  private handleControl(data: unknown): void {
    const message = parseControl(data);
    if (message?.type === 'bye' || message?.type === 'away') this.ports.onEvent({ type: message.type });
    else if (message?.type === 'media-state') {
      const { audio, video, screen } = message;
      this.ports.onEvent({ type: 'media-state', media: { audio, video, screen } });
    }
  }
}

/** Returns a message of the data channel; null for what this client does not know. */
function parseControl(data: unknown): ControlMessage | null {
  if (typeof data !== 'string' || data.length > CONTROL_MAX_CHARS) return null;
  try {
    const { type, audio, video, screen } = JSON.parse(data) as Record<string, unknown>;
    if (type === 'bye' || type === 'away') return { type };
    return type === 'media-state'
      ? { type, audio: audio === true, video: video === true, screen: screen === true }
      : null;
  } catch {
    return null;
  }
}
