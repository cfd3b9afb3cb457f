import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOCKET_OPTIONS } from '#shared/realtime/live-session.ts';
import { SocketLiveLink } from './socket-live-link.ts';

type Listener = (...args: unknown[]) => void;

/** A socket that a test controls. */
class FakeSocket {
  connected = false;
  active = true;
  auth: unknown;
  emitted: unknown[][] = [];
  connects = 0;
  /** The server does not respond, although the connection seems open. */
  isDead = false;
  closes = 0;
  private listeners = new Map<string, Listener>();
  private any: Listener = () => {};
  readonly io = {
    engine: { close: () => {} },
    on: (name: string, run: Listener) => this.listeners.set(`io ${name}`, run),
    removeAllListeners: () => {},
  };

  on(name: string, run: Listener): void {
    this.listeners.set(name, run);
  }
  onAny(run: Listener): void {
    this.any = run;
  }
  emit(...args: unknown[]): void {
    this.emitted.push(args);
  }
  timeout(ms: number): { emitWithAck: (...args: unknown[]) => Promise<unknown> } {
    return {
      emitWithAck: (...args) => {
        this.emit(...args);
        if (!this.isDead) return Promise.resolve({ ok: true });
        return new Promise((_resolve, reject) => setTimeout(() => reject(new Error('timeout')), ms));
      },
    };
  }
  connect(): void {
    this.connects += 1;
  }
  disconnect(): void {
    this.connected = false;
  }
  removeAllListeners(): void {
    this.listeners.clear();
  }
  /** Simulates the server or the network. */
  happen(name: string, ...args: unknown[]): void {
    if (name === 'connect') this.open();
    if (name === 'disconnect') this.connected = false;
    this.listeners.get(name)?.(...args);
  }
  /** Each connection has its engine; a closed one ignores that it is closed again. */
  private open(): void {
    this.connected = true;
    const engine = {
      close: () => {
        if (this.io.engine !== engine || !this.connected) return;
        this.closes += 1;
        this.happen('disconnect', 'forced close');
      },
    };
    this.io.engine = engine;
  }
  push(name: string, payload: unknown): void {
    this.any(name, payload);
  }
}

let socket: FakeSocket;
let link: SocketLiveLink;
const joined = () => socket.emitted.filter(([name]) => name === 'join-room').map(([, room]) => room);

beforeEach(async () => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  link = new SocketLiveLink(() => Promise.resolve(socket as unknown as Socket));
  link.connect('me', null);
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  link.disconnect();
  vi.useRealTimers();
});

it('joins the own rooms on connect, and those of the page again after each reconnect', async () => {
  link.joinRoom('feed');
  socket.happen('connect');
  expect(joined()).toEqual(['user-me', 'call-me', 'feed']);
  socket.emitted = [];
  socket.happen('disconnect', 'transport close');
  socket.happen('connect');
  expect(joined()).toEqual(['user-me', 'call-me', 'feed']);
});

it('presents the party of its first hello again when it reconnects', () => {
  socket.happen('connect');
  expect(socket.auth).toBeUndefined();
  socket.push('hello', { partyId: 'party-1', cursor: 0 });
  socket.happen('disconnect', 'transport close');
  expect(socket.auth).toEqual({ partyId: 'party-1' });
});

it('lets the next document of the tab connect once as the same party, for the same user', async () => {
  expect(link.keepParty()).toBe(false);
  socket.happen('connect');
  socket.push('hello', { partyId: 'party-1', cursor: 0 });
  const connectAs = async (userId: string): Promise<unknown> => {
    link.disconnect();
    delete socket.auth;
    link.connect(userId, null);
    await vi.advanceTimersByTimeAsync(0);
    return socket.auth;
  };
  expect([link.keepParty(), await connectAs('me'), await connectAs('other')]).toEqual([
    true,
    { partyId: 'party-1' },
    undefined,
  ]);
  socket.push('hello', { partyId: 'party-2', cursor: 0 });
  expect([link.keepParty(), await connectAs('me'), await connectAs('other')]).toEqual([true, undefined, undefined]);
});

it('joins rooms that a page asked for before the link was connected', async () => {
  const other = new SocketLiveLink(() => Promise.resolve(socket as unknown as Socket));
  other.joinRoom('feed');
  other.connect('me', null);
  await vi.advanceTimersByTimeAsync(0);
  socket.happen('connect');
  expect(joined()).toEqual(['user-me', 'call-me', 'feed']);
  other.disconnect();
});

it('leaves a room with its last use', async () => {
  socket.happen('connect');
  for (let uses = 0; uses < 2; uses += 1) link.joinRoom('feed');
  await vi.advanceTimersByTimeAsync(1_000);
  link.leaveRoom('feed');
  await vi.advanceTimersByTimeAsync(1_000);
  const roomIntents = () => socket.emitted.filter(([, room]) => room === 'feed').map(([name]) => name);
  expect(roomIntents()).toEqual(['join-room']);
  link.leaveRoom('feed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(roomIntents()).toEqual(['join-room', 'leave-room']);
});

it('reports a reconnect from the second connect on', () => {
  const reconnected = vi.fn();
  link.on('reconnected', reconnected);
  socket.happen('connect');
  expect(reconnected).not.toHaveBeenCalled();
  socket.happen('disconnect', 'transport close');
  socket.happen('connect');
  expect(reconnected).toHaveBeenCalledTimes(1);
});

it('pauses when a burst of attempts is used up, and starts a new one every 30 s and on network return', () => {
  socket.happen('connect');
  socket.happen('disconnect', 'transport close');
  expect(link.status).toBe('connecting');
  socket.happen('io reconnect_failed');
  expect(link.status).toBe('paused');
  const before = socket.connects;
  vi.advanceTimersByTime(30_000);
  expect(socket.connects).toBe(before + 1);
  socket.happen('io reconnect_failed');
  window.dispatchEvent(new Event('online'));
  expect(socket.connects).toBe(before + 2);
});

it('closes a connection that does not respond after a change of the network', async () => {
  socket.happen('connect');
  socket.emitted = [];
  link.reconnect(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([joined(), socket.closes]).toEqual([['user-me'], 0]);
  socket.isDead = true;
  // Without a change the server's ping is enough.
  link.reconnect();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(socket.closes).toBe(0);
  link.reconnect(true);
  await vi.advanceTimersByTimeAsync(1_999);
  expect([socket.closes, link.status]).toEqual([0, 'live']);
  await vi.advanceTimersByTimeAsync(1);
  expect([socket.closes, link.status]).toEqual([1, 'connecting']);
});

it('does not close the connection that has replaced one without a response', async () => {
  socket.happen('connect');
  socket.isDead = true;
  link.reconnect(true);
  socket.happen('disconnect', 'transport close');
  socket.happen('connect');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([socket.closes, link.status]).toEqual([0, 'live']);
});

it('reports that the server ended the session', () => {
  const ended = vi.fn();
  link.on('ended', ended);
  socket.happen('connect');
  socket.happen('disconnect', 'io server disconnect');
  expect(ended).toHaveBeenCalledTimes(1);
});

it('passes pushes to listeners until they are removed', () => {
  const received: unknown[] = [];
  const stop = link.subscribe('post-deleted', ({ id }) => received.push(id));
  socket.push('post-deleted', { id: 'a' });
  stop();
  socket.push('post-deleted', { id: 'b' });
  expect(received).toEqual(['a']);
});

it('returns UNAVAILABLE at once while it is down', async () => {
  await expect(link.emit('post-create', { id: 'a' })).resolves.toEqual({ ok: false, code: 'UNAVAILABLE' });
});

it('does not connect for a user who signed out while its code was loading', async () => {
  const late = new FakeSocket();
  const other = new SocketLiveLink(() => Promise.resolve(late as unknown as Socket));
  other.connect('me', null);
  other.disconnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(late.connects).toBe(0);
  expect(other.status).toBe('off');
});

it('connects to /socket.io by websocket first, then polling, with five attempts of one second', () => {
  expect(SOCKET_OPTIONS).toMatchObject({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    reconnectionAttempts: 5,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 1_000,
    randomizationFactor: 0,
  });
});
