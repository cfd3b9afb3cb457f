import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { buildConnection } from '../testing/builders.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import { uploadBySession } from '../testing/tus-client.ts';
import { databaseNowMs, newId, synchronizeClock } from './clock.ts';
import { uuidTimeMs, type Reader } from './read.ts';

let app: TestApp;
let author: TestClient;
let reader: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [author, reader] = [app.visitor(), app.visitor()];
  await author.signUp('teacher');
  await reader.signUp('student');
  const [userId, connectedUserId] = [author.user?.id ?? '', reader.user?.id ?? ''];
  await buildConnection(app.em(), { userId, connectedUserId, status: 'accepted' });
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

/** The clocks of nodes, relative to the database's: each is that of one of several nodes on this database. */
const NODES = [0, 3 * HOUR_MS, -3 * HOUR_MS, 0];
const trueMs = (): number => performance.timeOrigin + performance.now();

/** Sets the clock of this process, as on a node whose clock is wrong. The database keeps its own. */
function onNode(offMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(trueMs() + offMs);
}

async function create(path: string, body: object): Promise<string> {
  const response = await author.post(path, { body });
  expect(response.status).toBe(201);
  return String(response.body['id']);
}
const listIds = async (path: string) => ((await reader.get(path)).body as { id: string }[]).map(({ id }) => id);

it('lists what nodes with wrong clocks wrote in the order in which they wrote it', async () => {
  const [posts, comments]: [string[], string[]] = [[], []];
  for (const offMs of NODES) {
    onNode(offMs);
    posts.push(await create('/api/posts', { content: 'In order' }));
    comments.push(await create('/api/comments', { postId: posts[0], content: 'In order' }));
  }
  vi.useRealTimers();
  expect(await listIds('/api/posts')).toEqual(posts.toReversed());
  expect((await listIds(`/api/comments?postId=${posts[0]}`)).toSorted()).toEqual(comments.toSorted());
  expect(comments).toEqual(comments.toSorted());
  const { rows } = await app.pool.query<{ id: string }>('select id from comments order by created_at, id');
  expect(rows.map(({ id }) => id)).toEqual(comments);
  const notified = await app.pool.query<{ is_near: boolean }>(
    `select abs(extract(epoch from now() - created_at)) < 600 as is_near from notifications`,
  );
  expect(notified.rows.every(({ is_near: isNear }) => isNear)).toBe(true);
});

it('finds newer posts after one that a node with a fast clock wrote', async () => {
  onNode(3 * HOUR_MS);
  const first = await create('/api/posts', { content: 'By a fast node' });
  onNode(-3 * HOUR_MS);
  const second = await create('/api/posts', { content: 'By a slow node' });
  expect(await listIds(`/api/posts?since=${first}`)).toEqual([second]);
  await author.delete(`/api/posts/${first}`);
  expect(await listIds(`/api/posts?since=${first}`)).toEqual([second]);
});

it.each([3 * HOUR_MS, -3 * HOUR_MS])('keeps limits on a node whose clock is off by %i ms', async (offMs) => {
  onNode(0);
  const body = { receiverId: reader.user?.id, clientId: randomUUID(), content: 'To edit' };
  const messageId = String((await author.post('/api/messages', { body })).body['id']);
  const upload = await uploadBySession(author, Buffer.from('0123456789'), { name: 'a.txt' });
  const fileId = String(upload.body['fileId']);
  const link = String((await author.get(`/api/files/${fileId}/link`)).body['url']);

  onNode(offMs);
  expect((await author.patch(`/api/messages/item/${messageId}`, { body: { content: 'Edited' } })).status).toBe(200);
  expect((await fetch(app.url + link)).status).toBe(200);
  const event = (inMs: number) =>
    author.post('/api/events', {
      body: {
        title: 'Study group',
        description: 'Bring one question',
        date: new Date(trueMs() + inMs).toISOString(),
        location: 'Room 2',
        isVirtual: false,
      },
    });
  expect((await event(HOUR_MS)).status).toBe(201);
  expect((await event(-HOUR_MS)).status).toBe(400);
  const linkElsewhere = String((await author.get(`/api/files/${fileId}/link`)).body['url']);
  onNode(0);
  expect((await fetch(app.url + linkElsewhere)).status).toBe(200);
});

it('accepts the second step of a sign-in on a node with a wrong clock', async () => {
  const client = app.visitor();
  const { username } = await client.signUp('student');
  await app.confirmEmail(client);
  const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) });
  const code = () => totp.generate({ timestamp: trueMs() });
  onNode(3 * HOUR_MS);
  expect((await client.post('/api/two-factor/enable', { body: { code: code() } })).status).toBe(200);
  await app.pool.query('update two_factor set last_step = 0');
  const visitor = app.visitor();
  onNode(0);
  await visitor.post('/api/login', { body: { username, password: client.password } });
  visitor.forgetToken();
  onNode(3 * HOUR_MS);
  expect((await visitor.post('/api/login/two-factor', { body: { code: code() } })).status).toBe(200);
});

it('ignores slow samples of the clock, which are off by up to half of their round trip', async () => {
  const inOneHourMs = databaseNowMs() + HOUR_MS;
  const slow = { query: async () => ({ rows: [{ ms: inOneHourMs }] }) } as unknown as Reader;
  let elapsedMs = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 300));
  await synchronizeClock(slow);
  now.mockRestore();
  expect(Math.abs(databaseNowMs() - trueMs())).toBeLessThan(MINUTE_MS);
});

it('follows the clock of the database and makes ascending ids of its time', async () => {
  const aheadMs = databaseNowMs() + HOUR_MS;
  const ahead = { query: async () => ({ rows: [{ ms: aheadMs }] }) } as unknown as Reader;
  await synchronizeClock(ahead);
  expect(Math.abs(databaseNowMs() - aheadMs)).toBeLessThan(MINUTE_MS);
  const ids = Array.from({ length: 100 }, newId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.abs(uuidTimeMs(ids[0] ?? '') - aheadMs)).toBeLessThan(MINUTE_MS);
  // A slow sample is ignored.
  await expect
    .poll(async () => {
      await synchronizeClock(app.pool);
      return Math.abs(databaseNowMs() - trueMs());
    })
    .toBeLessThan(MINUTE_MS);
});
