import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOCKET_LIMITS } from '../limits.ts';
import type { Ack } from './contract.ts';
import { RoomSync } from './room-sync.ts';

let sent: [string, unknown][];
let respond: () => Promise<Ack>;
let rooms: RoomSync;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  respond = () => Promise.resolve({ ok: true });
  rooms = new RoomSync((name, payload) => {
    sent.push([name, payload]);
    return respond();
  });
});
afterEach(() => void vi.useRealTimers());

const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);

it('joins and leaves many rooms with one intent each, and a single one by the names of one', async () => {
  rooms.begin();
  for (const room of ['post-1', 'post-2', 'feed']) rooms.join(room);
  await pass();
  rooms.join('post-3');
  await pass();
  rooms.leave('post-1');
  rooms.leave('post-2');
  await pass();
  rooms.leave('feed');
  await pass();
  expect(sent).toEqual([
    ['join-rooms', ['post-1', 'post-2', 'feed']],
    ['join-room', 'post-3'],
    ['leave-rooms', ['post-1', 'post-2']],
    ['leave-room', 'feed'],
  ]);
});

it('sends nothing for a room that is left before it was joined', async () => {
  rooms.begin();
  rooms.join('post-1');
  rooms.leave('post-1');
  await pass();
  expect(sent).toEqual([]);
});

it('stays below the limit of intents however often the rooms change', async () => {
  rooms.begin();
  for (let number = 0; number < 500; number += 1) {
    rooms.join(`post-${number}`);
    rooms.leave(`post-${number - 5}`);
    await pass(2);
  }
  expect(sent.length).toBeLessThan(SOCKET_LIMITS.intentsPerSecond);
});

it('joins at most as many rooms as a socket can have; the others follow when some are left', async () => {
  rooms.begin();
  for (let number = 0; number < 60; number += 1) rooms.join(`post-${number}`);
  await pass();
  expect(sent).toEqual([
    ['join-rooms', Array.from({ length: SOCKET_LIMITS.roomsPerSocket }, (_none, at) => `post-${at}`)],
  ]);
  sent = [];
  rooms.leave('post-0');
  rooms.leave('post-1');
  await pass();
  expect(sent).toEqual([
    ['leave-rooms', ['post-0', 'post-1']],
    ['join-rooms', ['post-50', 'post-51']],
  ]);
});

it('waits for a response before it sends the next change', async () => {
  let finish = (_ack: Ack): void => undefined;
  respond = () => new Promise((resolve) => (finish = resolve));
  rooms.begin();
  rooms.join('post-1');
  await pass();
  rooms.leave('post-1');
  await pass();
  expect(sent).toHaveLength(1);
  finish({ ok: true });
  await pass();
  expect(sent.at(-1)).toEqual(['leave-room', 'post-1']);
});

it('joins all rooms again on a new connection, also while a response of the old one is missing', async () => {
  respond = () => new Promise(() => undefined);
  rooms.begin();
  rooms.join('post-1');
  await pass();
  rooms.end();
  rooms.join('feed');
  await pass();
  expect(sent).toHaveLength(1);
  rooms.begin();
  expect(sent.at(-1)).toEqual(['join-rooms', ['post-1', 'feed']]);
});

it('asks again for rooms that the server could not check, and not for refused ones', async () => {
  rooms.begin();
  respond = () => Promise.resolve({ ok: false, code: 'UNAVAILABLE' });
  rooms.join('post-1');
  await pass();
  expect(sent).toHaveLength(1);
  respond = () => Promise.resolve({ ok: false, code: 'FORBIDDEN' });
  await pass(10_000);
  expect(sent).toHaveLength(2);
  await pass(60_000);
  expect(sent).toHaveLength(2);
});

it('leaves rooms again that it could not leave, before it joins others', async () => {
  rooms.begin();
  rooms.join('post-1');
  await pass();
  respond = () => Promise.resolve({ ok: false, code: 'RATE_LIMITED' });
  rooms.leave('post-1');
  rooms.join('post-2');
  await pass();
  expect(sent.slice(1)).toEqual([['leave-room', 'post-1']]);
  respond = () => Promise.resolve({ ok: true });
  await pass(10_000);
  expect(sent.slice(2)).toEqual([
    ['leave-room', 'post-1'],
    ['join-room', 'post-2'],
  ]);
});
