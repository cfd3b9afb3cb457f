import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as rateLimits from '#shared/rate-limits.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendTus } from '../../testing/tus-client.ts';

const { PART } = vi.hoisted(() => ({ PART: 40_000 }));

// A test cannot receive what one address may upload in a day.
vi.mock(import('#shared/rate-limits.ts'), async (importOriginal) => {
  const original = await importOriginal<typeof rateLimits>();
  const uploadBytesAddress = { ...original.RATE_LIMITS.uploadBytesAddress, points: PART };
  return { ...original, RATE_LIMITS: { ...original.RATE_LIMITS, uploadBytesAddress } } as typeof original;
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ limitFactor: 1 });
});
afterAll(() => app.close());

it('an upload keeps what it has when its network has uploaded enough for a day', async () => {
  const owner = app.visitor();
  await owner.signUp('teacher');
  const input = { purpose: 'message-file', name: 'notes.zip', size: 4 * PART };
  const begun = await owner.post('/api/uploads/sessions', { body: input });
  expect(begun.status).toBe(201);
  const url = String(begun.body['url']);
  const bytes = randomBytes(2 * PART);
  expect((await sendTus(owner, ['PATCH', url], { bytes })).status).toBe(204);
  // What was received is counted after the response; a part without bytes is refused from then on.
  const more = (part: Uint8Array) => sendTus(owner, ['PATCH', url], { bytes: part, offset: bytes.length });
  await expect.poll(async () => (await more(new Uint8Array())).status, { interval: 250 }).toBe(507);
  expect(await more(bytes)).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  const { status, headers } = await sendTus(owner, ['HEAD', url]);
  expect([status, headers.get('upload-offset')]).toEqual([200, String(bytes.length)]);
});
