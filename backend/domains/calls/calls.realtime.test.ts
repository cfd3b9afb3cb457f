import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { buildBlock, buildConnection, buildMessage } from '../../testing/builders.ts';
import { enterLive, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { connectLiveClient, type LiveClient } from '../../testing/two-clients.ts';
import { openTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts';
import { createCallRegistry } from './call-registry.ts';
import { createMemoryStore } from './call-store.ts';
import { createCalls } from './calls.service.ts';
import type { CallPush } from './live-call.ts';

let nodes: TwoNodes;
let app: TestApp;
let node: TestApp;

beforeAll(async () => {
  nodes = await openTwoNodes();
  ({ app, node } = nodes);
});
afterAll(() => nodes.close());

const OK = { ok: true };
const refused = (code: string) => ({ ok: false, code });
const again = ({ http }: LiveUser, at = app, partyId?: string): Promise<LiveClient> =>
  connectLiveClient({ url: at.url, cookie: http.cookie, ...(partyId !== undefined && { partyId }) });
const partyOf = ({ hello }: LiveClient): string => String(hello['partyId']);
const named = ({ frames }: LiveClient, name: string) => frames.filter((frame) => frame.name === name);
const offer = { type: 'offer', sdp: 'v=0' };

interface Pair {
  ana: LiveUser;
  ben: LiveUser;
  ids: { callerId: string; calleeId: string; callId: string };
}

/** Two who are connected: Ana on one node, Ben on the other. */
async function enterPair(role: Role = 'student'): Promise<Pair> {
  const [ana, ben] = await Promise.all([enterLive(app), enterLive(app, { role, at: node })]);
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
  return { ana, ben, ids: { callerId: ana.id, calleeId: ben.id, callId: randomUUID() } };
}

async function ring({ ana, ben, ids }: Pair): Promise<void> {
  expect(await ana.live.ask('incoming-call', { ...ids, callType: 'video' })).toMatchObject(OK);
  await ben.live.next('incoming-call');
}

/** Waits until everything that was sent to a socket before has arrived there. */
async function settle(...clients: LiveClient[]): Promise<void> {
  for (const client of clients) expect((await client.ask('call-sync', { callId: randomUUID() })).ok).toBe(false);
  for (const client of clients) await client.next('call-state');
}

describe('a page that is loaded again in a call', () => {
  it('is the same device in its own session, and a new one in another session of the user', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    await ring(pair);
    expect(await ben.live.ask('call-accepted', ids)).toEqual(OK);
    expect(await ben.live.ask('call-away', { callId: ids.callId })).toEqual(OK);
    ben.live.close();
    const elsewhere = app.visitor();
    const body = { username: ben.user.username, password: ben.http.password };
    expect((await elsewhere.post('/api/login', { body })).status).toBe(200);
    const thief = await again({ ...ben, http: elsewhere }, app, partyOf(ben.live));
    expect(partyOf(thief)).not.toBe(partyOf(ben.live));
    await settle(thief);
    expect(await thief.ask('call-signal', { ...ids, signal: offer })).toEqual(refused('FORBIDDEN'));
    const back = await again(ben, node, partyOf(ben.live));
    expect(partyOf(back)).toBe(partyOf(ben.live));
    expect(await back.next('call-state')).toMatchObject({ ...ids, state: 'active', mine: true });
    expect(await back.ask('call-signal', { ...ids, signal: { type: 'restart', cause: 'reload', no: 1 } })).toEqual(OK);
    expect(await ana.live.next('call-signal')).toMatchObject({ partyId: partyOf(back) });
    expect(named(thief, 'call-state')).toHaveLength(1);
    for (const live of [thief, back]) live.close();
  });
});

describe('a call', () => {
  it.each([
    ['of both nodes', () => app],
    ["of the node that is not the caller's", () => node],
  ])('rings on the devices %s and is answered by one', async (_where, nodeOfPhone) => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    const phone = await again(ben, nodeOfPhone());
    await ring(pair);
    expect(await phone.next('incoming-call')).toMatchObject({
      ...ids,
      callerName: ana.user.fullName,
      callType: 'video',
      partyId: partyOf(ana.live),
      route: 'direct',
      at: expect.any(String),
    });
    for (const device of [ben.live, phone]) expect(await device.ask('incoming-call-received', ids)).toEqual(OK);
    await expect.poll(() => named(ana.live, 'incoming-call-received').length).toBe(2);
    expect(
      named(ana.live, 'incoming-call-received')
        .map(({ payload }) => payload['partyId'])
        .toSorted(),
    ).toEqual([partyOf(ben.live), partyOf(phone)].toSorted());
    const answeredAtMs = performance.now();
    expect(await phone.ask('call-accepted', ids)).toEqual(OK);
    expect(await ben.live.next('call-elsewhere')).toMatchObject({ callId: ids.callId, reason: 'accepted' });
    // By the push, not by a timer: this is the shortest one. On a quiet machine the push takes a few milliseconds.
    expect(performance.now() - answeredAtMs).toBeLessThan(CALL_LIMITS.reachMs);
    expect(await ana.live.next('call-accepted')).toMatchObject({ ...ids, partyId: partyOf(phone) });
    expect(await phone.next('call-state')).toMatchObject({
      state: 'active',
      mine: true,
      role: 'callee',
      peerPartyId: partyOf(ana.live),
      answeredAt: expect.any(String),
    });
    expect(await ben.live.ask('call-accepted', ids)).toEqual(refused('CONFLICT'));
    expect(await phone.ask('call-alive', { callId: ids.callId, isReceiving: true })).toEqual(OK);
    expect(await phone.ask('call-ended', { ...ids, reason: 'completed' })).toEqual(OK);
    expect(await ana.live.next('call-ended')).toMatchObject({ ...ids, reason: 'completed', endedBy: 'callee' });
    expect(named(phone, 'call-elsewhere')).toEqual([]);
    phone.close();
  });

  it('carries signals only between its devices', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    const phone = await again(ben, app);
    const desk = await again(ana);
    await ring(pair);
    const toPhone = { ...ids, partyId: partyOf(phone), signal: offer };
    // A device that does not ring yet is not connected to.
    expect(await ana.live.ask('call-signal', toPhone)).toEqual(refused('FORBIDDEN'));
    expect(await phone.ask('call-signal', { ...ids, signal: offer })).toEqual(refused('FORBIDDEN'));
    expect(await phone.ask('incoming-call-received', ids)).toEqual(OK);
    expect(await ana.live.ask('call-signal', toPhone)).toEqual(OK);
    expect(await phone.next('call-signal')).toMatchObject({ ...ids, signal: offer, partyId: partyOf(ana.live) });
    expect(await phone.ask('call-signal', { ...ids, signal: { type: 'answer', sdp: 'v=0' } })).toEqual(OK);
    expect(await ana.live.next('call-signal')).toMatchObject({ signal: { type: 'answer' }, partyId: partyOf(phone) });
    expect(await desk.ask('call-signal', toPhone)).toEqual(refused('FORBIDDEN'));
    expect(await phone.ask('call-accepted', ids)).toEqual(OK);
    const restart = { ...ids, signal: { type: 'restart' } };
    expect(await ben.live.ask('call-signal', restart)).toEqual(refused('FORBIDDEN'));
    expect(await phone.ask('call-signal', restart)).toEqual(OK);
    await expect.poll(() => named(ana.live, 'call-signal').length).toBe(2);
    expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
    expect(await phone.ask('call-signal', restart)).toEqual(refused('NOT_FOUND'));
    await settle(ben.live, desk);
    expect([ben.live, desk].flatMap((client) => named(client, 'call-signal'))).toEqual([]);
    phone.close();
    desk.close();
  });

  it('names the live call of the two when its id is left out', async () => {
    const { ana, ben, ids } = await enterPair();
    const pair = { callerId: ids.callerId, calleeId: ids.calleeId };
    expect(await ana.live.ask('incoming-call', { ...pair, callType: 'voice' })).toMatchObject(OK);
    const { callId } = await ana.live.next('call-state');
    expect(await ben.live.next('incoming-call')).toMatchObject({ callId });
    expect(await ben.live.ask('incoming-call-received', pair)).toEqual(OK);
    expect(await ana.live.ask('call-signal', { ...pair, signal: offer, partyId: partyOf(ben.live) })).toEqual(OK);
    expect(await ben.live.ask('call-rejected', pair)).toEqual(OK);
    expect(await ana.live.next('call-rejected')).toMatchObject({ callId, reason: 'declined' });
    expect(await ana.live.ask('call-ended', pair)).toEqual(refused('NOT_FOUND'));
  });

  it('joins two who call each other', async () => {
    const { ana, ben, ids } = await enterPair();
    const back = { callerId: ben.id, calleeId: ana.id, callId: randomUUID() };
    const acks = await Promise.all([
      ana.live.ask('incoming-call', { ...ids, callType: 'voice' }),
      ben.live.ask('incoming-call', { ...back, callType: 'video' }),
    ]);
    expect(acks).toMatchObject([OK, OK]);
    const merged = () => [ana, ben].flatMap(({ live }) => named(live, 'call-merged'));
    await expect.poll(() => merged().length).toBe(1);
    await expect.poll(() => [ana, ben].flatMap(({ live }) => named(live, 'call-accepted')).length).toBe(1);
    const { callId } = merged()[0]?.payload ?? {};
    expect([ids.callId, back.callId]).toContain(callId);
    const kept = callId === ids.callId ? ids : back;
    expect(await ana.live.ask('call-ended', kept)).toEqual(OK);
  });

  it('is answered by a member who calls back but may not call: they are called', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    expect((await ana.http.patch('/api/privacy', { body: { whoCanCall: 'none' } })).status).toBe(200);
    const back = { callerId: ben.id, calleeId: ana.id, callId: randomUUID(), callType: 'voice' };
    expect(await ben.live.ask('incoming-call', back)).toEqual(refused('FORBIDDEN'));
    await ring(pair);
    expect(await ben.live.ask('incoming-call', { ...back, callId: randomUUID() })).toMatchObject(OK);
    expect(await ben.live.next('call-merged')).toMatchObject({ callId: ids.callId });
    await ana.live.next('call-accepted');
    expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
  });

  it('is known to a device that connects late or again', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    await ring(pair);
    const late = await again(ben, app);
    expect(await late.next('incoming-call')).toMatchObject({ callId: ids.callId, callType: 'video' });
    expect(await late.ask('call-accepted', ids)).toEqual(OK);
    ana.live.close();
    const back = await again(ana, node, partyOf(ana.live));
    expect(partyOf(back)).toBe(partyOf(ana.live));
    expect(await back.next('call-state')).toMatchObject({ state: 'active', mine: true, peerPartyId: partyOf(late) });
    const other = await again(ana);
    expect(await other.ask('call-ended', ids)).toEqual(refused('FORBIDDEN'));
    expect(await other.ask('incoming-call', { ...ids, callId: randomUUID(), callType: 'voice' })).toEqual(
      refused('CONFLICT'),
    );
    expect(await back.ask('call-ended', ids)).toEqual(OK);
    for (const client of [late, back, other]) client.close();
  });

  it('ends when one blocks the other', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    await ring(pair);
    expect((await ben.http.put(`/api/users/${ana.id}/block`)).status).toBeLessThan(300);
    expect(await ana.live.next('call-ended')).toMatchObject({ callId: ids.callId, reason: 'no-answer' });
    expect(await ben.live.next('call-ended')).toMatchObject({ callId: ids.callId });
  });

  it('finds a member who is in another call busy', async () => {
    const pair = await enterPair();
    await ring(pair);
    const eve = await enterLive(app);
    await buildConnection(app.em(), { userId: eve.id, connectedUserId: pair.ben.id, status: 'accepted' });
    const call = { callerId: eve.id, calleeId: pair.ben.id, callId: randomUUID(), callType: 'voice' };
    expect(await eve.live.ask('incoming-call', call)).toMatchObject(OK);
    expect(await eve.live.next('call-busy')).toMatchObject({ callId: call.callId });
    expect(named(pair.ben.live, 'incoming-call')).toHaveLength(1);
    expect(await pair.ana.live.ask('call-ended', pair.ids)).toEqual(OK);
  });
});

describe('a member who may not call', () => {
  const setPrivacy = ({ http }: LiveUser, body: object) => http.patch('/api/privacy', { body });
  const CASES: [string, (pair: Pair) => Promise<unknown>][] = [
    ['a stranger', ({ ana }) => app.pool.query('delete from connections where user_id = $1', [ana.id])],
    ['one whom the callee blocks', ({ ana, ben }) => buildBlock(app.em(), { blockerId: ben.id, blockedId: ana.id })],
    ['one who blocks the callee', ({ ana, ben }) => buildBlock(app.em(), { blockerId: ana.id, blockedId: ben.id })],
    ['the setting "no one"', ({ ben }) => setPrivacy(ben, { whoCanCall: 'none' })],
    ['a creator', ({ ana }) => app.pool.query(`update users set role = 'creator' where id = $1`, [ana.id])],
    [
      'quiet hours',
      ({ ben }) => setPrivacy(ben, { quietHours: { isOn: true, from: '00:00', to: '00:00', zone: 'UTC' } }),
    ],
  ];
  it.each(CASES)('is refused without a reason: %s', async (_case, arrange) => {
    const pair = await enterPair('teacher');
    const { ana, ben, ids } = pair;
    await arrange(pair);
    expect(await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })).toEqual(refused('FORBIDDEN'));
    await settle(ben.live);
    expect(named(ben.live, 'incoming-call')).toEqual([]);
  });

  it('can call after an accepted conversation, through a relay, if everyone may', async () => {
    const [ana, ben] = await Promise.all([enterLive(app), enterLive(app, { role: 'teacher' })]);
    await buildMessage(app.em(), { senderId: ana.id, receiverId: ben.id });
    const call = { callerId: ana.id, calleeId: ben.id, callId: randomUUID(), callType: 'voice' };
    expect((await setPrivacy(ben, { whoCanCall: 'connections' })).status).toBe(200);
    expect(await ana.live.ask('incoming-call', call)).toEqual(refused('FORBIDDEN'));
    expect((await setPrivacy(ben, { whoCanCall: 'everyone' })).status).toBe(200);
    // The other has to have written as well.
    expect(await ana.live.ask('incoming-call', call)).toEqual(refused('FORBIDDEN'));
    await buildMessage(app.em(), { senderId: ben.id, receiverId: ana.id });
    expect(await ana.live.ask('incoming-call', call)).toMatchObject(OK);
    expect(await ben.live.next('incoming-call')).toMatchObject({ route: 'relay' });
    expect(await ben.live.ask('call-rejected', { callerId: ana.id, calleeId: ben.id })).toEqual(OK);
  });

  it('cannot call as someone else', async () => {
    const { ana, ben, ids } = await enterPair();
    const eve = await enterLive(app);
    await buildConnection(app.em(), { userId: eve.id, connectedUserId: ben.id, status: 'accepted' });
    const forged = { ...ids, callerName: ana.user.fullName, callType: 'voice' };
    expect(await eve.live.ask('incoming-call', forged)).toMatchObject(OK);
    expect(await ben.live.next('incoming-call')).toMatchObject({
      callerId: eve.id,
      callerName: eve.user.fullName,
      partyId: partyOf(eve.live),
    });
    expect(await eve.live.ask('call-ended', { callerId: eve.id, calleeId: ben.id })).toEqual(OK);
    await settle(ana.live);
    expect(named(ana.live, 'call-ended')).toEqual([]);
  });

  it('has no effect on a call of others', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    const eve = await enterLive(app);
    await ring(pair);
    expect(await ben.live.ask('incoming-call-received', ids)).toEqual(OK);
    await ana.live.next('incoming-call-received');
    const counts = () => [ana, ben].map(({ live }) => live.frames.filter(({ name }) => name.includes('call')).length);
    const before = counts();
    const names = ['incoming-call-received', 'call-accepted', 'call-rejected', 'call-busy', 'call-ended'];
    const forged = [ids, { ...ids, callerId: eve.id }, { ...ids, calleeId: eve.id }, { ...ids, calleeId: ana.id }];
    for (const payload of forged) {
      for (const name of names) expect((await eve.live.ask(name, payload)).ok).toBe(false);
      expect((await eve.live.ask('call-signal', { ...payload, signal: offer, partyId: partyOf(ben.live) })).ok).toBe(
        false,
      );
    }
    expect(await eve.live.ask('incoming-call', { ...ids, callType: 'voice' })).toEqual(refused('FORBIDDEN'));
    expect(await eve.live.ask('call-alive', { callId: ids.callId, isReceiving: false })).toEqual(refused('FORBIDDEN'));
    expect(await eve.live.ask('call-sync', { callId: ids.callId })).toEqual(refused('NOT_FOUND'));
    expect(await eve.live.next('call-state')).toMatchObject({ state: 'ended', callerName: '', callerId: eve.id });
    // A foreign page id does not make its sender the device of the call.
    const thief = await again(eve, app, partyOf(ana.live));
    expect(await thief.ask('call-ended', ids)).toEqual(refused('FORBIDDEN'));
    expect(counts()).toEqual(before);
    expect(await ben.live.ask('call-accepted', ids)).toEqual(OK);
    expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
    thief.close();
  });
});

describe('limits', () => {
  it('a signal over 32 kB is invalid', async () => {
    const { ana, ids } = await enterPair();
    // Two bytes each.
    const candidate = { candidate: 'é'.repeat(1_024), sdpMid: '0', sdpMLineIndex: 0 };
    const signal = { type: 'candidates', candidates: Array.from({ length: 20 }, () => candidate) };
    expect(await ana.live.ask('call-signal', { ...ids, signal })).toEqual(refused('INVALID'));
    const fewer = { ...signal, candidates: signal.candidates.slice(10) };
    expect(await ana.live.ask('call-signal', { ...ids, signal: fewer })).toEqual(refused('NOT_FOUND'));
  });

  it('a flood of signals disconnects its sender, and the other side can still end the call', async () => {
    const pair = await enterPair();
    const { ana, ben, ids } = pair;
    await ring(pair);
    expect(await ben.live.ask('incoming-call-received', ids)).toEqual(OK);
    const signal = { ...ids, partyId: partyOf(ben.live), signal: offer };
    for (let times = 0; times < 200; times += 1) ana.live.socket.emit('call-signal', signal);
    expect(await ana.live.cut()).toBe('io server disconnect');
    expect(await ben.live.ask('call-rejected', ids)).toEqual(OK);
    const { length } = named(ben.live, 'call-signal');
    expect(length).toBeGreaterThan(0);
    // What is allowed in the seconds that a busy machine takes.
    expect(length).toBeLessThan(200 - SOCKET_LIMITS.strikes);
    expect(ben.live.socket.connected).toBe(true);
  });

  it('a caller waits after a call without an answer', async () => {
    const limited = await createTestApp({ limitFactor: 1 });
    const [ana, ben] = [await enterLive(limited), await enterLive(limited)];
    await buildConnection(limited.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
    const invite = (from = ana, to = ben) => {
      const ids = { callerId: from.id, calleeId: to.id, callId: randomUUID() };
      return { ids, ack: from.live.ask('incoming-call', { ...ids, callType: 'voice' }) };
    };
    const { ids, ack } = invite();
    expect(await ack).toMatchObject(OK);
    expect(await ana.live.ask('call-ended', ids)).toEqual(OK);
    const ended = () => limited.pool.query('select 1 from calls where ended_at is not null');
    await expect.poll(async () => (await ended()).rowCount).toBe(1);
    expect(await invite().ack).toEqual(refused('RATE_LIMITED'));
    // The other one may call.
    expect(await invite(ben, ana).ack).toMatchObject(OK);
    await limited.close();
  });

  it('a call is one of the ten writes a day of a caller whose email address is not confirmed', async () => {
    const limited = await createTestApp({ limitFactor: 1, smtpUrl: 'smtp://127.0.0.1:9' });
    const [ana, ben] = [await enterLive(limited), await enterLive(limited)];
    await buildConnection(limited.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
    const invite = (from: LiveUser, to: LiveUser) =>
      from.live.ask('incoming-call', {
        callerId: from.id,
        calleeId: to.id,
        callId: randomUUID(),
        callType: 'voice',
      });
    for (let times = 0; times < RATE_LIMITS.unconfirmedWrites.points; times += 1)
      expect((await ana.http.post('/api/posts', { body: { content: 'Hello' } })).status).toBe(201);
    expect(await invite(ana, ben)).toEqual(refused('RATE_LIMITED'));
    expect(await invite(ben, ana)).toMatchObject(OK);
    await limited.close();
  });

  it('a pair has three calls a minute', async () => {
    const limited = await createTestApp({ limitFactor: 1 });
    const [ana, ben] = [await enterLive(limited), await enterLive(limited)];
    await buildConnection(limited.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
    for (let times = 0; times <= CALL_LIMITS.pairInvitesPerMinute; times += 1) {
      const ids = { callerId: ana.id, calleeId: ben.id, callId: randomUUID() };
      const isCounted = times < CALL_LIMITS.pairInvitesPerMinute;
      expect(await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })).toMatchObject(
        isCounted ? OK : refused('RATE_LIMITED'),
      );
      // The same invitation again is not counted.
      if (isCounted) expect(await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })).toMatchObject(OK);
      // An answered one is followed by no wait.
      if (isCounted) expect(await ben.live.ask('call-accepted', ids)).toEqual(OK);
      await ana.live.ask('call-ended', ids);
    }
    await limited.close();
  });
});

it('refuses a call that has to be relayed where there is no relay, in both directions', async () => {
  const { ana, ben, ids } = await enterPair();
  expect((await ben.http.patch('/api/privacy', { body: { alwaysRelay: true } })).status).toBe(200);
  expect(await ana.live.ask('incoming-call', { ...ids, callType: 'voice' })).toEqual(refused('NO_RELAY'));
  const back = { callerId: ben.id, calleeId: ana.id, callId: randomUUID(), callType: 'voice' };
  expect(await ben.live.ask('incoming-call', back)).toEqual(refused('NO_RELAY'));
  const { body } = await ana.http.get(`/api/calls/eligibility/${ben.id}`);
  expect(body).toEqual({ canCall: false, reason: 'NO_RELAY' });
});

it('ends a call whose time is over, without a client', async () => {
  const sent: CallPush[] = [];
  const registry = createCallRegistry(createMemoryStore());
  const calls = createCalls({
    registry,
    pool: app.pool,
    limits: createRateLimits(1),
    log: pino({ level: 'silent' }),
    hasRelay: false,
    send: (push) => sent.push(push),
    onUnreached: () => undefined,
  });
  const person = (name: string) => ({ userId: randomUUID(), name, photo: null });
  const [caller, callee, callId] = [person('Ana'), person('Ben'), randomUUID()];
  const from = { userId: caller.userId, partyId: randomUUID(), socketId: randomUUID() };
  const more = { isIdNew: false, isIdUsed: false, callType: 'voice', route: 'direct' } as const;
  await registry.takeUp([], databaseNowMs());
  await registry.apply({ kind: 'invite', from, caller, callee, callId, ...more }, databaseNowMs() - CALL_LIMITS.ringMs);
  calls.start();
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(['call-ended', 'call-ended']);
  await calls.stop();
});

it('passes the number of a description on', async () => {
  const pair = await enterPair();
  const { ana, ben, ids } = pair;
  await ring(pair);
  expect(await ben.live.ask('incoming-call-received', ids)).toEqual(OK);
  const to = { ...ids, partyId: partyOf(ben.live) };
  for (const no of ['1', 0, 1.5]) {
    const ack = await ana.live.ask('call-signal', { ...to, signal: { ...offer, no } });
    expect(ack).toEqual(refused('INVALID'));
  }
  expect(await ana.live.ask('call-signal', { ...to, signal: { ...offer, no: 2 } })).toEqual(OK);
  expect(await ben.live.next('call-signal')).toMatchObject({ signal: { ...offer, no: 2 } });
  const answer = { type: 'answer', sdp: 'v=0', no: 2 };
  expect(await ben.live.ask('call-signal', { ...ids, signal: answer })).toEqual(OK);
  expect(await ana.live.next('call-signal')).toMatchObject({ signal: answer });
});

it('starts the call of a callee who calls a third member at the same moment', async () => {
  const pair = await enterPair();
  const { ana, ben, ids } = pair;
  const cat = await enterLive(app);
  await buildConnection(app.em(), { userId: ben.id, connectedUserId: cat.id, status: 'accepted' });
  const phone = await again(ben);
  await ring(pair);
  const own = { callerId: ben.id, calleeId: cat.id, callId: randomUUID() };
  expect(await ben.live.ask('incoming-call', { ...own, callType: 'voice' })).toMatchObject(OK);
  expect(await ana.live.next('call-busy')).toMatchObject(ids);
  expect(await phone.next('call-elsewhere')).toMatchObject({ callId: ids.callId, reason: 'busy' });
  expect(await cat.live.next('incoming-call')).toMatchObject(own);
  // The device refuses the call that it has received meanwhile, which has ended.
  expect(await ben.live.ask('call-busy', ids)).toEqual(OK);
  expect(await ana.live.ask('incoming-call', { ...ids, callId: randomUUID(), callType: 'voice' })).toMatchObject(OK);
  await ana.live.next('call-busy');
  expect(await cat.live.ask('call-accepted', own)).toEqual(OK);
  expect(await ben.live.ask('call-ended', own)).toEqual(OK);
  phone.close();
});

describe('without Redis', () => {
  it('acknowledges UNAVAILABLE and works again afterwards', async ({ skip }) => {
    const { redis } = nodes;
    if (!redis) return skip('needs redis-server');
    const { ana, ben, ids } = await enterPair();
    await redis.kill();
    const call = { ...ids, callType: 'voice' };
    await expect.poll(() => ana.live.ask('incoming-call', call)).toEqual(refused('UNAVAILABLE'));
    expect(await ben.live.ask('call-sync', { callId: ids.callId })).toEqual(refused('UNAVAILABLE'));
    await redis.start();
    await expect.poll(() => ana.live.ask('incoming-call', call)).toMatchObject(OK);
    await ben.live.next('incoming-call');
    expect(await ben.live.ask('call-rejected', ids)).toEqual(OK);
  });
});
