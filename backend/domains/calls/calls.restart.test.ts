import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import { buildConnection } from '../../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { connectLiveClient, type LiveClient } from '../../testing/two-clients.ts';
import { openTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts';

const OK = { ok: true };

interface Pair {
  ana: LiveUser;
  ben: LiveUser;
  ids: { callerId: string; calleeId: string; callId: string };
}

/** Two who are connected, each at a server of the database `app`. */
async function enterPair({
  app,
  at = app,
  benAt = at,
}: {
  app: TestApp;
  at?: TestApp;
  benAt?: TestApp;
}): Promise<Pair> {
  const [ana, ben] = await Promise.all([enterLive(at), enterLive(at, { at: benAt })]);
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
  return { ana, ben, ids: { callerId: ana.id, calleeId: ben.id, callId: randomUUID() } };
}

async function ring({ ana, ben, ids }: Pair): Promise<void> {
  expect(await ana.live.ask('incoming-call', { ...ids, callType: 'video' })).toMatchObject(OK);
  await ben.live.next('incoming-call');
  expect(await ben.live.ask('incoming-call-received', ids)).toEqual(OK);
}

async function talk(pair: Pair): Promise<void> {
  await ring(pair);
  expect(await pair.ben.live.ask('call-accepted', pair.ids)).toEqual(OK);
  await pair.ana.live.next('call-accepted');
}

const named = ({ frames }: LiveClient, name: string) =>
  frames.filter((frame) => frame.name === name).map(({ payload }) => payload);
const report = (live: LiveClient, { callId }: Pair['ids']) => live.ask('call-alive', { callId, isReceiving: true });

describe('a single server that was started again', () => {
  let base: TestApp;
  let server: TestApp;

  beforeAll(async () => {
    base = await createTestApp();
    server = await createTestApp({ databaseUrl: base.databaseUrl });
  });
  afterAll(async () => {
    await server.close();
    await base.close();
  });

  /** Ends the server and starts another one on its database. */
  async function restart(): Promise<void> {
    await server.close();
    server = await createTestApp({ databaseUrl: base.databaseUrl });
  }
  const again = ({ http, live }: LiveUser): Promise<LiveClient> =>
    connectLiveClient({ url: server.url, cookie: http.cookie, partyId: String(live.hello['partyId']) });
  const stored = async (callId: string) =>
    (
      await base.pool.query<{ end_reason: string | null; ended_by: string | null; ms: number | null }>(
        `select end_reason, ended_by, (extract(epoch from ended_at - answered_at) * 1000)::float8 as ms
        from calls where id = $1`,
        [callId],
      )
    ).rows[0];

  it('takes up a call whose devices report, and knows how long it was', async () => {
    const pair = await enterPair({ app: base, at: server });
    const { ana, ben, ids } = pair;
    await talk(pair);
    // The row is written after the acknowledgement.
    const answered = () =>
      base.pool.query('select 1 from calls where id = $1 and answered_at is not null', [ids.callId]);
    await expect.poll(async () => (await answered()).rowCount).toBe(1);
    await base.pool.query(`update calls set answered_at = answered_at - interval '4 minutes' where id = $1`, [
      ids.callId,
    ]);
    await restart();
    const [first, second] = [await again(ana), await again(ben)];
    expect(await first.next('call-state')).toMatchObject({ ...ids, state: 'active', mine: true, role: 'caller' });
    for (const live of [first, second]) expect(await report(live, ids)).toEqual(OK);
    const signal = { type: 'media-state', audio: true, video: false, screen: false };
    expect(await first.ask('call-signal', { ...ids, signal })).toEqual(OK);
    expect(await second.next('call-signal')).toMatchObject({ signal, partyId: ana.live.hello['partyId'] });
    // A member in a call is busy, as before.
    const cat = await enterLive(server);
    await buildConnection(base.em(), { userId: cat.id, connectedUserId: ben.id, status: 'accepted' });
    const call = { callerId: cat.id, calleeId: ben.id, callId: randomUUID(), callType: 'voice' };
    expect(await cat.live.ask('incoming-call', call)).toMatchObject(OK);
    expect(await cat.live.next('call-busy')).toMatchObject({ calleeId: ben.id });
    expect(await second.ask('call-ended', { ...ids, reason: 'completed' })).toEqual(OK);
    expect(await first.next('call-ended')).toMatchObject({ reason: 'completed', endedBy: 'callee' });
    await expect.poll(() => stored(ids.callId)).toMatchObject({ end_reason: 'completed', ended_by: 'callee' });
    expect((await stored(ids.callId))?.ms).toBeGreaterThanOrEqual(4 * 60_000);
    const path = `/api/messages/${ben.id}`;
    const thread = (await ana.http.at(server.url).get(path)).body as unknown as MessageView[];
    expect(thread.find(({ call }) => call?.callId === ids.callId)?.call).toMatchObject({ endReason: 'completed' });
    first.close();
    second.close();
  });

  it('lets a call go on ringing, and its answer arrive', async () => {
    const pair = await enterPair({ app: base, at: server });
    const { ana, ben, ids } = pair;
    await ring(pair);
    await expect.poll(() => stored(ids.callId)).toBeDefined();
    await restart();
    const [first, second] = [await again(ana), await again(ben)];
    expect(await second.next('incoming-call')).toMatchObject({ ...ids, callerName: ana.user.fullName });
    expect(await second.ask('call-accepted', ids)).toEqual(OK);
    expect(await first.next('call-accepted')).toMatchObject(ids);
    expect(await first.ask('call-ended', { ...ids, reason: 'completed' })).toEqual(OK);
    first.close();
    second.close();
  });

  it('still knows the reason of a call that ended before', async () => {
    const pair = await enterPair({ app: base, at: server });
    const { ana, ben, ids } = pair;
    await ring(pair);
    expect(await ben.live.ask('call-rejected', ids)).toEqual(OK);
    await expect.poll(() => stored(ids.callId)).toMatchObject({ end_reason: 'declined' });
    await restart();
    const first = await again(ana);
    await first.ask('call-sync', { callId: ids.callId });
    expect(await first.next('call-state')).toMatchObject({ state: 'ended', endReason: 'declined' });
    first.close();
  });
});

describe('a Redis that has lost its memory', () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await openTwoNodes();
  });
  afterAll(() => nodes.close());

  it('ends no call: the nodes take it up from its row', async ({ skip }) => {
    const { redis, app, node } = nodes;
    if (!redis) return skip('needs redis-server');
    const pair = await enterPair({ app, benAt: node });
    const { ana, ben, ids } = pair;
    await talk(pair);
    await expect
      .poll(async () => (await ana.http.get('/api/calls')).body)
      .toMatchObject([{ answeredAt: expect.any(String) }]);
    const before = named(ana.live, 'call-state').length;
    await redis.kill();
    await expect.poll(() => report(ana.live, ids)).toEqual({ ok: false, code: 'UNAVAILABLE' });
    await redis.start();
    // The devices are asked to report, and are in the call as before.
    await expect.poll(() => named(ana.live, 'call-state').length).toBe(before + 1);
    for (const { live } of [ana, ben]) {
      expect(named(live, 'call-state').at(-1)).toMatchObject({ ...ids, state: 'active', mine: true });
      expect(await report(live, ids)).toEqual(OK);
    }
    expect(await ben.live.ask('call-ended', { ...ids, reason: 'completed' })).toEqual(OK);
    expect(await ana.live.next('call-ended')).toMatchObject({ reason: 'completed', endedBy: 'callee' });
    await expect
      .poll(async () => (await ana.http.get('/api/calls')).body)
      .toMatchObject([{ id: ids.callId, endReason: 'completed' }]);
    expect(receivedBy(ana, 'call-ended')).toHaveLength(1);
  });
});
