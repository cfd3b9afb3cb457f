import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge, BridgeEvents } from '#shared/bridge/contract.ts';
import type { LiveState } from '#shared/bridge/live.ts';
import { BridgeLiveLink } from './bridge-live-link.ts';

let state: LiveState;
let asked: string[];
let refusal: Error | undefined;
let listeners: { [Name in keyof BridgeEvents]?: (event: BridgeEvents[Name]) => void };
let link: BridgeLiveLink;

beforeEach(() => {
  state = { userId: 'me', status: 'connecting' };
  asked = [];
  refusal = undefined;
  listeners = {};
  const note =
    (name: string) =>
    (...args: unknown[]) => (asked.push([name, ...args].join(' ')), Promise.resolve());
  const listen = (name: keyof BridgeEvents) => (listener: never) => ((listeners[name] = listener), () => {});
  link = new BridgeLiveLink({
    onLiveStatus: listen('liveStatus'),
    onLivePush: listen('livePush'),
    onLiveReconnected: listen('liveReconnected'),
    onLiveEnded: listen('liveEnded'),
    connectLive: (userId: string) => (
      asked.push(`connectLive ${userId}`),
      refusal ? Promise.reject(refusal) : Promise.resolve(state)
    ),
    disconnectLive: note('disconnectLive'),
    reconnectLive: note('reconnectLive'),
    joinRoom: note('joinRoom'),
    leaveRoom: note('leaveRoom'),
    emitLive: () => Promise.reject(new Error('FAILED')),
  } as unknown as Bridge);
});

afterEach(() => link.disconnect());

it('reports a link that is already live without connecting first', async () => {
  state = { userId: 'me', status: 'live' };
  const seen: string[] = [];
  link.on('status', (status) => seen.push(status));
  link.connect('me', null);
  await vi.waitFor(() => expect(seen).toEqual(['live']));
});

it('keeps a status that main reported before its response to connect', async () => {
  link.connect('me', null);
  listeners.liveStatus?.({ userId: 'me', status: 'live' });
  await Promise.resolve();
  await Promise.resolve();
  expect(link.status).toBe('live');
});

it('pauses when main cannot connect, and reports nothing after disconnect', async () => {
  refusal = new Error('FAILED');
  link.connect('me', null);
  await vi.waitFor(() => expect(link.status).toBe('paused'));
  link.disconnect();
  link.connect('me', null);
  link.disconnect();
  await Promise.resolve();
  await Promise.resolve();
  expect(link.status).toBe('off');
});

it('receives events only for its own user', () => {
  const seen: unknown[] = [];
  link.subscribe('post-deleted', (push) => seen.push(push));
  link.on('status', (status) => seen.push(status));
  listeners.livePush?.({ name: 'post-deleted', payload: { id: 'early' } });
  link.connect('me', null);
  listeners.liveStatus?.({ userId: 'other', status: 'live' });
  listeners.liveStatus?.({ userId: 'me', status: 'live' });
  listeners.livePush?.({ name: 'post-deleted', payload: { id: 'a' } });
  expect(seen).toEqual(['live', { id: 'a' }]);
});

it('reports a reconnect and an ended session', () => {
  const events = { reconnected: vi.fn(), ended: vi.fn() };
  link.on('reconnected', events.reconnected);
  link.on('ended', events.ended);
  link.connect('me', null);
  listeners.liveReconnected?.(null);
  listeners.liveEnded?.(null);
  expect([events.reconnected.mock.calls.length, events.ended.mock.calls.length]).toEqual([1, 1]);
});

it('makes main reconnect when the network is back, but not after disconnect', () => {
  link.connect('me', null);
  window.dispatchEvent(new Event('online'));
  link.reconnect(true);
  link.disconnect();
  window.dispatchEvent(new Event('online'));
  expect(asked).toEqual(['connectLive me', 'reconnectLive false', 'reconnectLive true', 'disconnectLive']);
  expect(link.status).toBe('off');
});

it('joins the rooms of the page again when it connects, and leaves one with its last use', () => {
  link.joinRoom('feed');
  link.connect('me', null);
  link.joinRoom('feed');
  link.joinRoom('post-1');
  link.disconnect();
  link.connect('me', null);
  link.leaveRoom('feed');
  link.leaveRoom('feed');
  expect(asked).toEqual([
    'joinRoom feed',
    'connectLive me',
    'joinRoom feed',
    'joinRoom post-1',
    'disconnectLive',
    'connectLive me',
    'joinRoom feed',
    'joinRoom post-1',
    'leaveRoom feed',
  ]);
});

it('returns UNAVAILABLE when the call to main fails', async () => {
  await expect(link.emit('post-create', { id: 'a' })).resolves.toEqual({ ok: false, code: 'UNAVAILABLE' });
});
