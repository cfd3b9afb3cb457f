import { createHash, randomBytes } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let owner: TestClient;
let headers: Record<string, string>;
const bytes = randomBytes(700_000).fill('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 0, 10, 'latin1');
const sha256 = createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  app = await createTestApp();
  owner = app.visitor();
  await owner.signUp('teacher');
  const token = await owner.token();
  headers = { cookie: owner.cookie, origin: app.url, 'csrf-token': token };
});
afterAll(() => app.close());

/** Sends the bytes with tus-js-client and returns the URL of the upload; aborts after `stopAfter` bytes. */
function send(options: UploadOptions, stopAfter = Infinity): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      headers,
      chunkSize: 200_000,
      retryDelays: [0, 100, 500],
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= stopAfter) void upload.abort().then(() => resolve(upload.url ?? ''));
      },
      ...options,
    });
    upload.start();
  });
}

async function fileOf(url: string): Promise<unknown> {
  await expect.poll(async () => (await owner.get(url)).body['state']).toBe('ready');
  return (await owner.get(url)).body['file']?.['sha256'];
}

it('the tus client uploads to a session created with JSON, and resumes it', async () => {
  const { body } = await owner.post('/api/uploads/sessions', {
    body: { purpose: 'message-file', name: 'a.zip', size: bytes.length },
  });
  const url = String(body['url']);
  await send({ uploadUrl: app.url + url }, 400_000);
  expect((await owner.get(url)).body['offset']).toBe(400_000);
  await send({ uploadUrl: app.url + url });
  expect(await fileOf(url)).toBe(sha256);
});

it('the tus client creates a session itself', async () => {
  const url = await send({
    endpoint: `${app.url}/api/uploads/sessions`,
    metadata: { purpose: 'message-file', filename: 'a.zip', filetype: 'application/zip', sha256 },
    headers: { ...headers, 'idempotency-key': 'one' },
  });
  expect(await fileOf(new URL(url).pathname)).toBe(sha256);
});
