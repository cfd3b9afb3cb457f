import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PresenceView } from '#shared/api/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { buildBlock, buildConnection, buildMessage } from '../../testing/builders.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { openTwoNodes } from '../../testing/two-nodes.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { connectLiveClient, type LiveClient } from '../../testing/two-clients.ts';
import { findActive } from './presence.view.ts';
import { createPresenceStore } from './presence.service.ts';

let app: TestApp;
/** A second node on the first one's database. */
let node: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, node, close } = await openTwoNodes());
});
afterAll(() => close());

interface Person {
  id: string;
  http: TestClient;
  enter: (at?: TestApp) => Promise<LiveClient>;
}

async function person(role: 'teacher' | 'student' = 'teacher'): Promise<Person> {
  const http = app.visitor();
  const { id } = await http.signUp(role);
  return { id, http, enter: (at = app) => connectLiveClient({ url: at.url, cookie: http.cookie }) };
}

const connect = (one: Person, other: Person) =>
  buildConnection(app.em(), { userId: one.id, connectedUserId: other.id, status: 'accepted' });

async function connected(): Promise<[Person, Person]> {
  const [ana, ben] = [await person(), await person()];
  await connect(ana, ben);
  return [ana, ben];
}

const states = (live: LiveClient, of: Person) =>
  live.frames
    .filter(({ name, payload }) => name === 'presence' && payload['userId'] === of.id)
    .map(({ payload }) => payload['state']);
const visibleState = async (viewer: Person, of: Person) =>
  ((await viewer.http.get(`/api/presence?ids=${of.id}`)).body as unknown as PresenceView[])[0]?.state;
const becomes = (live: LiveClient, of: Person, state: string) => expect.poll(() => states(live, of).at(-1)).toBe(state);

/** Ben connects while Ana and a witness are online: only the witness receives the push. */
async function connectsUnseen(ana: Person, ben: Person): Promise<void> {
  const witness = await person();
  await connect(witness, ben);
  const [anaLive, witnessLive] = [await ana.enter(), await witness.enter()];
  await ben.enter();
  await becomes(witnessLive, ben, 'online');
  expect(states(anaLive, ben)).toEqual([]);
  expect(await visibleState(ana, ben)).toBeUndefined();
  expect(await visibleState(witness, ben)).toBe('online');
}

it('reaches a connection when a user connects, is away, and disconnects', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  expect(await visibleState(ana, ben)).toBe('offline');
  const benLive = await ben.enter();
  await becomes(anaLive, ben, 'online');
  expect(await benLive.ask('presence', { state: 'away' })).toEqual({ ok: true });
  await becomes(anaLive, ben, 'away');
  expect(await visibleState(ana, ben)).toBe('away');
  benLive.close();
  await becomes(anaLive, ben, 'offline');
  expect(await visibleState(ana, ben)).toBe('offline');
});

it('is the most present state of several devices, on one node or two', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  const [first, second] = [await ben.enter(), await ben.enter(node)];
  await first.ask('presence', { state: 'away' });
  await becomes(anaLive, ben, 'online');
  await second.ask('presence', { state: 'away' });
  await becomes(anaLive, ben, 'away');
  first.close();
  await first.cut();
  await second.ask('presence', { state: 'online' });
  await becomes(anaLive, ben, 'online');
  expect(states(anaLive, ben)).not.toContain('offline');
});

it('reaches users on another node', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter(node);
  await ben.enter();
  await becomes(anaLive, ben, 'online');
  expect(await visibleState(ana, ben)).toBe('online');
});

it('stays online during a reload', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  const before = await ben.enter();
  await becomes(anaLive, ben, 'online');
  before.socket.io.engine.close();
  const after = await ben.enter();
  await after.ask('presence', { state: 'away' });
  await becomes(anaLive, ben, 'away');
  expect(states(anaLive, ben)).not.toContain('offline');
});

it('becomes offline when the node dies', async () => {
  const [ana, ben] = await connected();
  const store = createPresenceStore(app.pool);
  const dead = '00000000-0000-4000-8000-00000000dead';
  const anaLive = await ana.enter();
  await store.heartbeat(dead);
  await store.save(dead, [{ userId: ben.id, state: 'online' }]);
  expect(await visibleState(ana, ben)).toBe('online');
  await app.pool.query(`update presence_nodes set beat_at = now() - $2 * interval '1 millisecond' where id = $1`, [
    dead,
    PRESENCE_LIMITS.deadMs + 1_000,
  ]);
  expect(await visibleState(ana, ben)).toBe('offline');
  await becomes(anaLive, ben, 'offline');
});

it('is restored after its node was wrongly removed as dead', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  await ben.enter();
  await becomes(anaLive, ben, 'online');
  // A heartbeat may restore it before it is read.
  const stateWithoutNode = async () => {
    await app.pool.query('delete from presence_nodes');
    return visibleState(ana, ben);
  };
  await expect.poll(stateWithoutNode).toBe('offline');
  await expect.poll(() => visibleState(ana, ben)).toBe('online');
});

it('is visible in an accepted conversation', async () => {
  const [ana, ben] = [await person(), await person()];
  await buildMessage(app.em(), { senderId: ana.id, receiverId: ben.id });
  const anaLive = await ana.enter();
  await ben.enter();
  await becomes(anaLive, ben, 'online');
  expect(await visibleState(ana, ben)).toBe('online');
});

it('is hidden from a user without a connection', async () => connectsUnseen(await person(), await person()));

it('is hidden from the sender of a pending connection request', async () => {
  const [ana, ben] = [await person(), await person()];
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'pending' });
  await connectsUnseen(ana, ben);
});

it('is hidden from the sender of a pending message request', async () => {
  const [ana, ben] = [await person(), await person()];
  await ana.http.post('/api/messages', {
    body: { receiverId: ben.id, clientId: crypto.randomUUID(), content: 'May I?' },
  });
  await connectsUnseen(ana, ben);
});

it('is hidden from a blocked user', async () => {
  const [ana, ben] = await connected();
  await buildBlock(app.em(), { blockerId: ben.id, blockedId: ana.id });
  await connectsUnseen(ana, ben);
});

it('is hidden from the user who blocks', async () => {
  const [ana, ben] = await connected();
  await buildBlock(app.em(), { blockerId: ana.id, blockedId: ben.id });
  await connectsUnseen(ana, ben);
});

it('is hidden from a user who hides their own', async () => {
  const [ana, ben] = await connected();
  await ana.http.patch('/api/privacy', { body: { presence: false } });
  await connectsUnseen(ana, ben);
});

it('is hidden once turned off, and visible again once turned on', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  const benLive = await ben.enter();
  await becomes(anaLive, ben, 'online');
  await ben.http.patch('/api/privacy', { body: { presence: false } });
  await becomes(anaLive, ben, 'offline');
  // The user's own devices receive the change, so that they fetch again.
  await becomes(benLive, ben, 'offline');
  expect(await visibleState(ana, ben)).toBeUndefined();
  expect(await visibleState(ben, ana)).toBeUndefined();
  await benLive.ask('presence', { state: 'away' });
  await ben.http.patch('/api/privacy', { body: { presence: true } });
  await becomes(anaLive, ben, 'away');
  expect(states(anaLive, ben).filter((state, at, all) => state !== all[at - 1])).toEqual(['online', 'offline', 'away']);
});

it('is hidden when the account is closed', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  await ben.enter();
  await becomes(anaLive, ben, 'online');
  await app.pool.query('update users set deactivated_at = now() where id = $1', [ben.id]);
  expect(await visibleState(ana, ben)).toBeUndefined();
});

it('is online for others while the user does not look at the screen, who then counts as inactive', async () => {
  const [ana, ben] = await connected();
  const anaLive = await ana.enter();
  const benLive = await ben.enter();
  await becomes(anaLive, ben, 'online');
  expect(await benLive.ask('presence', { state: 'idle' })).toEqual({ ok: true });
  await expect.poll(async () => (await findActive(app.pool, [ben.id])).size).toBe(0);
  expect(await visibleState(ana, ben)).toBe('online');
  await benLive.ask('presence', { state: 'away' });
  await becomes(anaLive, ben, 'away');
  await benLive.ask('presence', { state: 'idle' });
  await becomes(anaLive, ben, 'online');
  // The first change of state was not pushed, since others see no difference.
  expect(states(anaLive, ben)).toEqual(['online', 'away', 'online']);
  const phone = await ben.enter(node);
  await expect.poll(async () => (await findActive(app.pool, [ben.id])).size).toBe(1);
  await phone.ask('presence', { state: 'idle' });
  await expect.poll(async () => (await findActive(app.pool, [ben.id])).size).toBe(0);
});

it('accepts only online, idle and away, only for oneself, and within the rate limit', async () => {
  const [ana, ben] = await connected();
  const live = await ben.enter();
  expect(await live.ask('presence', { state: 'offline' })).toEqual({ ok: false, code: 'INVALID' });
  expect(await live.ask('presence', { state: 'away', userId: ana.id })).toEqual({ ok: false, code: 'INVALID' });
  // All at once: the limit leaves time for one more after two seconds.
  const asked = Array.from({ length: PRESENCE_LIMITS.intentsBurst + 1 }, () => live.ask('presence', { state: 'away' }));
  const [last, ...others] = (await Promise.all(asked)).toReversed();
  expect(others).toEqual(others.map(() => ({ ok: true })));
  expect(last).toEqual({ ok: false, code: 'RATE_LIMITED' });
});

it('is one row per user and node', async () => {
  const [, ben] = await connected();
  const live = await ben.enter();
  for (const state of ['away', 'online', 'away', 'online']) await live.ask('presence', { state });
  await expect
    .poll(async () => (await app.pool.query('select state from presences where user_id = $1', [ben.id])).rows)
    .toEqual([{ state: 'online' }]);
});
