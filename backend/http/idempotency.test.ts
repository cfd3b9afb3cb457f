import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestClient, TestResponse } from '../testing/test-client.ts';

/** By how much the limits are narrower in this test. */
const FACTOR = 0.2;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ limitFactor: FACTOR });
});
afterAll(() => app.close());

async function signedUp(): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('student');
  await client.token();
  return client;
}

const versionOf = async (client: TestClient) => `"${String((await client.get('/api/users/me')).body['version'])}"`;
const editProfile = async (client: TestClient, body: object, key = uuidv7()): Promise<TestResponse> =>
  client.patch('/api/profile', { body, key, headers: { 'if-match': await versionOf(client) } });

/** Stores 20 entries, so that the response to each edit of the profile contains them. */
async function addLongEntries(client: TestClient, describe: () => string): Promise<void> {
  const educationData = Array.from({ length: 20 }, (_, index) => ({
    institution: `School ${index}`,
    degree: '',
    field: '',
    start: '2020-01',
    end: null,
    description: describe(),
  }));
  expect((await editProfile(client, { educationData })).status).toBe(200);
}

async function storedBytes({ user }: TestClient): Promise<number> {
  const { rows } = await app.pool.query<{ bytes: number }>(
    `select coalesce(sum(length(k.body)), 0)::int as bytes from idempotency_keys k
      join sessions s on s.id = k.scope where s.user_id = $1`,
    [user?.id],
  );
  return rows[0]?.bytes ?? 0;
}

it('compresses a long response, and returns it to a repeat as it was', async () => {
  const client = await signedUp();
  await addLongEntries(client, () => 'A long description. '.repeat(45));
  const before = await storedBytes(client);
  const headers = { 'if-match': await versionOf(client) };
  const edit = { body: { bio: 'Short' }, key: uuidv7(), headers };
  const first = await client.patch('/api/profile', edit);
  expect(first.status).toBe(200);
  const [sent, stored] = [JSON.stringify(first.body).length, (await storedBytes(client)) - before];
  expect(sent).toBeGreaterThan(15_000);
  expect(stored).toBeLessThan(sent / 5);
  const repeated = await client.patch('/api/profile', edit);
  expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
});

it('stores a limited amount for one account in an hour, and short responses always', async () => {
  const maxBytes = RATE_LIMITS.storedResponseBytes.points * FACTOR;
  const [client, other] = [await signedUp(), await signedUp()];
  await addLongEntries(client, () => randomBytes(700).toString('base64'));
  const edit = { body: { bio: 'First' }, key: uuidv7(), headers: { 'if-match': await versionOf(client) } };
  const first = await client.patch('/api/profile', edit);
  let last = first;
  for (let sent = 1; last.status === 200 && (await storedBytes(client)) < 2 * maxBytes; sent += 1)
    last = await editProfile(client, { bio: `Bio ${sent}` });
  expect([last.status, last.body['code']]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await storedBytes(client)).toBeLessThan(maxBytes + 10_000);

  const repeated = await client.patch('/api/profile', edit);
  expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  expect((await client.delete('/api/sessions')).status).toBeLessThan(300);
  expect((await editProfile(other, { bio: 'Mine' })).status).toBe(200);
});
