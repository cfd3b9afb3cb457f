import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilePurpose } from '#shared/api/files.ts';
import { HOSTILE_NAMES, listHostileFiles, PDF, purposeOf, type HostileFile } from '../../testing/hostile-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestClient } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  owner = app.visitor();
  await owner.signUp('teacher');
  for (const folder of FOLDERS) mkdirSync(join(app.dataDir, folder), { recursive: true });
});
afterAll(() => app.close());

const FOLDERS = ['files', 'uploads'];
const corpus = await listHostileFiles();
const storedNames = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(app.dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name),
  );
const rows = async () =>
  (
    await app.pool.query<{ files: number; sessions: number }>(
      `select (select count(*)::int from files) as files, (select count(*)::int from upload_sessions
        where state = 'receiving') as sessions`,
    )
  ).rows[0];

const isImage = (name: string) => purposeOf(name) === 'message-photo';
type Sent = Pick<HostileFile, 'name' | 'claimed' | 'bytes'>;
const WAYS: [string, (file: Sent, purpose?: FilePurpose) => Promise<TestResponse>][] = [
  [
    'in one request',
    ({ name, claimed, bytes }, purpose = 'message-file') => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)], { type: claimed }), name);
      return owner.post(`/api/uploads?purpose=${purpose}`, { form });
    },
  ],
  ['by a session', ({ name, bytes }, purpose = 'message-file') => uploadBySession(owner, bytes, { name, purpose })],
];

/** Reads a file and checks every header that prevents it from running; inline is only what the server has encoded. */
async function readSafely(url: string, type: string, isInline = type === 'image/webp'): Promise<Buffer> {
  const response = await fetch(app.url + url, { headers: { cookie: owner.cookie } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': expect.stringMatching(isInline ? /^inline; / : /^attachment; /),
  });
  expect(response.headers.get('content-disposition')).toMatch(
    /^\w+; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w%.~!-]+$/,
  );
  expect(response.headers.get('set-cookie')).toBeNull();
  return Buffer.from(await response.arrayBuffer());
}

it('the corpus is large enough', () => {
  expect(corpus.length + HOSTILE_NAMES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(corpus.map(({ what }) => what)).size).toBe(corpus.length);
});

describe.each(WAYS)('sent %s', (_way, send) => {
  it.each(corpus)('$what', async ({ name, claimed, bytes, expected }) => {
    const before = { names: storedNames(), rows: await rows() };
    const response = await send({ name, claimed, bytes }, purposeOf(name));
    if ('refused' in expected) {
      expect(response.body).toMatchObject({ code: expected.refused, message: expect.any(String) });
      // The bytes of a session are deleted right after its outcome is stored.
      await expect.poll(async () => ({ names: storedNames(), rows: await rows() })).toEqual(before);
      return;
    }
    expect([response.status, response.body]).toMatchObject([201, { type: expected.type, name: expected.name }]);
    const stored = await readSafely(String(response.body['url']), expected.type);
    expect(stored.equals(bytes)).toBe(expected.isSame);
    expect(expected.without?.filter((text) => stored.includes(Buffer.from(text, 'latin1'))) ?? []).toEqual([]);
    if (!expected.isSame) {
      const saved = await owner.get(`${String(response.body['url'])}?download=1`);
      expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /);
      const preview = await readSafely(String(response.body['previewUrl']), 'image/webp');
      expect(expected.without?.filter((text) => preview.includes(Buffer.from(text, 'latin1'))) ?? []).toEqual([]);
    }
  });

  it.each(corpus.filter(({ name }) => isImage(name)))(
    '$what, as a file',
    async ({ name, claimed, bytes, expected }) => {
      const response = await send({ name, claimed, bytes }, 'message-file');
      if (response.status !== 201) {
        expect([response.body['code'], 'refused' in expected]).toEqual(['BAD_TYPE', true]);
        return;
      }
      const { url, previewUrl, type } = response.body;
      expect(response.body).toMatchObject({ name, width: null, height: null });
      expect((await readSafely(String(url), String(type), false)).equals(bytes)).toBe(true);
      // What cannot be encoded is no image for a page.
      expect([type === 'application/octet-stream', previewUrl === null]).toEqual(
        'refused' in expected ? [true, true] : [false, false],
      );
      if ('refused' in expected) return;
      const preview = await readSafely(String(previewUrl), 'image/webp');
      expect(expected.without?.filter((text) => preview.includes(Buffer.from(text, 'latin1'))) ?? []).toEqual([]);
    },
  );

  it.each(HOSTILE_NAMES)('the name %j', async (claimed, name) => {
    const response = await send({ name: claimed, claimed: 'application/pdf', bytes: PDF });
    // The form parser drops a name that is a folder, and with it the file.
    if (name === null) {
      expect(response.body['code']).toMatch(/^(BAD_TYPE|VALIDATION)$/);
      return;
    }
    expect([response.status, response.body['name']]).toEqual([201, name]);
    await readSafely(String(response.body['url']), 'application/pdf');
  });
});
