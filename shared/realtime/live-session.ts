import { RECONNECT_LIMITS } from '../limits.ts';
import type { Ack } from './contract.ts';
import type { SessionPushes } from './session.ts';
import { RoomSync } from './room-sync.ts';

/**
 * `live`: pushes arrive; `connecting`: a burst of attempts runs; `paused`: no more attempts until the network changes
 * or the user retries; `off`: no one is signed in.
 */
export type LinkStatus = 'off' | 'connecting' | 'live' | 'paused';

/** The part of a socket.io client's socket that a live session uses. */
export interface SocketPort {
  /** Sent with each handshake. */
  auth: unknown;
  readonly connected: boolean;
  /** False when the server refused the handshake; the socket then does not reconnect by itself. */
  readonly active: boolean;
  readonly io: {
    /** The connection below the socket: when it is closed, the socket connects again. */
    readonly engine: { close(): unknown };
    on(name: 'reconnect_failed', run: () => void): unknown;
    removeAllListeners(): unknown;
  };
  on(name: 'connect' | 'connect_error', run: () => void): unknown;
  on(name: 'disconnect', run: (reason: string) => void): unknown;
  onAny(run: (name: string, payload: unknown) => void): unknown;
  emit(name: string, payload: unknown): unknown;
  timeout(ms: number): { emitWithAck(name: string, ...payload: unknown[]): Promise<unknown> };
  connect(): unknown;
  disconnect(): unknown;
  removeAllListeners(): unknown;
}

/** Dependencies of a live session: how a socket is created (not yet connected), and what restarts the link. */
export interface LivePorts {
  open: () => Promise<SocketPort>;
  /** Calls `again` when the network may be back, with true after a change. Returns a function that unsubscribes. */
  supervise: (again: (isChanged?: boolean) => void) => () => void;
}

/** Listeners of a live session. */
export interface LiveEvents {
  onStatus(status: LinkStatus): void;
  onPush(name: string, payload: unknown): void;
  /** Runs after each connect except an immediate first one: missed entries must be fetched. */
  onReconnected(): void;
  /** The server ended the session. */
  onEnded(): void;
}

/** Options of socket.io-client that make one burst of attempts. */
export const SOCKET_OPTIONS = {
  path: '/socket.io',
  transports: ['websocket', 'polling'] as string[],
  // Without it the second transport is never tried, and a network that blocks websockets has no live link.
  tryAllTransports: true,
  autoConnect: false,
  reconnectionAttempts: RECONNECT_LIMITS.attempts,
  reconnectionDelay: RECONNECT_LIMITS.delayMs,
  reconnectionDelayMax: RECONNECT_LIMITS.delayMs,
  randomizationFactor: 0,
} as const;

const ACK_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 2_000;

/**
 * The live link of one user over one socket, in a web page or in the shell's main process: bursts of attempts, rooms,
 * catching up.
 */
export class LiveSession {
  status: LinkStatus = 'off';
  userId: string | undefined;
  /** The server's id of this page, presented when the socket connects again; undefined before the first hello. */
  partyId: string | undefined;
  private readonly ports: LivePorts;
  private readonly events: LiveEvents;
  private socket: SocketPort | undefined;
  /**
   * True when pushes may have been missed: the link was lost, or took more than one attempt.
   */
  private isBehind = false;
  private readonly rooms = new RoomSync((name, payload) => this.emit(name, payload));
  private stopSupervising: (() => void) | undefined;

  constructor(ports: LivePorts, events: LiveEvents) {
    this.ports = ports;
    this.events = events;
  }

  /**
   * Connects for the signed-in user; does nothing when already connected for that user. `partyId` is that of the
   * document before, to come back into a call.
   */
  connect(userId: string, partyId?: string): void {
    if (this.userId === userId) return;
    this.disconnect();
    this.userId = userId;
    this.partyId = partyId;
    this.setStatus('connecting');
    this.stopSupervising = this.ports.supervise((isChanged) => this.reconnect(isChanged));
    this.ports.open().then(
      (socket) => {
        // The user may have signed out, or another one in, while the socket was created.
        if (this.userId === userId && !this.socket) this.attach(socket);
      },
      () => this.userId === userId && this.setStatus('paused'),
    );
  }

  disconnect(): void {
    this.userId = undefined;
    this.partyId = undefined;
    this.isBehind = false;
    this.rooms.end();
    this.rooms.clear();
    this.stopSupervising?.();
    this.socket?.removeAllListeners();
    this.socket?.io.removeAllListeners();
    this.socket?.disconnect();
    this.socket = undefined;
    this.setStatus('off');
  }

  /**
   * Starts a new burst of attempts, unless one runs. After a change of the network a connection that seems open is
   * checked: the server's ping would notice up to 45 s later that it is dead.
   */
  reconnect(isChanged = false): void {
    const { socket } = this;
    if (!socket || this.status === 'connecting') return;
    if (socket.connected) {
      if (isChanged) this.probe(socket);
      return;
    }
    this.setStatus('connecting');
    socket.connect();
  }

  /** Joins the own room, which changes nothing; without a response the connection is closed, and opened again. */
  private probe(socket: SocketPort): void {
    const { engine } = socket.io;
    socket
      .timeout(PROBE_TIMEOUT_MS)
      .emitWithAck('join-room', `user-${this.userId}`)
      .catch(() => engine.close());
  }

  /**
   * Sends an intent; returns UNAVAILABLE when the link is down or the acknowledgement takes over 5 s, without waiting
   * for a reconnect.
   */
  async emit(name: string, ...payload: unknown[]): Promise<Ack> {
    if (!this.socket?.connected) return { ok: false, code: 'UNAVAILABLE' };
    try {
      return (await this.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, ...payload)) as Ack;
    } catch {
      return { ok: false, code: 'UNAVAILABLE' };
    }
  }

  /** Joins a room now and after each reconnect, until left. */
  joinRoom(room: string): void {
    this.rooms.join(room);
  }

  leaveRoom(room: string): void {
    this.rooms.leave(room);
  }

  /** Leaves every room but the user's own. */
  leaveRooms(): void {
    this.rooms.clear();
  }

  private attach(socket: SocketPort): void {
    this.socket = socket;
    if (this.partyId !== undefined) socket.auth = { partyId: this.partyId };
    socket.on('connect', () => this.welcome(socket));
    socket.on('disconnect', (reason) => {
      this.isBehind = true;
      this.rooms.end();
      if (reason === 'io server disconnect') {
        this.setStatus('paused');
        this.events.onEnded();
        return;
      }
      this.setStatus('connecting');
    });
    // The very first attempt is not part of a burst; a refused handshake ends here as well.
    socket.on('connect_error', () => {
      this.isBehind = true;
      if (!socket.active) this.setStatus('paused');
    });
    socket.io.on('reconnect_failed', () => this.setStatus('paused'));
    socket.onAny((name, payload) => {
      // Presented again, a call goes on after a reconnect.
      if (name === 'hello') {
        this.partyId = (payload as SessionPushes['hello']).partyId;
        socket.auth = { partyId: this.partyId };
      }
      this.events.onPush(name, payload);
    });
    socket.connect();
  }

  private welcome(socket: SocketPort): void {
    for (const room of [`user-${this.userId}`, `call-${this.userId}`]) socket.emit('join-room', room);
    this.rooms.begin();
    this.setStatus('live');
    if (this.isBehind) this.events.onReconnected();
    this.isBehind = false;
  }

  private setStatus(status: LinkStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.events.onStatus(status);
  }
}
