import { SOCKET_LIMITS } from '../limits.ts';
import type { Ack } from './contract.ts';

/** Wait before changed rooms are sent, in milliseconds, so that scrolling stays far below the limit of intents. */
const GATHER_MS = 100;
/** Wait before rooms are joined or left again that the server could not check, in milliseconds. */
const RETRY_MS = 5_000;

/** Sends an intent; never rejects. */
type Emit = (name: 'join-room' | 'leave-room' | 'join-rooms' | 'leave-rooms', payload: unknown) => Promise<Ack>;

/** Keeps the rooms of one connection after another equal to those that are wanted, with few intents. */
export class RoomSync {
  private readonly emit: Emit;
  private readonly wanted = new Set<string>();
  /** The rooms of the current connection; each connection has its own set. */
  private joined: Set<string> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Set<string> | undefined;

  constructor(emit: Emit) {
    this.emit = emit;
  }

  /** Joins a room now and after each reconnect, until left; rooms above the server's limit wait for others to leave. */
  join(room: string): void {
    this.wanted.add(room);
    this.schedule(GATHER_MS);
  }

  leave(room: string): void {
    this.wanted.delete(room);
    this.schedule(GATHER_MS);
  }

  clear(): void {
    this.wanted.clear();
    this.schedule(GATHER_MS);
  }

  /** Joins the wanted rooms on a new connection. */
  begin(): void {
    this.joined = new Set();
    void this.sync();
  }

  /** Ends the connection: nothing is sent until the next. */
  end(): void {
    this.joined = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(afterMs: number): void {
    if (this.joined)
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        void this.sync();
      }, afterMs);
  }

  /** One intent at a time, since the server may finish a later one first. */
  private async sync(): Promise<void> {
    const { joined } = this;
    if (!joined || this.running === joined) return;
    const wanted = [...this.wanted].slice(0, SOCKET_LIMITS.roomsPerSocket);
    const left = [...joined].filter((room) => !wanted.includes(room));
    const added = wanted.filter((room) => !joined.has(room));
    if (left.length + added.length === 0) return;
    this.running = joined;
    const isLeft = left.length === 0 || (await this.isDone('leave', left));
    if (isLeft) for (const room of left) joined.delete(room);
    // Rooms that could not be left still count for the server's limit.
    const isJoined = isLeft && (added.length === 0 || (await this.isDone('join', added)));
    if (isJoined) for (const room of added) joined.add(room);
    if (this.running === joined) this.running = undefined;
    if (this.joined === joined) this.schedule(isJoined ? GATHER_MS : RETRY_MS);
  }

  /** Returns false for rooms to send again; a refused one is not asked for again: the record is gone or hidden. */
  private async isDone(what: 'join' | 'leave', rooms: string[]): Promise<boolean> {
    const ack = await this.send(what, rooms);
    return ack.ok || (ack.code !== 'UNAVAILABLE' && ack.code !== 'RATE_LIMITED');
  }

  private send(what: 'join' | 'leave', rooms: string[]): Promise<Ack> {
    const [room, ...others] = rooms;
    if (what === 'join') return others.length === 0 ? this.emit('join-room', room) : this.emit('join-rooms', rooms);
    return others.length === 0 ? this.emit('leave-room', room) : this.emit('leave-rooms', rooms);
  }
}
