import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { buildConnection } from '../../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser as Person } from '../../testing/live-user.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { openTwoNodes } from '../../testing/two-nodes.ts';
import { sendMessage } from './messages.send.ts';

let app: TestApp;
/** A second node on the first one's database. */
let node: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, node, close } = await openTwoNodes());
});
afterAll(() => close());

const enter = (at = app) => enterLive(app, { role: 'teacher', at });

async function pair(benAt = app): Promise<[Person, Person]> {
  const [ana, ben] = [await enter(), await enter(benAt)];
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
  return [ana, ben];
}

const send = (from: Person, to: Person, content: string) =>
  from.http.post('/api/messages', { body: { receiverId: to.id, clientId: randomUUID(), content } });
const missed = async (person: Person, since: number) =>
  (await person.http.get(`/api/sync?since=${since}`)).body as unknown as SyncResponse;

it('reaches all devices of both participants once and in order, with reads and edits, and no one else', async () => {
  const [ana, ben] = await pair();
  const other = await enter();
  const second = await connectLiveClient({ url: app.url, cookie: ben.http.cookie });
  const { id, conversationId } = (await send(ana, ben, 'one')).body;
  await send(ana, ben, 'two');
  await ben.http.put(`/api/messages/${ana.id}/read`, { body: { upToSeq: 2 } });
  await ana.http.patch(`/api/messages/item/${String(id)}`, { body: { content: 'One' } });
  for (const live of [ana.live, ben.live, second]) {
    await live.next('message-updated');
    expect(
      live.frames
        .filter(({ payload }) => 'seq' in payload)
        .map(({ name, payload }) => [name, payload['seq'], payload['content'] ?? payload['upToSeq']]),
    ).toEqual([
      ['new-message', 1, 'one'],
      ['new-message', 2, 'two'],
      ['message-read', 3, 2],
      ['message-updated', 4, 'One'],
    ]);
  }
  expect(receivedBy(ana, 'message-read')).toMatchObject([{ readerId: ben.id, conversationId, upToSeq: 2 }]);
  expect(receivedBy(ana, 'new-message')[0]).not.toHaveProperty('viewer');
  expect(other.live.frames).toEqual([]);
});

it('reaches a user on another node by a node signal', async () => {
  const [ana, ben] = await pair(node);
  await send(ana, ben, 'across');
  expect(await ben.live.next('new-message')).toMatchObject({ content: 'across', seq: 1 });
});

it('reaches its receiver also when the node signal is lost', async () => {
  const [ana, ben] = await pair();
  await sendMessage(app, ana.id, { receiverId: ben.id, clientId: randomUUID(), content: 'no signal' });
  await expect.poll(() => receivedBy(ben, 'new-message').length).toBe(1);
});

it('is returned by sync after an absence, each entry once, and resets where entries have expired', async () => {
  const [ana, ben] = await pair();
  const cursor = Number((await ben.http.get('/api/user')).body['userLogCursor']);
  ben.live.close();
  for (const words of ['one', 'two', 'three']) await send(ana, ben, words);
  const response = await missed(ben, cursor);
  expect(response.events.map(({ name, push }) => [name, push.seq])).toEqual([
    ['new-message', 1],
    ['new-message', 2],
    ['new-message', 3],
  ]);
  expect(response).toMatchObject({ cursor: 3, hasMore: false, isReset: false });
  expect(await missed(ben, 3)).toEqual({ events: [], cursor: 3, hasMore: false, isReset: false });
  expect(await missed(ben, 99)).toMatchObject({ cursor: 3, isReset: true });
  await app.pool.query('delete from user_log_entries where user_id = $1 and seq <= 2', [ben.id]);
  expect(await missed(ben, 0)).toMatchObject({ events: [], cursor: 3, isReset: true });
  expect((await missed(ben, 2)).events).toHaveLength(1);
});

it('is not returned by sync with its content after deletion', async () => {
  const [ana, ben] = await pair();
  const { id } = (await send(ana, ben, 'a secret')).body;
  await ana.http.delete(`/api/messages/item/${String(id)}?for=all`);
  expect(JSON.stringify(await missed(ben, 0))).not.toContain('a secret');
});

it('reports the last sequence number at hello', async () => {
  const [ana, ben] = await pair();
  await send(ana, ben, 'one');
  const live = await connectLiveClient({ url: node.url, cookie: ben.http.cookie });
  expect(live.hello).toMatchObject({ cursor: 1 });
});

it('can be sent by intent, and only as oneself', async () => {
  const [ana, ben] = await pair();
  const other = await enter();
  const clientId = randomUUID();
  expect(await ana.live.ask('message', `user-${ben.id}`, { clientId, content: 'by intent' })).toEqual({ ok: true });
  expect(await ana.live.ask('message', `user-${ben.id}`, { clientId, content: 'by intent' })).toEqual({ ok: true });
  const push = await ben.live.next('new-message');
  expect(push).toMatchObject({ content: 'by intent', senderId: ana.id });
  expect(await ana.live.ask('new-message', { id: push['id'], content: 'forged' })).toEqual({ ok: true });
  expect(await other.live.ask('new-message', { id: push['id'] })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await ana.live.ask('message', `user-${randomUUID()}`, { clientId: randomUUID(), content: 'x' })).toEqual({
    ok: false,
    code: 'NOT_FOUND',
  });
  expect(
    await ana.live.ask('message', `user-${ben.id}`, { clientId: randomUUID(), content: 'x', senderId: other.id }),
  ).toEqual({ ok: false, code: 'INVALID' });
  const { conversationId } = push;
  expect(await ana.live.ask('typing', { conversationId })).toEqual({ ok: true });
  expect(await ben.live.next('typing')).toMatchObject({ conversationId, userId: ana.id });
  expect(await other.live.ask('typing', { conversationId })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(receivedBy(ben, 'new-message')).toHaveLength(1);
});

it('shows typing at most once a second, from however many devices', async () => {
  const [ana, ben] = await pair();
  const { conversationId } = (await send(ana, ben, 'one')).body;
  const startMs = performance.now();
  const devices = await Promise.all(
    [1, 2, 3, 4].map(() => connectLiveClient({ url: app.url, cookie: ana.http.cookie })),
  );
  const acks = await Promise.all(
    [...devices, ...devices, ...devices].map((device) => device.ask('typing', { conversationId })),
  );
  expect(acks).toEqual(acks.map(() => ({ ok: true })));
  const mostPushes = 1 + Math.floor((performance.now() - startMs) / 1_000);
  // A push of the same socket that was published later arrives later.
  await send(ana, ben, 'two');
  await expect.poll(() => receivedBy(ben, 'new-message').length).toBe(2);
  const pushes = receivedBy(ben, 'typing').length;
  expect({ pushes, isLimited: pushes >= 1 && pushes <= mostPushes }).toMatchObject({ isLimited: true });
});
