import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { uploadBySession } from '../../testing/tus-client.ts';
import { createFileLinks } from './file-links.ts';

const SECRET = 'a secret for these tests that is long enough';
let app: TestApp;
let owner: TestClient;
let fileId: string;

beforeAll(async () => {
  app = await createTestApp({ sessionSecret: SECRET });
});
afterAll(() => app.close());

const signIn = async () => {
  owner = app.visitor();
  await owner.signUp('teacher');
  fileId = String((await uploadBySession(owner, Buffer.from('0123456789'), { name: 'a.txt' })).body['fileId']);
};
const linkOf = async (client = owner) => String((await client.get(`/api/files/${fileId}/link`)).body['url']);
const open = (url: string, headers: Record<string, string> = {}) => fetch(app.url + url, { headers });

it('opens the file without a cookie, whole and in parts, and no other file', async () => {
  await signIn();
  const url = await linkOf();
  expect(await (await open(url)).text()).toBe('0123456789');
  const part = await open(url, { range: 'bytes=2-4' });
  expect([part.status, await part.text(), part.headers.get('content-security-policy')]).toEqual([
    206,
    '234',
    "sandbox; default-src 'none'",
  ]);
  const other = String((await uploadBySession(owner, Buffer.from('other'), { name: 'b.txt' })).body['fileId']);
  expect((await open(url.replace(fileId, other))).status).toBe(404);
});

it.each([
  ['changed', (url: string) => url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')],
  ['put off', (url: string) => url.replace(/t=(\d+)/, (_, expiry: string) => `t=${Number(expiry) + 60_000}`)],
  ['cut', (url: string) => url.slice(0, -10)],
  ['empty', (url: string) => url.replace(/t=.*/, 't=')],
  ['without a signature', (url: string) => url.slice(0, url.lastIndexOf('.') + 1)],
])('returns 404 once it is %s', async (_how, change) => {
  await signIn();
  expect((await open(change(await linkOf()))).status).toBe(404);
});

it('expires after five minutes', async () => {
  await signIn();
  const { rows } = await app.pool.query<{ id: string }>('select id from sessions where user_id = $1', [owner.user?.id]);
  const asker = { id: owner.user?.id ?? '', sessionId: rows[0]?.id ?? '' };
  const made = (ago: number) =>
    createFileLinks(SECRET, async () => undefined).make(fileId, asker, new Date(Date.now() - ago)).url;
  expect((await open(made(4 * 60_000))).status).toBe(200);
  // The clock of the database may be a little behind.
  expect((await open(made(5 * 60_000 + 1_000))).status).toBe(404);
});

it('ends with the session, and with the access to the file', async () => {
  await signIn();
  const url = await linkOf();
  await owner.post('/api/logout');
  expect((await open(url)).status).toBe(404);
  await signIn();
  const second = await linkOf();
  await app.pool.query(`update files set state = 'gone' where id = $1`, [fileId]);
  expect((await open(second)).status).toBe(404);
});

it('is not created for a user who cannot read the file', async () => {
  await signIn();
  const stranger = app.visitor();
  await stranger.signUp('student');
  expect((await stranger.get(`/api/files/${fileId}/link`)).status).toBe(404);
});
