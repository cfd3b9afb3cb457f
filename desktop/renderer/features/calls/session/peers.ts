import type { CallRoute, IceServersView } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { CallSignal } from '#shared/realtime/calls.ts';
import { newCallId } from './call-id.ts';
import type { Call, CallEvent, CallIntent } from './call-state.ts';
import { idsOf } from './call-steps.ts';
import { Peer, type SentTracks } from './peer.ts';
import type { Signaling } from './signaling.ts';
import type { SentMedia } from '../slice.ts';

/** ICE servers are fetched again when this share of their time has passed. */
const FRESH_SHARE = 0.8;

/** What the connections of a call need. */
export interface PeersPorts {
  userId: string;
  signaling: Signaling;
  createConnection: (configuration: RTCConfiguration) => RTCPeerConnection;
  fetchIceServers: (callId: string) => Promise<IceServersView>;
  /** Milliseconds since the epoch. */
  now: () => number;
  call: () => Call | null;
  onEvent: (event: CallEvent) => void;
  onRemote: (stream: MediaStream) => void;
}

/** One connection with each device that rings; after the answer only the one with the device that takes part. */
export class Peers {
  private readonly ports: PeersPorts;
  private readonly peers = new Map<string, Peer>();
  private readonly opening = new Map<string, Promise<Peer | null>>();
  private chosen: string | null = null;
  private tracks: SentTracks = { audio: null, video: null };
  /** Of the current call, as credentials of a relay are those of a call. */
  private servers: { callId: string; view: IceServersView; until: number } | undefined;
  /** Whether the current call has had a connection. */
  private hasConnected = false;

  constructor(ports: PeersPorts) {
    this.ports = ports;
  }

  /** The connection that carries the call. */
  get current(): Peer | undefined {
    return this.chosen === null ? undefined : this.peers.get(this.chosen);
  }

  /**
   * Connects to a device before the answer, or repeats what a device that rings again may have missed. Where the route
   * has to be relayed but the server has no relay, the connection waits for the answer.
   */
  async open(partyId: string, route: CallRoute | null): Promise<void> {
    this.peers.get(partyId)?.repeatOffer();
    await this.create(partyId, (hasRelay) => (route === 'direct' || hasRelay ? (route ?? 'relay') : null));
  }

  /** Carries the call by the connection with this device, and closes all others. */
  async choose(partyId: string, route: CallRoute | null): Promise<void> {
    this.chosen = partyId;
    for (const other of this.peers.keys()) if (other !== partyId) this.close(other);
    this.ports.signaling.activate();
    // Without a wait, in which the page would render: the other side waits for the first sound.
    const peer = this.peers.get(partyId) ?? (await this.createChosen(partyId, route));
    if (!peer || this.chosen !== partyId) return;
    peer.choose();
    await this.send(peer);
    // Candidates of before the answer can all have failed.
    if (peer.connection.connectionState === 'failed' && this.ports.call()?.role === 'caller') await this.restartIce();
  }

  /**
   * Replaces the connection with the device of the call, as a page of the two was loaded again: a new page has new keys
   * and new candidates, and the old connection none to talk to.
   */
  renew(partyId: string): void {
    if (partyId !== this.chosen) return;
    this.close(partyId);
    this.ports.onEvent({ type: 'peer', partyId, event: { type: 'renewed' } });
    const call = this.ports.call();
    if (!call) return;
    void this.choose(partyId, call.route).then(() => {
      const { media } = this.ports.call() ?? {};
      if (media) this.sendMediaState(media);
    });
  }

  /** Passes a signal to the connection with a device, or stores it until there is one. */
  receive(partyId: string, signal: CallSignal): void {
    if (this.peers.get(partyId)?.isReplacedBy(signal) === true) this.renew(partyId);
    this.ports.signaling.receive(partyId, signal);
  }

  /** Uses the servers that come with a call, so that none are fetched for it. */
  follow(event: CallEvent): void {
    const current = this.ports.call()?.callId;
    if (event.type === 'invited' && event.ack.ok && event.ack.iceServers && current === event.callId)
      this.adoptServers(event.callId, event.ack.iceServers);
    if (event.type !== 'push' || event.name !== 'incoming-call') return;
    const { callId, iceServers } = event.push;
    if (iceServers && (current ?? callId) === callId) this.adoptServers(callId, iceServers);
  }

  private adoptServers(callId: string, view: IceServersView): void {
    // The server did not know the call yet, or any more.
    if (view.hasRelay && view.expiresAt === null) return;
    const now = this.ports.now();
    // By a clock that is slow they would be valid for longer than they are.
    const lifeMs =
      view.expiresAt === null
        ? Number.POSITIVE_INFINITY
        : Math.min(Date.parse(view.expiresAt) - now, CALL_LIMITS.credentialMs);
    this.servers = { callId, view, until: now + lifeMs * FRESH_SHARE };
  }

  /** Sends these tracks from now on; nothing is sent before the answer. */
  sendTracks(tracks: SentTracks): void {
    this.tracks = tracks;
    if (this.current) void this.send(this.current);
  }

  async restartIce(): Promise<void> {
    const { current } = this;
    const callId = this.ports.call()?.callId;
    if (callId === undefined) return;
    const view = await this.iceServers(callId).catch(() => this.servers?.view);
    if (current && current === this.current) current.restartIce(view?.iceServers ?? []);
  }

  /** Reports what this device sends: over the data channel where it is open, otherwise by the server. */
  sendMediaState(media: SentMedia): void {
    const call = this.ports.call();
    if (this.current?.sendControl({ type: 'media-state', ...media }) === true || call?.phase !== 'active') return;
    const signal = { type: 'media-state', ...media } as const;
    void this.ports.signaling.emit(this.intentOf(call, call.peerPartyId, signal));
  }

  /** Tells the other device that the call ends: this arrives when the server cannot be reached. */
  bye(): void {
    this.current?.sendControl({ type: 'bye' });
  }

  /** Tells the other device that this page goes, and may come back. */
  away(): void {
    this.current?.sendControl({ type: 'away' });
  }

  closeAll(): void {
    this.chosen = null;
    this.hasConnected = false;
    this.tracks = { audio: null, video: null };
    for (const partyId of this.peers.keys()) this.close(partyId);
    this.opening.clear();
    this.ports.signaling.disconnect();
  }

  private async createChosen(partyId: string, route: CallRoute | null): Promise<Peer | null> {
    // A connection before the answer may be under way, and end without one.
    await this.opening.get(partyId);
    // The server has refused a call that has to be relayed where it has no relay.
    return this.create(partyId, (hasRelay) => (route !== 'direct' && hasRelay !== false ? 'relay' : 'direct'));
  }

  private close(partyId: string): void {
    this.peers.get(partyId)?.close();
    this.peers.delete(partyId);
    this.ports.signaling.disconnect(partyId);
  }

  private async send(peer: Peer): Promise<void> {
    try {
      await peer.sendTracks(this.tracks);
    } catch {
      // The connection was closed meanwhile.
    }
  }

  /** Creates the connection with a device once; null when there is to be none, or the call has ended. */
  private create(partyId: string, routeOf: (hasRelay: boolean | undefined) => CallRoute | null): Promise<Peer | null> {
    const known = this.peers.get(partyId);
    if (known) return Promise.resolve(known);
    const callId = this.ports.call()?.callId;
    const created = (callId === undefined ? Promise.resolve(null) : this.iceServers(callId))
      .catch(() => null)
      .then((view) => {
        const call = this.ports.call();
        const isLeft = call?.callId !== callId || (this.chosen !== null && this.chosen !== partyId);
        // Undefined when the servers could not be fetched: a call that has to be relayed then does not connect.
        const route = routeOf(view?.hasRelay);
        if (!call || isLeft || route === null) return null;
        return this.peers.get(partyId) ?? this.connect(call, partyId, { route, iceServers: view?.iceServers ?? [] });
      })
      // A browser without WebRTC, or with a server address that it refuses: the call ends without media.
      .catch(() => null)
      .finally(() => this.opening.delete(partyId));
    this.opening.set(partyId, created);
    return created;
  }

  private connect(
    call: Call,
    partyId: string,
    options: Pick<IceServersView, 'iceServers'> & { route: CallRoute },
  ): Peer {
    const { ports } = this;
    const isCurrent = (): boolean => this.peers.get(partyId) === peer;
    const peer: Peer = new Peer({
      ...options,
      createConnection: ports.createConnection,
      role: call.role,
      callType: call.callType,
      // The ports of the page before can still be allocated at the relay.
      hasPool: call.role === 'caller' && !this.hasConnected && call.returns === 0,
      link: call.role === 'caller' ? newCallId(ports.now()) : undefined,
      send: (signal) => isCurrent() && void ports.signaling.emit(this.intentOf(call, partyId, signal)),
      onEvent: (event) => isCurrent() && ports.onEvent({ type: 'peer', partyId, event }),
      onRemote: (stream) => isCurrent() && ports.onRemote(stream),
    });
    this.hasConnected = true;
    this.peers.set(partyId, peer);
    ports.signaling.connect(partyId, peer);
    return peer;
  }

  private intentOf(
    call: Call,
    partyId: string | null,
    signal: Extract<CallIntent, { name: 'call-signal' }>['payload']['signal'],
  ): CallIntent {
    const payload = { ...idsOf(call, this.ports.userId), signal, ...(partyId !== null && { partyId }) };
    return { type: 'emit', name: 'call-signal', payload };
  }

  private async iceServers(callId: string): Promise<IceServersView> {
    const { servers } = this;
    if (servers?.callId === callId && this.ports.now() < servers.until) return servers.view;
    const view = await this.ports.fetchIceServers(callId);
    this.adoptServers(callId, view);
    return view;
  }
}
