import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CallView } from '#shared/api/calls.ts';
import type { MessageView } from '#shared/api/messages.ts';
import { createPool } from '../../db/pool.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { buildBlock, buildCall, buildConnection, buildMessage, buildUser } from '../../testing/builders.ts';
import { openDatabaseLink } from '../../testing/database-link.ts';
import { enterLive, receivedBy, type LiveUser } from '../../testing/live-user.ts';
import { findPort } from '../../testing/ports.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { mustWaitToCall } from './call.access.ts';
import { Call } from './call.entity.ts';
import { eraseCalls } from './call.erasure.ts';
import { createCallRegistry } from './call-registry.ts';
import { createMemoryStore } from './call-store.ts';
import { createCallWriter, loadStoredCalls } from './calls.history.ts';
import { createCalls } from './calls.service.ts';
import type { LiveCall } from './live-call.ts';

const SECRET = 'a secret of the relay that is long enough';
let app: TestApp;
const ICE_SERVERS = {
  stunUrls: ['stun:calls.test:3478'],
  turnUrls: ['turn:calls.test:3478'],
  turnSecret: SECRET,
  credentialMs: 600_000,
};
let ana: LiveUser;
let ben: LiveUser;

beforeAll(async () => {
  // A mail server that nothing answers: emails stay in the queue.
  app = await createTestApp({ iceServers: ICE_SERVERS, smtpUrl: 'smtp://127.0.0.1:9' });
  [ana, ben] = await Promise.all([enterLive(app), enterLive(app)]);
  await app.pool.query('update users set email_verified_at = now() where id = any($1)', [[ana.id, ben.id]]);
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
});
afterAll(() => app.close());

const OK = { ok: true };

async function ring(callType: 'voice' | 'video' = 'voice', from = ana, to = ben) {
  const ids = { callerId: from.id, calleeId: to.id, callId: randomUUID() };
  expect(await from.live.ask('incoming-call', { ...ids, callType })).toMatchObject(OK);
  return ids;
}
const list = async ({ http }: LiveUser, query = '') =>
  (await http.get(`/api/calls${query}`)).body as unknown as CallView[];
const listed = async (member: LiveUser, callId: string) => (await list(member)).find(({ id }) => id === callId);
const ended = (member: LiveUser, callId: string) => async () => (await listed(member, callId))?.endReason ?? null;

interface Missed {
  view: { type: string; sourceId: string; path: string; priority: string; count: number; params: unknown };
}
const missedOf = (member: LiveUser, callId: string) =>
  receivedBy<Missed>(member, 'notification').filter(({ view }) => view.sourceId === callId);

it('stores an answered call once for both, also among their messages', async () => {
  const ids = await ring('video');
  expect(await ben.live.ask('call-accepted', ids)).toEqual(OK);
  const quality = {
    route: 'direct',
    rttMs: 20,
    jitterMs: 2,
    lossPercent: 0,
    freezes: 0,
    concealedPercent: 0,
    restarts: 0,
    mediaAfterMs: 90,
  };
  expect(await ben.live.ask('call-ended', { ...ids, quality })).toEqual(OK);
  await expect.poll(ended(ana, ids.callId)).toBe('completed');
  const { endedAt, answeredAt, ...view } = (await listed(ana, ids.callId)) as CallView;
  expect(view).toMatchObject({ type: 'video', role: 'caller', user: { id: ben.id, fullName: ben.user.fullName } });
  expect(await listed(ben, ids.callId)).toMatchObject({ role: 'callee', user: { id: ana.id }, answeredAt, endedAt });
  const messages = () =>
    [ana, ben].map((member) =>
      receivedBy<MessageView>(member, 'new-message').filter(({ call }) => call?.callId === ids.callId),
    );
  await expect.poll(() => messages().map(({ length }) => length)).toEqual([1, 1]);
  const durationMs = Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '');
  const [message] = messages()[0] as [MessageView];
  expect(message).toMatchObject({
    kind: 'call',
    senderId: ana.id,
    receiverId: ben.id,
    read: true,
    call: { callId: ids.callId, type: 'video', endReason: 'completed', durationMs },
  });
  const thread = (await ana.http.get(`/api/messages/${ben.id}`)).body as unknown as MessageView[];
  expect(thread.find(({ id }) => id === message.id)?.call).toEqual(message.call);
  expect((await ana.http.patch(`/api/messages/item/${message.id}`, { body: { content: 'x' } })).status).toBe(404);
  expect((await ben.http.get('/api/messages/unread-count')).body).toMatchObject({ total: 0 });
  expect(missedOf(ben, ids.callId)).toEqual([]);
  const row = () => app.em().findOneOrFail(Call, ids.callId);
  await expect.poll(async () => (await row()).quality).toEqual({ callee: quality });
  expect(await row()).toMatchObject({ endedBy: 'callee', callerParty: ana.live.hello['partyId'] });
});

it('notifies the callee of a missed call, and not of a declined one', async () => {
  const declined = await ring();
  expect(await ben.live.ask('call-rejected', declined)).toEqual(OK);
  const missed = await ring();
  expect(await ana.live.ask('call-ended', missed)).toEqual(OK);
  await expect.poll(() => missedOf(ben, missed.callId).length).toBe(1);
  expect(missedOf(ben, missed.callId)[0]?.view).toMatchObject({
    type: 'missed-call',
    priority: 'high',
    params: { callType: 'voice' },
    path: `/chat?with=${ana.id}`,
  });
  await expect.poll(() => listed(ana, declined.callId)).toMatchObject({ endReason: 'declined', answeredAt: null });
  expect([missedOf(ben, declined.callId), missedOf(ana, missed.callId)]).toEqual([[], []]);
});

it('stores a call to a member who is busy as a missed one', async () => {
  const eve = await enterLive(app);
  await buildConnection(app.em(), { userId: eve.id, connectedUserId: ben.id, status: 'accepted' });
  const first = await ring();
  const second = await ring('voice', eve, ben);
  await eve.live.next('call-busy');
  await expect.poll(() => missedOf(ben, second.callId).length).toBe(1);
  expect(await listed(eve, second.callId)).toMatchObject({ endReason: 'busy' });
  // Those of one caller are one notification.
  const third = await ring('voice', eve, ben);
  await expect.poll(() => missedOf(ben, third.callId)[0]?.view.count).toBe(2);
  expect(await ana.live.ask('call-ended', first)).toEqual(OK);
});

it('lists calls newest first, page by page, without those of a blocked member', async () => {
  const cleo = await enterLive(app);
  const [friend, blocked] = await Promise.all([buildUser(app.em()), buildUser(app.em())]);
  await buildBlock(app.em(), { blockerId: blocked.id, blockedId: cleo.id });
  const ids = Array.from({ length: 5 }, (_, index) => {
    const [callerId, calleeId] = index % 2 === 0 ? [cleo.id, friend.id] : [friend.id, cleo.id];
    return { id: randomUUID(), callerId, calleeId, createdAt: new Date(Date.UTC(2026, 0, index + 1)) };
  });
  for (const call of ids) await buildCall(app.em(), call);
  await buildCall(app.em(), { callerId: cleo.id, calleeId: blocked.id });
  const first = await cleo.http.get('/api/calls?limit=2');
  const cursor = first.headers.get('x-next-cursor') ?? '';
  const rest = await list(cleo, `?limit=50&cursor=${encodeURIComponent(cursor)}`);
  const seen = [...(first.body as unknown as CallView[]), ...rest].map(({ id }) => id);
  expect(seen).toEqual(ids.map(({ id }) => id).toReversed());
  expect(rest.map(({ role }) => role)).toEqual(['caller', 'callee', 'caller']);
});

it('starts no call with an id of the history', async () => {
  const { id: callId } = await buildCall(app.em(), { callerId: ana.id, calleeId: ben.id });
  const call = { callerId: ana.id, calleeId: ben.id, callId, callType: 'voice' };
  expect(await ana.live.ask('incoming-call', call)).toEqual({ ok: false, code: 'FORBIDDEN' });
});

it('ends the row of a call that no node knows, as lost, with the last report of its devices', async () => {
  const registry = createCallRegistry(createMemoryStore());
  const calls = createCalls({
    registry,
    pool: app.pool,
    limits: createRateLimits(1),
    log: pino({ level: 'silent' }),
    hasRelay: false,
    send: () => undefined,
    onUnreached: () => undefined,
  });
  const open = { callerId: ana.id, calleeId: ben.id, endedAt: null, endReason: null };
  expect(await calls.closeOpen()).toBe(0);
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const { id: old } = await buildCall(app.em(), { ...open, createdAt: at(2) });
  const talked = await buildCall(app.em(), { ...open, createdAt: at(9), answeredAt: at(8), seenAt: at(4) });
  const { id: recent } = await buildCall(app.em(), open);
  // The server of the test does the same.
  await calls.closeOpen();
  expect(await listed(ana, old)).toMatchObject({ endReason: 'lost', endedAt: expect.any(String) });
  expect(await listed(ana, talked.id)).toMatchObject({ endReason: 'lost', endedAt: talked.seenAt?.toISOString() });
  expect(await listed(ana, recent)).toMatchObject({ endReason: null, endedAt: null });
  await expect
    .poll(() => receivedBy<MessageView>(ana, 'new-message').find(({ call }) => call?.callId === talked.id)?.call)
    .toMatchObject({ endReason: 'lost', durationMs: 4 * 60_000 });
  expect(await calls.closeOpen()).toBe(0);
});

it('writes the end that the registry knows when a node starts, since the one that ended the call may have died', async () => {
  const registry = createCallRegistry(createMemoryStore());
  const make = (pool: Pool) =>
    createCalls({
      registry,
      pool,
      limits: createRateLimits(1),
      log: pino({ level: 'silent' }),
      hasRelay: false,
      send: () => undefined,
      onUnreached: () => undefined,
    });
  const device = ({ id: userId }: LiveUser) => ({ userId, partyId: randomUUID(), socketId: randomUUID() });
  const [from, to, callId] = [device(ana), device(ben), randomUUID()];
  // Its node can write nothing any more.
  const gone = createPool(`postgres://nobody@127.0.0.1:${await findPort()}/gone`);
  const died = make(gone);
  await registry.takeUp([], Date.now());
  const person = (name: string, { userId }: typeof from) => ({ userId, name, photo: null });
  const parts = { caller: person('Ana', from), callee: person('Ben', to), route: 'direct' as const };
  const more = { isIdNew: false, isIdUsed: false, callType: 'voice' as const };
  await died.run({ kind: 'invite', from, callId, ...parts, ...more });
  await died.run({ kind: 'accept', from: to, callId });
  await died.run({ kind: 'end', reason: undefined, from, callId });
  const row = { callerId: ana.id, calleeId: ben.id, endedAt: null, endReason: null };
  await buildCall(app.em(), { id: callId, ...row, answeredAt: new Date() });
  const started = make(app.pool);
  started.start();
  await expect.poll(ended(ben, callId), { timeout: 5_000 }).toBe('completed');
  await started.stop();
  await died.stop();
  await gone.end();
});

it('loads the newest call first, since a user is in no older one than it', async () => {
  const open = { callerId: ana.id, calleeId: ben.id, answeredAt: new Date(), endedAt: null, endReason: null };
  const older = await buildCall(app.em(), { ...open, createdAt: new Date(Date.now() - 9_000) });
  const newer = await buildCall(app.em(), { ...open, createdAt: new Date(Date.now() - 1_000) });
  const own = (await loadStoredCalls(app.pool, { areEmailsSent: true })).filter(
    ({ id }) => id === older.id || id === newer.id,
  );
  expect(own.map(({ id }) => id)).toEqual([newer.id, older.id]);
  await app.pool.query('delete from calls where id = any($1)', [own.map(({ id }) => id)]);
});

it('writes a call that began and ended while the database was away, once', async () => {
  const port = await findPort();
  const url = new URL(app.databaseUrl);
  url.port = String(port);
  const pool = createPool(url.href, { max: 2 });
  const warned = vi.fn();
  const writer = createCallWriter(pool, { warn: warned });
  const side = ({ id: userId }: LiveUser) => ({
    userId,
    name: 'A member',
    photo: null,
    partyId: null,
    socketId: null,
    absentAt: null,
    aliveAt: null,
    isReceiving: false,
  });
  const call: LiveCall = {
    id: randomUUID(),
    type: 'voice',
    route: 'direct',
    createdAt: Date.now() - 5_000,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    endReason: null,
    endedBy: null,
    caller: side(ana),
    callee: side(ben),
    isUnreached: false,
    ringing: [],
    replaces: null,
    replacedBy: null,
    takenUpAt: null,
  };
  const over: LiveCall = { ...call, endedAt: Date.now(), endReason: 'cancelled', endedBy: 'caller' };
  for (const record of [call, over, over]) writer.write({ records: [record], qualities: [] });
  await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0);
  const link = await openDatabaseLink(app.databaseUrl, port);
  await expect.poll(ended(ben, call.id), { timeout: 5_000 }).toBe('cancelled');
  await writer.settle();
  const { rows } = await app.pool.query(`select 1 from messages where call->>'callId' = $1`, [call.id]);
  expect(rows).toHaveLength(1);
  link.close();
  await pool.end();
});

it('keeps the calls of a deleted member without the member', async () => {
  const [gone, kept] = await Promise.all([enterLive(app), enterLive(app)]);
  await buildConnection(app.em(), { userId: gone.id, connectedUserId: kept.id, status: 'accepted' });
  const ids = await ring('voice', gone, kept);
  expect(await gone.live.ask('call-ended', ids)).toEqual(OK);
  await expect.poll(ended(kept, ids.callId)).toBe('cancelled');
  await app.em().transactional((tx) => eraseCalls(tx, gone.id));
  expect(await listed(kept, ids.callId)).toMatchObject({ user: null, role: 'callee' });
  await app.em().transactional((tx) => eraseCalls(tx, kept.id));
  expect(await app.em().count(Call, { id: ids.callId })).toBe(0);
});

it('says whether a member can be called, and no more', async () => {
  const eligibility = async (userId: string) => (await ana.http.get(`/api/calls/eligibility/${userId}`)).body;
  expect(await eligibility(ben.id)).toEqual({ canCall: true, reason: null });
  const notAllowed = { canCall: false, reason: 'NOT_ALLOWED' };
  for (const userId of [(await buildUser(app.em())).id, ana.id, randomUUID()])
    expect(await eligibility(userId)).toEqual(notAllowed);
  const quietHours = { isOn: true, from: '00:00', to: '00:00', zone: 'UTC' };
  expect((await ben.http.patch('/api/privacy', { body: { quietHours } })).status).toBe(200);
  expect(await eligibility(ben.id)).toEqual({ canCall: false, reason: 'QUIET_HOURS' });
  const off = { ...quietHours, isOn: false };
  expect((await ben.http.patch('/api/privacy', { body: { quietHours: off } })).status).toBe(200);
});

it('relays the calls of a member who asks for it', async () => {
  expect((await ben.http.patch('/api/privacy', { body: { alwaysRelay: true } })).body).toMatchObject({
    alwaysRelay: true,
  });
  const ids = await ring();
  await expect
    .poll(() => receivedBy<{ callId: string; route: string }>(ben, 'incoming-call').at(-1))
    .toMatchObject({ callId: ids.callId, route: 'relay' });
  expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
});

interface Servers {
  iceServers: { urls: string[]; username?: string; credential?: string }[];
  expiresAt: string | null;
  hasRelay: boolean;
}
const serversOf = async ({ http }: LiveUser, callId?: string) =>
  (await http.get(`/api/ice-servers${callId === undefined ? '' : `?callId=${callId}`}`)).body as unknown as Servers;
const NO_CREDENTIALS = { iceServers: [{ urls: ['stun:calls.test:3478'] }], expiresAt: null };

it('gives credentials of the relay to the two of a call that rings or is active', async () => {
  expect(await serversOf(ana)).toEqual({ ...NO_CREDENTIALS, hasRelay: true });
  const ids = { callerId: ana.id, calleeId: ben.id, callId: randomUUID() };
  const ack = (await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })) as { iceServers: Servers };
  const seconds = Date.parse(ack.iceServers.expiresAt ?? '') / 1_000;
  expect(Math.abs(seconds - Date.now() / 1_000 - 600)).toBeLessThan(60);
  expect(ack.iceServers.iceServers[1]).toMatchObject({
    urls: ['turn:calls.test:3478'],
    // The time of their end and a pseudonym.
    username: expect.stringMatching(new RegExp(`^${seconds}:[\\w-]{22}$`)) as string,
  });
  const pushed = () => receivedBy<Servers & { callId: string; iceServers: Servers }>(ben, 'incoming-call').at(-1);
  await expect.poll(() => pushed()?.callId).toBe(ids.callId);
  const names = [ack.iceServers, pushed()?.iceServers].map(
    (servers) => servers?.iceServers[1]?.username?.split(':')[1],
  );
  expect(new Set(names).size).toBe(2);
  // Later ones have the same pseudonym, so that coturn counts them together.
  expect((await serversOf(ben, ids.callId)).iceServers[1]?.username?.split(':')[1]).toBe(names[1]);

  expect(await serversOf(await enterLive(app), ids.callId)).toMatchObject(NO_CREDENTIALS);
  expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
  await expect.poll(() => serversOf(ana, ids.callId)).toMatchObject(NO_CREDENTIALS);
});

it('gives credentials before the history has the call, and to the one whose invitation answers another', async () => {
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table calls in share mode');
    const ids = { callerId: ana.id, calleeId: ben.id, callId: randomUUID() };
    expect(await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })).toMatchObject(OK);
    expect((await serversOf(ana, ids.callId)).iceServers).toHaveLength(2);
    const second = { callerId: ben.id, calleeId: ana.id, callId: randomUUID() };
    const ack = await ben.live.ask('incoming-call', { ...second, callType: 'voice' });
    expect(ack).toMatchObject({ ok: true, iceServers: { hasRelay: true, expiresAt: expect.any(String) as string } });
    expect((await serversOf(ben, second.callId)).iceServers).toHaveLength(2);
    expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('gives no credentials to a member whose address is not confirmed, and does not relay their calls', async () => {
  const eva = await enterLive(app);
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: eva.id, status: 'accepted' });
  const ids = { callerId: eva.id, calleeId: ana.id, callId: randomUUID() };
  expect(await eva.live.ask('incoming-call', { ...ids, callType: 'voice' })).toEqual({
    ok: true,
    iceServers: { ...NO_CREDENTIALS, hasRelay: false },
  });
  await expect
    .poll(() => receivedBy<{ callId: string; iceServers: Servers }>(ana, 'incoming-call').at(-1))
    .toMatchObject({ callId: ids.callId, iceServers: { hasRelay: false } });
  expect(await eva.live.ask('call-ended', ids)).toEqual(OK);
  expect((await eva.http.patch('/api/privacy', { body: { alwaysRelay: true } })).status).toBe(200);
  expect((await eva.http.get(`/api/calls/eligibility/${ana.id}`)).body).toEqual({ canCall: false, reason: 'NO_RELAY' });
  expect((await eva.http.post('/api/logout')).status).toBe(204);
  expect((await eva.http.get(`/api/ice-servers?callId=${ids.callId}`)).status).toBe(401);
});

it('relays the calls of everyone where no emails are sent, by which an address could be confirmed', async () => {
  const alone = await createTestApp({ iceServers: ICE_SERVERS });
  const [eva, dan] = await Promise.all([enterLive(alone), enterLive(alone)]);
  await buildConnection(alone.em(), { userId: eva.id, connectedUserId: dan.id, status: 'accepted' });
  expect((await dan.http.patch('/api/privacy', { body: { alwaysRelay: true } })).status).toBe(200);
  expect((await eva.http.get(`/api/calls/eligibility/${dan.id}`)).body).toEqual({ canCall: true, reason: null });
  const ids = { callerId: eva.id, calleeId: dan.id, callId: randomUUID() };
  expect(await eva.live.ask('incoming-call', { ...ids, callType: 'voice' })).toMatchObject({
    ok: true,
    iceServers: { hasRelay: true },
  });
  await alone.close();
});

it('lets a caller wait longer after each call without an answer, until the callee calls, answers or writes', async () => {
  const [eva, dan] = [await buildUser(app.em()), await buildUser(app.em())];
  const mustWait = (factor = 1) => mustWaitToCall(app.pool, { callerId: eva.id, calleeId: dan.id, factor });
  const pair = { callerId: eva.id, calleeId: dan.id };
  const add = (change: Parameters<typeof buildCall>[1]) => buildCall(app.em(), { endReason: 'no-answer', ...change });
  /** Moves all of their calls into the past. */
  const pass = (seconds: number) =>
    app.pool.query(
      `update calls set created_at = created_at - $1 * interval '1 s', ended_at = ended_at - $1 * interval '1 s',
        answered_at = answered_at - $1 * interval '1 s' where $2 in (caller_id, callee_id)`,
      [seconds, eva.id],
    );
  const addNow = async (endReason: NonNullable<Call['endReason']> = 'no-answer') => {
    const { id } = await add({ ...pair, endReason });
    await app.pool.query('update calls set created_at = now(), ended_at = now() where id = $1', [id]);
  };
  expect(await mustWait()).toBe(false);
  for (const [wait, endReason] of [
    [30, 'no-answer'],
    [120, 'declined'],
    [600, 'cancelled'],
    [3_600, 'no-answer'],
    [3_600, 'media-caller'],
    [3_600, 'lost'],
  ] as const) {
    await addNow(endReason);
    await pass(wait - 10);
    expect([wait, await mustWait()]).toEqual([wait, true]);
    await pass(20);
    expect([wait, await mustWait()]).toEqual([wait, false]);
  }
  await addNow('busy');
  expect(await mustWait()).toBe(false);
  await addNow();
  expect(await mustWait()).toBe(true);
  // A wider limit has as many more calls free.
  expect(await mustWait(100)).toBe(false);
  await pass(5);
  const { id } = await add({ callerId: dan.id, calleeId: eva.id });
  await app.pool.query('update calls set created_at = now() where id = $1', [id]);
  expect(await mustWait()).toBe(false);
  await addNow();
  expect(await mustWait()).toBe(true);
  await buildMessage(app.em(), { senderId: eva.id, receiverId: dan.id });
  expect(await mustWait()).toBe(true);
  await buildMessage(app.em(), { senderId: dan.id, receiverId: eva.id });
  await app.pool.query('update messages set created_at = now() where sender_id = $1', [dan.id]);
  expect(await mustWait()).toBe(false);
  await addNow();
  expect(await mustWait()).toBe(true);
  await add({ ...pair, answeredAt: new Date(), endReason: 'completed' });
  expect(await mustWait()).toBe(false);
});
