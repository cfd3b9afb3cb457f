import { RECONNECT_LIMITS } from '#shared/limits.ts';
import { LiveSession, type LinkStatus, type SocketPort } from '#shared/realtime/live-session.ts';
import type { LiveLink } from './live-link.ts';
import { keepParty, takeParty } from './kept-party.ts';
import { LiveListeners } from './live-listeners.ts';
import { RoomUses } from './room-uses.ts';
import { followWakeUps } from './wake-ups.ts';

/** Opens the socket; a test passes its own. socket.io-client loads only for signed-in users. */
type OpenSocket = () => Promise<SocketPort>;

const openSocket: OpenSocket = async () => (await import('./open-socket.ts')).openSocket();

/** The live link over a socket of this page. */
export class SocketLiveLink implements LiveLink {
  private readonly listeners = new LiveListeners();
  private readonly session: LiveSession;
  private readonly rooms = new RoomUses();

  constructor(open: OpenSocket = openSocket) {
    this.session = new LiveSession({ open, supervise }, this.listeners);
  }

  get status(): LinkStatus {
    return this.session.status;
  }

  readonly subscribe = this.listeners.pushes.on;
  readonly on = this.listeners.events.on;
  emit: LiveLink['emit'] = (name, payload) => this.session.emit(name, payload);
  joinRoom = (room: string): void => {
    if (this.rooms.add(room)) this.session.joinRoom(room);
  };
  leaveRoom = (room: string): void => {
    if (this.rooms.remove(room)) this.session.leaveRoom(room);
  };
  connect = (userId: string, cursor: number | null): void => {
    if (this.session.userId === userId) return;
    this.listeners.sequencer.begin(cursor);
    this.session.connect(userId, takeParty(userId));
    // A page may have joined them before.
    for (const room of this.rooms.list()) this.session.joinRoom(room);
  };
  keepParty = (): boolean => {
    const { userId, partyId } = this.session;
    return userId !== undefined && partyId !== undefined && keepParty({ userId, partyId });
  };
  disconnect = (): void => this.session.disconnect();
  reconnect = (isChanged?: boolean): void => this.session.reconnect(isChanged);
}

/** Starts a new burst when the network is back, when the page is visible again, and every 30 s. */
function supervise(again: () => void): () => void {
  const stop = followWakeUps(again);
  const timer = setInterval(again, RECONNECT_LIMITS.newBurstEveryMs);
  return () => {
    stop();
    clearInterval(timer);
  };
}
