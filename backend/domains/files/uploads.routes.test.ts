import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadSessionView } from '#shared/api/files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendTus, type TusRequest } from '../../testing/tus-client.ts';

let app: TestApp;
let owner: TestClient;
let other: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [owner, other] = [app.visitor(), app.visitor()];
  await owner.signUp('teacher');
  await other.signUp('student');
});
afterAll(() => app.close());

const begin = async (size: number, fields: Record<string, unknown> = {}) =>
  (await owner.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size, ...fields } })).body as unknown as UploadSessionView;

const tus = (method: 'PATCH' | 'HEAD', url: string, { client = owner, ...request }: TusRequest & { client?: TestClient } = {}) => sendTus(client, [method, url], request);
const bytesOf = async (url: string) => Buffer.from(await (await fetch(app.url + url, { headers: { cookie: owner.cookie } })).arrayBuffer());
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const zipped = (size: number) => Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 'latin1'), randomBytes(size)]);

describe('a resumable upload', () => {
  it('comes in parts and becomes a file with the same bytes', async () => {
    const bytes = zipped(300_000);
    const session = await begin(bytes.length, { name: 'work.zip', sha256: sha(bytes) });
    expect(session).toMatchObject({ state: 'receiving', offset: 0, size: bytes.length, file: null });
    const first = await tus('PATCH', session.url, { bytes: bytes.subarray(0, 100_000) });
    expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([204, '100000', '1.0.0']);
    const head = await tus('HEAD', session.url);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '100000', String(bytes.length)]);
    expect((await owner.get(session.url)).body).toMatchObject({ state: 'receiving', offset: 100_000 });
    await tus('PATCH', session.url, { bytes: bytes.subarray(100_000), offset: 100_000 });
    const done = await owner.get(session.url);
    expect(done.body).toMatchObject({ state: 'ready', file: { name: 'work.zip', type: 'application/zip', size: bytes.length, sha256: sha(bytes), width: null, previewUrl: null } });
    expect(await bytesOf(String(done.body['file']?.['url']))).toEqual(bytes);
    expect(existsSync(join(app.dataDir, 'uploads', session.id))).toBe(false);
    expect((await tus('HEAD', session.url)).headers.get('upload-offset')).toBe(String(bytes.length));
    expect((await tus('PATCH', session.url, { bytes: Buffer.from('x'), offset: bytes.length })).status).toBe(409);
  });

  it('of a picture becomes WebP with a small one beside it', async () => {
    const picture = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#3366cc' } }).png().toBuffer();
    const session = await begin(picture.length, { name: 'board.png' });
    await tus('PATCH', session.url, { bytes: picture });
    const { file } = (await owner.get(session.url)).body as unknown as UploadSessionView;
    expect(file).toMatchObject({ name: 'board.webp', type: 'image/webp', width: 1_600, height: 900 });
    expect(await sharp(await bytesOf(file?.previewUrl ?? '')).metadata()).toMatchObject({ format: 'webp', width: 480, height: 270 });
  });

  it('is begun once for a repeated request, in JSON or in headers', async () => {
    const send = (key: string, size: number) => owner.post('/api/uploads/sessions', { key, body: { purpose: 'message-file', name: 'a.txt', size } });
    const [first, again, differs] = [await send('k1', 5), await send('k1', 5), await send('k1', 6)];
    expect([first.status, again.body, again.headers.get('location'), differs.status]).toEqual([201, first.body, first.body['url'], 422]);
    const metadata = Object.entries({ purpose: 'message-file', filename: 'b.txt' }).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '7', 'upload-metadata': metadata };
    const [plain, repeat] = [await owner.post('/api/uploads/sessions', { key: 'k2', headers }), await owner.post('/api/uploads/sessions', { key: 'k2', headers })];
    expect([plain.status, plain.body['size'], repeat.headers.get('location')]).toEqual([201, 7, plain.body['url']]);
  });

  it('of somebody else is not there', async () => {
    const { url } = await begin(10);
    expect((await tus('HEAD', url, { client: other })).status).toBe(404);
    expect((await tus('PATCH', url, { client: other, bytes: Buffer.from('0123456789') })).status).toBe(404);
    expect((await other.get(url)).status).toBe(404);
    expect((await other.delete(url)).status).toBe(404);
  });

  it('can be called off', async () => {
    const { url, id } = await begin(10);
    expect((await owner.delete(url)).status).toBe(204);
    expect([(await owner.get(url)).status, existsSync(join(app.dataDir, 'uploads', id))]).toEqual([404, false]);
  });

  it('says what is wrong with the file, as often as it is asked', async () => {
    const { url } = await begin(10, { name: 'a.pdf' });
    await tus('PATCH', url, { bytes: Buffer.from('0123456789') });
    for (let asked = 0; asked < 2; asked += 1) expect(await owner.get(url)).toMatchObject({ status: 415, body: { code: 'BAD_TYPE' } });
  });
});
