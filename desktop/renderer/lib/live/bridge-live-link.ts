import type { Bridge } from '#shared/bridge/contract.ts';
import type { LinkStatus } from '#shared/realtime/live-session.ts';
import type { LiveLink } from './live-link.ts';
import { LiveListeners } from './live-listeners.ts';
import { RoomUses } from './room-uses.ts';
import { followWakeUps } from './wake-ups.ts';

/** The live link of the desktop shell, whose main process has the socket; it may be live before the window opens. */
export class BridgeLiveLink implements LiveLink {
  status: LinkStatus = 'off';
  private readonly bridge: Bridge;
  private readonly listeners = new LiveListeners();
  private readonly rooms = new RoomUses();
  private userId: string | undefined;
  /** Main reported a status since connect: newer than its response to connect, which may arrive after it. */
  private hasStatus = false;
  private stopWakeUps: (() => void) | undefined;

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    bridge.onLiveStatus(({ userId, status }) => {
      if (this.userId === undefined || userId !== this.userId) return;
      this.hasStatus = true;
      this.setStatus(status);
    });
    bridge.onLivePush(({ name, payload }) => this.userId !== undefined && this.listeners.onPush(name, payload));
    bridge.onLiveReconnected(() => this.userId !== undefined && this.listeners.onReconnected());
    bridge.onLiveEnded(() => this.userId !== undefined && this.listeners.onEnded());
  }

  readonly subscribe = this.listeners.pushes.on;
  readonly on = this.listeners.events.on;

  emit: LiveLink['emit'] = async (name, payload) => {
    try {
      return await this.bridge.emitLive(name, payload);
    } catch {
      return { ok: false, code: 'UNAVAILABLE' };
    }
  };

  joinRoom(room: string): void {
    if (this.rooms.add(room)) void this.bridge.joinRoom(room).catch(ignore);
  }

  leaveRoom(room: string): void {
    if (this.rooms.remove(room)) void this.bridge.leaveRoom(room).catch(ignore);
  }

  connect(userId: string, cursor: number | null): void {
    if (this.userId === userId) return;
    this.userId = userId;
    this.listeners.sequencer.begin(cursor);
    this.hasStatus = false;
    const isLatest = (): boolean => this.userId === userId && !this.hasStatus;
    this.stopWakeUps ??= followWakeUps(() => this.reconnect());
    this.bridge.connectLive(userId).then(
      (state) => {
        if (isLatest() && state.userId === userId) this.setStatus(state.status);
      },
      () => isLatest() && this.setStatus('paused'),
    );
    // Main leaves all rooms when it connects; the page may have joined these before.
    for (const room of this.rooms.list()) void this.bridge.joinRoom(room).catch(ignore);
  }

  /** Main has the socket, which a page that is loaded again uses. */
  keepParty(): boolean {
    return this.userId !== undefined;
  }

  disconnect(): void {
    if (this.userId === undefined) return;
    this.userId = undefined;
    this.stopWakeUps?.();
    this.stopWakeUps = undefined;
    void this.bridge.disconnectLive().catch(ignore);
    this.setStatus('off');
  }

  reconnect(isChanged = false): void {
    void this.bridge.reconnectLive(isChanged).catch(ignore);
  }

  private setStatus(status: LinkStatus): void {
    if (this.status === status) return;
    this.status = status;
    // The `hello` of a link that was live already went to the window before this one.
    if (status === 'live') this.listeners.sequencer.catchUp();
    this.listeners.onStatus(status);
  }
}

/** The link joins its rooms again when it connects; its status shows every other failure. */
function ignore(): void {}
