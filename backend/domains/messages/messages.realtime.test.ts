import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { buildConnection, buildEvent, buildFile } from '../../testing/builders.ts';
import { enterLive, receivedBy, type LiveUser as Person } from '../../testing/live-user.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
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
const enterQuietly = async (): Promise<TestClient> => {
  const http = app.visitor();
  await http.signUp('teacher');
  return http;
};
const ask = (from: TestClient, to: Person) => from.post('/api/connections', { body: { connectedUserId: to.id } });
/** Views by id, without what only a push has. */
const byId = (list: readonly Record<string, unknown>[]) =>
  Object.fromEntries(list.map(({ seq: _seq, at: _at, ...view }) => [String(view['id']), view]));
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

it('is pushed as a fresh fetch and sync return it to each of the two, whatever it contains', async () => {
  const [ana, ben] = [await enter(), await enter()];
  // What one node has at hand is read by the other one.
  const far = await connectLiveClient({ url: node.url, cookie: ben.http.cookie });
  const third = await enter();
  for (const [userId, connectedUserId] of [
    [ana.id, ben.id],
    [ana.id, third.id],
  ] as const)
    await buildConnection(app.em(), { userId, connectedUserId, status: 'accepted' });
  const post = async (from: Person, message: object): Promise<string> => {
    const receiverId = from === ana ? ben.id : ana.id;
    const body = { receiverId, clientId: randomUUID(), content: 'words', ...message };
    const { status, body: sent } = await from.http.post('/api/messages', { body });
    expect([status, sent['content']]).toEqual([201, body.content]);
    return String(sent['id']);
  };
  const quoted = await post(ana, { content: 'to be quoted' });
  const doomed = await post(ben, { content: 'to be deleted' });
  await ben.http.delete(`/api/messages/item/${doomed}?for=all`);
  const file = await buildFile(app.em(), { ownerId: ana.id, purpose: 'message-file' });
  const open = await buildEvent(app.em(), { userId: ana.id });
  // The receiver may not see this one.
  const closed = await buildEvent(app.em(), { userId: third.id, audience: 'connections' });
  await post(ben, { replyToId: quoted });
  await post(ana, { content: '', fileId: file.id });
  await post(ana, { content: 'see https://example.test/a?b=c' });
  await post(ana, { about: { type: 'event', id: open.id } });
  await post(ana, { about: { type: 'event', id: closed.id } });
  await post(ben, { replyToId: quoted, content: 'last' });
  const views = [];
  for (const { live, person, other } of [
    { live: ana.live, person: ana, other: ben },
    { live: ben.live, person: ben, other: ana },
    { live: far, person: ben, other: ana },
  ]) {
    const pushed = () => live.frames.filter(({ name }) => name === 'new-message').map(({ payload }) => payload);
    await expect.poll(() => pushed().at(-1)?.['content']).toBe('last');
    const seen = byId(pushed());
    const fresh = (await person.http.get(`/api/messages/${other.id}`)).body as unknown as Record<string, unknown>[];
    const synced = (await missed(person, 0)).events.filter(({ name }) => name === 'new-message');
    for (const list of [fresh, synced.map(({ push }) => push as unknown as Record<string, unknown>)]) {
      // The deletion is a push of its own.
      const { [doomed]: _fresh, ...rest } = byId(list);
      const { [doomed]: _pushed, ...shown } = seen;
      expect(rest).toEqual(shown);
      expect(Object.keys(rest)).toHaveLength(7);
    }
    views.push(Object.values(seen).filter(({ about }) => about !== null).length);
  }
  expect(views).toEqual([2, 1, 1]);
});

it('keeps one order without gaps while both send at once, from two nodes, during a read of the log', async () => {
  const [ana, ben] = await pair(node);
  const away = await connectLiveClient({ url: node.url, cookie: ana.http.cookie });
  // Each device sends through its own node.
  const senders = [
    { live: ana.live, to: ben },
    { live: ben.live, to: ana },
    { live: away, to: ben },
  ];
  await Promise.all(
    Array.from({ length: 42 }, async (_none, at) => {
      const { live, to } = senders[at % senders.length] ?? { live: away, to: ben };
      const message = { clientId: randomUUID(), content: `message ${at}` };
      expect(await live.ask('message', `user-${to.id}`, message)).toEqual({ ok: true });
      // The entries of a read cursor come from requests; those of a notification have to be read.
      if (at % 5 === 0) await ben.http.put(`/api/messages/${ana.id}/read`, { body: { upToSeq: at } });
      if (at % 7 === 0) await ask(await enterQuietly(), at % 2 === 0 ? ana : ben);
    }),
  );
  await send(ana, ben, 'last');
  const orders = [];
  for (const live of [ana.live, ben.live, away]) {
    await expect.poll(() => live.frames.some(({ payload }) => payload['content'] === 'last')).toBe(true);
    const numbers = live.frames.flatMap(({ payload }) => ('seq' in payload ? Number(payload['seq']) : []));
    expect(numbers).toEqual(numbers.map((_seq, at) => at + 1));
    const messages = live.frames.filter(({ name }) => name === 'new-message').map(({ payload }) => payload);
    expect(messages.map((push) => push['conversationSeq'])).toEqual(messages.map((_push, at) => at + 1));
    orders.push(messages.map(({ id }) => id));
  }
  expect(orders[0]).toHaveLength(43);
  expect([orders[1], orders[2]]).toEqual([orders[0], orders[0]]);
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
