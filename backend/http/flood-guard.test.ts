import { BlockList } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FLOOD_LIMITS } from '#shared/rate-limits.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { watchStatements } from '../testing/statements.ts';

/** Requests of one address at once, in this test. */
const FACTOR = 0.02;
const BURST = FLOOD_LIMITS.burst * FACTOR;

const watch = watchStatements();
let app: TestApp;
beforeAll(async () => {
  const trusted = new BlockList();
  trusted.addSubnet('198.51.100.0', 24, 'ipv4');
  app = await createTestApp({ limitFactor: FACTOR, trustProxy: 1, trustedNetworks: trusted });
});
afterAll(() => app.close());

const from =
  (address: string) =>
  (path: string, cookie = '') =>
    fetch(app.url + path, {
      headers: { 'x-forwarded-for': address, cookie, origin: app.url, 'sec-fetch-site': 'same-origin' },
    });
const HANDSHAKE = '/socket.io/?EIO=4&transport=polling';

async function statusesOf(count: number, send: () => Promise<Response>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (const { status } of await Promise.all(Array.from({ length: count }, send)))
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return statuses;
}

it('refuses a flood of requests of one address without a query, and no one else', async () => {
  const flood = from('192.0.2.1');
  await statusesOf(BURST * 2, () => flood('/api/user', 'sid=s:unknown.signature'));
  const statements = await watch(async () => {
    const responses = await Promise.all(Array.from({ length: BURST }, () => flood('/api/user')));
    // The guard says when to try again; the limit of an address, which costs a query, would say later.
    expect(responses.map(({ headers }) => headers.get('retry-after'))).toContain('1');
    expect(responses.map(({ status }) => status)).not.toContain(503);
  });
  expect(statements.length).toBeLessThan(BURST);
  expect((await from('192.0.2.2')('/api/meta')).status).toBe(200);
  expect(await statusesOf(BURST * 2, () => flood('/api/health/live'))).toEqual(new Map([[200, BURST * 2]]));
  expect((await statusesOf(BURST * 2, () => from('198.51.100.7')('/api/user'))).get(429)).toBeUndefined();
});

it('counts the addresses of one IPv6 network together', async () => {
  let host = 0;
  const statuses = await statusesOf(BURST * 3, () => {
    host += 1;
    return from(`2001:db8:1:2::${host.toString(16)}`)('/api/meta');
  });
  expect(statuses.get(429) ?? 0).toBeGreaterThan(0);
  expect((await from('2001:db8:1:3::1')('/api/meta')).status).toBe(200);
});

it('refuses a flood of handshakes', async () => {
  const statuses = await statusesOf(BURST * 2, () => from('192.0.2.3')(HANDSHAKE));
  expect(statuses.get(401) ?? 0).toBeGreaterThan(0);
  // One costs as much as several requests.
  expect(statuses.get(429) ?? 0).toBeGreaterThan(BURST);
});

it('looks a session without a user up once', async () => {
  const ana = app.visitor();
  await ana.get('/api/csrf-token');
  const shake = () => from('198.51.100.8')(HANDSHAKE, ana.cookie);
  expect((await shake()).status).toBe(401);
  const statements = await watch(async () => {
    for (let count = 0; count < 5; count += 1) expect((await shake()).status).toBe(401);
  });
  // The refusals of the tests before may still be written to the audit log.
  expect(statements.filter((text) => !text.startsWith('insert into "audit_log"'))).toEqual([]);
});
