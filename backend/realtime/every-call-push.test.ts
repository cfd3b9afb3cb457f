import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallPushes } from '#shared/realtime/calls.ts';
import { buildConnection } from '../testing/builders.ts';
import { isWithoutRedis } from '../testing/redis.ts';
import { connectLiveClient, type LiveClient } from '../testing/two-clients.ts';
import { openTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

/** The pushes to one device; those to all devices of a member are in every-push.test.ts. */
type ToOneDevice = Exclude<keyof CallPushes, 'incoming-call' | 'call-ended' | 'call-elsewhere'>;

/** A call between two pages; each member has a page on each node. */
interface Ringing {
  caller: LiveClient;
  callee: LiveClient;
  ids: { callerId: string; calleeId: string; callId: string };
}

/** The pages on one node. */
type Pages = Pick<Ringing, 'caller' | 'callee'>;

/** A push that a page must receive. */
interface Received {
  by: LiveClient;
  push: object;
}

let nodes: TwoNodes;
let [callerId, calleeId] = ['', ''];
let pages: Pages[];

const OK = { ok: true };
const at = (node: number) => pages[node] as Pages;
const partyOf = ({ hello }: LiveClient) => String(hello['partyId']);
const offer = { type: 'offer', sdp: 'v=0' };

async function ring(caller: LiveClient, callee: LiveClient): Promise<Ringing> {
  const ids = { callerId, calleeId, callId: uuidv7() };
  expect(await caller.ask('incoming-call', { ...ids, callType: 'voice' })).toMatchObject(OK);
  expect(await callee.ask('incoming-call-received', ids)).toEqual(OK);
  return { caller, callee, ids };
}

/** For each push what one page does, and which page then receives it. */
const ROWS: Record<ToOneDevice, (call: Ringing) => Promise<Received[]>> = {
  'incoming-call-received': async ({ caller, callee, ids }) => [
    { by: caller, push: { ...ids, partyId: partyOf(callee) } },
  ],
  'call-accepted': async ({ caller, callee, ids }) => {
    expect(await callee.ask('call-accepted', ids)).toEqual(OK);
    return [{ by: caller, push: { ...ids, partyId: partyOf(callee) } }];
  },
  'call-rejected': async ({ caller, callee, ids }) => {
    expect(await callee.ask('call-rejected', ids)).toEqual(OK);
    return [{ by: caller, push: { ...ids, reason: 'declined' } }];
  },
  'call-busy': async ({ caller, callee, ids }) => {
    expect(await callee.ask('call-busy', ids)).toEqual(OK);
    return [{ by: caller, push: ids }];
  },
  'call-signal': async ({ caller, callee, ids }) => {
    expect(await caller.ask('call-signal', { ...ids, partyId: partyOf(callee), signal: offer })).toEqual(OK);
    const signal = { type: 'answer', sdp: 'v=0' };
    expect(await callee.ask('call-signal', { ...ids, signal })).toEqual(OK);
    return [
      { by: callee, push: { ...ids, signal: offer, partyId: partyOf(caller) } },
      { by: caller, push: { ...ids, signal, partyId: partyOf(callee) } },
    ];
  },
  'call-merged': async ({ caller, callee, ids }) => {
    const back = { callerId: calleeId, calleeId: callerId, callId: uuidv7(), callType: 'voice' };
    expect(await callee.ask('incoming-call', back)).toMatchObject(OK);
    await expect.poll(() => has(caller, 'call-accepted', { callId: ids.callId })).toBe(true);
    return [{ by: callee, push: { oldCallId: back.callId, callId: ids.callId } }];
  },
  'call-state': async ({ caller, callee, ids }) => {
    expect(await callee.ask('call-accepted', ids)).toEqual(OK);
    expect(await caller.ask('call-sync', { callId: ids.callId })).toEqual(OK);
    return [
      { by: callee, push: { ...ids, state: 'active', mine: true, peerPartyId: partyOf(caller) } },
      { by: caller, push: { ...ids, state: 'active', mine: true, peerPartyId: partyOf(callee) } },
    ];
  },
};

/** Whether a page has received a push with these fields. */
function has({ frames }: LiveClient, name: string, fields: object): boolean {
  return frames.some((frame) => frame.name === name && expect.objectContaining(fields).asymmetricMatch(frame.payload));
}

async function open(): Promise<void> {
  nodes = await openTwoNodes();
  const { app, node } = nodes;
  const [ana, ben] = [app.visitor(), app.visitor()];
  callerId = (await ana.signUp('teacher')).id;
  calleeId = (await ben.signUp('student')).id;
  await buildConnection(app.em(), { userId: callerId, connectedUserId: calleeId });
  pages = await Promise.all(
    [app.url, node.url].map(async (url) => ({
      caller: await connectLiveClient({ url, cookie: ana.cookie }),
      callee: await connectLiveClient({ url, cookie: ben.cookie }),
    })),
  );
}

const PATHS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;

function call(): void {
  // An answered call ends the wait that declined calls of a pair cause: each path has both.
  it.each(PATHS)('each reaches its page, with the caller on node %i and the callee on node %i', async (from, to) => {
    const [{ caller }, { callee }] = [at(from), at(to)];
    for (const name of Object.keys(ROWS) as ToOneDevice[]) {
      const ringing = await ring(caller, callee);
      for (const { by, push } of await ROWS[name](ringing))
        await expect.poll(() => has(by, name, push), { message: `${name} ${JSON.stringify(push)}` }).toBe(true);
      // It may have ended.
      await caller.ask('call-ended', ringing.ids);
    }
  });
}

describe.skipIf(isWithoutRedis)('every push of calls to one page, on two nodes (needs redis-server)', () => {
  beforeAll(open);
  afterAll(() => nodes.close());

  describe('with Redis', call);

  describe('after Redis was killed and came back', () => {
    it('the pages of both nodes are asked to refetch, since pushes may have been lost', async () => {
      await nodes.redis?.kill();
      await nodes.redis?.start();
      const isAsked = () => pages.map(({ callee }) => has(callee, 'data-updated', { type: 'all' }));
      await expect.poll(isAsked).toEqual([true, true]);
    });
    call();
  });
});
