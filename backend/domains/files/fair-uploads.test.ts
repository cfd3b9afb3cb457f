import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILE_LIMITS } from '#shared/limits.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

/** Limits as they are; a proxy names the address of each client, and emails are sent to nowhere. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ limitFactor: 1, trustProxy: 1, smtpUrl: 'smtp://127.0.0.1:9' });
});
afterAll(() => app.close());

async function member({ isConfirmed = true } = {}): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('teacher');
  if (isConfirmed) await app.confirmEmail(client);
  return client;
}
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#888' } });
function send(client: TestClient, bytes: Buffer, address: string): Promise<TestResponse> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'x.png');
  return client.post('/api/uploads?purpose=post-image', { form, headers: { 'x-forwarded-for': address } });
}
const small = await plain(40, 20).png().toBuffer();

it('serves an honest upload before the costly ones of another address', async () => {
  // As large as is allowed: a file of half a kilobyte that takes as long as any.
  const bomb = await plain(4_000, 3_000).avif({ quality: 1, effort: 0 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000);
  const attackers = await Promise.all(Array.from({ length: 4 }, () => member({ isConfirmed: false })));
  const honest = await member();
  for (const client of [...attackers, honest]) await client.token();
  let ended = 0;
  const bombs = attackers.flatMap((client) =>
    [1, 2].map(() => send(client, bomb, '203.0.113.1').then(({ status }) => ((ended += 1), status))),
  );
  const sentMs = performance.now();
  expect((await send(honest, small, '198.51.100.1')).status).toBe(201);
  const [endedBefore, tookMs] = [ended, performance.now() - sentMs];
  // On a busy machine some take longer than an image may.
  for (const status of await Promise.all(bombs)) expect([201, 413]).toContain(status);
  const allMs = performance.now() - sentMs;
  // Two of them have a place when it arrives, and end meanwhile on a busy machine; first come, first served: six.
  expect(endedBefore).toBeLessThanOrEqual(3);
  expect(tookMs).toBeLessThan(Math.max(2_000, allMs / 2));
});

it('stores little of a member until the email address is confirmed', async () => {
  const client = await member({ isConfirmed: false });
  await app.pool.query(
    `insert into files (id, owner_id, purpose, sha256, mime, name, size_bytes, state)
      values (gen_random_uuid(), $1, 'post-image', '', 'image/webp', 'x', $2, 'ready')`,
    [client.user?.id, FILE_LIMITS.unconfirmedQuotaBytes],
  );
  const refused = [507, 'STORAGE_FULL', 'Your storage is full'];
  const inOne = await send(client, small, '203.0.113.3');
  expect([inOne.status, inOne.body['code'], inOne.body['message']]).toEqual(refused);
  const bySession = await uploadBySession(client, Buffer.from('text'), { name: 'a.txt' });
  expect([bySession.status, bySession.body['code'], bySession.body['message']]).toEqual(refused);
  await app.confirmEmail(client);
  await expect.poll(async () => (await send(client, small, '203.0.113.3')).status).toBe(201);
});
