import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function signedUp(): Promise<{ client: TestClient; id: string }> {
  const client = app.visitor();
  await client.signUp('student');
  const { rows } = await app.pool.query<{ id: string }>('select id from sessions where user_id = $1', [
    client.user?.id,
  ]);
  return { client, id: rows[0]?.id ?? '' };
}
/** How long a session lasts from now on, in milliseconds. */
const lifeOf = async (id: string): Promise<number> => {
  const text = 'select extract(epoch from expires_at - now())::float8 * 1000 as ms from sessions where id = $1';
  return (await app.pool.query<{ ms: number }>(text, [id])).rows[0]?.ms ?? 0;
};
/** The session began, was last used and ends so long before now. */
const age = (id: string, [began, used, ended]: [string, string, string]) =>
  app.pool.query(
    `update sessions set created_at = now() - $2::interval, last_seen_at = now() - $3::interval,
      expires_at = now() - $4::interval where id = $1`,
    [id, began, used, ended],
  );

it('a session ends seven days after its last use', async () => {
  const { client, id } = await signedUp();
  expect(Math.abs((await lifeOf(id)) - SESSION_LIMITS.idleMs)).toBeLessThan(MINUTE_MS);
  await age(id, ['8 days', '6 days', '-1 days']);
  await expect.poll(() => client.get('/api/user').then(() => lifeOf(id))).toBeGreaterThan(SESSION_LIMITS.idleMs / 2);
  await age(id, ['8 days', '7 days', '0']);
  await expect.poll(async () => (await client.get('/api/user')).status).toBe(401);
});

it('a session ends thirty days after the sign-in, however often it is used', async () => {
  const { client, id } = await signedUp();
  await age(id, ['29 days', '1 day', '-6 days']);
  await expect.poll(() => client.get('/api/user').then(() => lifeOf(id))).toBeLessThan(SESSION_LIMITS.absoluteMs / 30);
  expect(await lifeOf(id)).toBeGreaterThan(0);
  await age(id, ['30 days', '0', '0']);
  await expect.poll(async () => (await client.get('/api/user')).status).toBe(401);
});

it('the session before a sign-in ends ten minutes later, however often it is used', async () => {
  const { client } = await signedUp();
  const visitor = app.visitor();
  await visitor.token();
  const { cookie } = visitor;
  const body = { username: client.user?.username, password: client.password };
  expect((await visitor.post('/api/login', { body })).status).toBe(200);
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from sessions where user_id is null and expires_at < now() + $1 * interval '1 millisecond'",
    [SESSION_LIMITS.supersededMs],
  );
  for (const { id } of rows) await age(id, ['6 minutes', '6 minutes', '-4 minutes']);
  expect((await visitor.get('/api/csrf-token', { headers: { cookie } })).status).toBe(200);
  for (const { id } of rows) expect(await lifeOf(id)).toBeLessThan(4 * MINUTE_MS);
  expect(rows.length).toBeGreaterThan(0);
});

it('a session that another node gives its CSRF token is not read from the cache', async () => {
  const node = await createTestApp({ databaseUrl: app.databaseUrl });
  const { client } = await signedUp();
  client.forgetToken();
  const elsewhere = client.at(node.url);
  // Read on the second node without a token, which the first node then adds.
  for (let reads = 0; reads < 2; reads += 1) expect((await elsewhere.get('/api/user')).status).toBe(200);
  const token = await client.token();
  const { status } = await elsewhere.post('/api/posts', {
    body: { content: 'At once' },
    headers: { 'csrf-token': token, origin: node.url },
  });
  expect(status).toBe(201);
  await node.close();
});
