import type { Socket } from 'socket.io-client';
import { RECONNECT_LIMITS } from '#shared/limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { LinkStatus, LiveLink } from './live-link.ts';

/** Opens the socket; a test passes its own. socket.io-client loads only when someone is signed in (decision 42). */
export type OpenSocket = () => Promise<Socket>;

const ACK_TIMEOUT_MS = 5_000;

const openSocket: OpenSocket = async () => {
  const { io } = await import('socket.io-client');
  return io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    withCredentials: true,
    autoConnect: false,
    reconnectionAttempts: RECONNECT_LIMITS.attempts,
    reconnectionDelay: RECONNECT_LIMITS.delayMs,
    reconnectionDelayMax: RECONNECT_LIMITS.delayMs,
    randomizationFactor: 0,
  });
};

type Listener = (payload: never) => void;

/** The live link over a socket of this page. */
export class SocketLiveLink implements LiveLink {
  status: LinkStatus = 'off';
  private readonly open: OpenSocket;
  private socket: Socket | undefined;
  private userId: string | undefined;
  private hasConnected = false;
  private readonly rooms = new Set<string>();
  private readonly pushes = new Map<string, Set<Listener>>();
  private readonly statusListeners = new Set<(status: LinkStatus) => void>();
  private readonly reconnectedListeners = new Set<() => void>();
  private readonly endedListeners = new Set<() => void>();
  private supervisor: (() => void) | undefined;

  constructor(open: OpenSocket = openSocket) {
    this.open = open;
  }

  subscribe: LiveLink['subscribe'] = (name, listener) => {
    const listeners = this.pushes.get(name) ?? new Set<Listener>();
    this.pushes.set(name, listeners);
    listeners.add(listener as Listener);
    return () => listeners.delete(listener as Listener);
  };

  onStatus(listener: (status: LinkStatus) => void): () => void {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  }

  onReconnected(listener: () => void): () => void {
    this.reconnectedListeners.add(listener);
    return () => this.reconnectedListeners.delete(listener);
  }

  onEnded(listener: () => void): () => void {
    this.endedListeners.add(listener);
    return () => this.endedListeners.delete(listener);
  }

  emit: LiveLink['emit'] = async (name, payload) => {
    if (!this.socket?.connected) return { ok: false, code: 'UNAVAILABLE' };
    try {
      return (await this.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, payload)) as Ack;
    } catch {
      return { ok: false, code: 'UNAVAILABLE' };
    }
  };

  joinRoom(room: string): void {
    this.rooms.add(room);
    void this.emit('join-room', room);
  }

  leaveRoom(room: string): void {
    this.rooms.delete(room);
    void this.emit('leave-room', room);
  }

  connect(userId: string): void {
    if (this.userId === userId) return;
    this.disconnect();
    this.userId = userId;
    this.setStatus('connecting');
    this.supervisor = this.supervise();
    this.open().then(
      (socket) => {
        // Someone may have signed out, or another in, while the code was loading.
        if (this.userId === userId && !this.socket) this.attach(socket);
      },
      () => this.userId === userId && this.setStatus('paused'),
    );
  }

  disconnect(): void {
    this.userId = undefined;
    this.hasConnected = false;
    this.rooms.clear();
    this.supervisor?.();
    this.socket?.removeAllListeners();
    this.socket?.io.removeAllListeners();
    this.socket?.disconnect();
    this.socket = undefined;
    this.setStatus('off');
  }

  reconnect(): void {
    if (!this.socket || this.socket.connected || this.status === 'connecting') return;
    this.setStatus('connecting');
    this.socket.connect();
  }

  private attach(socket: Socket): void {
    this.socket = socket;
    socket.on('connect', () => this.welcome(socket));
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') {
        this.setStatus('paused');
        for (const listener of this.endedListeners) listener();
        return;
      }
      this.setStatus('connecting');
    });
    // The very first attempt is not part of a burst; a refused handshake ends here as well.
    socket.on('connect_error', () => {
      if (!socket.active) this.setStatus('paused');
    });
    socket.io.on('reconnect_failed', () => this.setStatus('paused'));
    socket.onAny((name: string, payload: unknown) => {
      for (const listener of this.pushes.get(name) ?? []) listener(payload as never);
    });
    socket.connect();
  }

  private welcome(socket: Socket): void {
    for (const room of [`user-${this.userId}`, `call-${this.userId}`, ...this.rooms]) socket.emit('join-room', room);
    this.setStatus('live');
    if (this.hasConnected) for (const listener of this.reconnectedListeners) listener();
    this.hasConnected = true;
  }

  /** Starts a new burst when the network comes back, the page is looked at again, and every 30 s (decision 36). */
  private supervise(): () => void {
    const again = () => this.reconnect();
    const onVisible = () => document.visibilityState === 'visible' && again();
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', onVisible);
    const timer = setInterval(again, RECONNECT_LIMITS.newBurstEveryMs);
    return () => {
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
    };
  }

  private setStatus(status: LinkStatus): void {
    if (this.status === status) return;
    this.status = status;
    for (const listener of this.statusListeners) listener(status);
  }
}
