import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { buildConnection } from '../../testing/builders.ts';
import { enterLive, type LiveUser } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/** What the push service has received. */
const pushes: { path: string; headers: Record<string, unknown> }[] = [];
const gone = new Set<string>();
const service = createServer((request, response) => {
  const path = request.url ?? '';
  pushes.push({ path, headers: request.headers });
  response.writeHead(gone.has(path) ? 410 : 201).end();
});
let app: TestApp;
let url: string;

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
  service.close();
});

async function subscribe({ http }: LiveUser, path: string): Promise<void> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  expect((await http.post('/api/push-subscriptions', { body: { endpoint: url + path, keys } })).status).toBe(201);
}

/** Two who are connected; Ana calls Ben. */
async function enterPair(): Promise<{ ana: LiveUser; ben: LiveUser; dial: () => Promise<unknown> }> {
  const [ana, ben] = await Promise.all([enterLive(app), enterLive(app)]);
  await buildConnection(app.em(), { userId: ana.id, connectedUserId: ben.id, status: 'accepted' });
  const call = { callerId: ana.id, calleeId: ben.id, callId: randomUUID(), callType: 'voice' };
  return { ana, ben, dial: () => ana.live.ask('incoming-call', call) };
}

const paths = (prefix: string): string[] =>
  pushes.flatMap(({ path }) => (path.startsWith(prefix) ? [path] : [])).toSorted();

it('reach the browsers of a member whose devices do not ring, and none of the others', async () => {
  const [away, reached, unwilling] = await Promise.all([enterPair(), enterPair(), enterPair()]);
  for (const path of ['/away/1', '/away/2']) await subscribe(away.ben, path);
  await subscribe(reached.ben, '/reached');
  await subscribe(unwilling.ben, '/unwilling');
  gone.add('/away/2');
  const types = { 'missed-call': { push: false } };
  const quiet = await unwilling.ben.http.patch('/api/notifications/preferences', { body: { types } });
  expect(quiet.status).toBe(200);
  for (const { ben } of [away, unwilling]) ben.live.close();
  const since = Date.now();
  for (const { dial } of [unwilling, reached, away]) expect(await dial()).toMatchObject({ ok: true });
  const call = { callerId: reached.ana.id, calleeId: reached.ben.id };
  expect(await reached.ben.live.ask('incoming-call-received', call)).toEqual({ ok: true });
  await expect.poll(() => paths('/away')).toEqual(['/away/1', '/away/2']);
  expect(Date.now() - since).toBeGreaterThanOrEqual(CALL_LIMITS.reachMs);
  const headers = pushes.find(({ path }) => path === '/away/1')?.headers;
  expect(headers).toMatchObject({ ttl: expect.stringMatching(/^\d+$/), urgency: 'high' });
  // Of no use once the call has ended.
  expect(Number(headers?.['ttl'])).toBeLessThanOrEqual((CALL_LIMITS.ringMs - CALL_LIMITS.reachMs) / 1_000);
  expect(Number(headers?.['ttl'])).toBeGreaterThan(0);
  // A browser that is gone is forgotten.
  const left = () => app.pool.query('select 1 from push_subscriptions where user_id = $1', [away.ben.id]);
  await expect.poll(async () => (await left()).rowCount).toBe(1);
  expect([...paths('/reached'), ...paths('/unwilling')]).toEqual([]);
});
