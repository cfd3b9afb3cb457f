import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadSessionView } from '#shared/api/files.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendTus, type TusRequest } from '../../testing/tus-client.ts';
import { createUploadBytes } from './upload-bytes.ts';
import { UploadSession } from './upload-session.entity.ts';
import { loadOffset, removeExpiredUploads } from './uploads.service.ts';

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
  (await owner.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size, ...fields } }))
    .body as unknown as UploadSessionView;

const tus = (
  method: 'PATCH' | 'HEAD',
  url: string,
  { client = owner, ...request }: TusRequest & { client?: TestClient } = {},
) => sendTus(client, [method, url], request);
const bytesOf = async (url: string) =>
  Buffer.from(await (await fetch(app.url + url, { headers: { cookie: owner.cookie } })).arrayBuffer());
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const zipped = (size: number) =>
  Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 'latin1'), randomBytes(size)]);

describe('a resumable upload', () => {
  it('has its whole size when another request finishes it while its offset is read', async () => {
    const { id } = await begin(10);
    const em = app.em();
    const session = await em.findOneOrFail(UploadSession, { id });
    const bytes = (state: string) => ({
      async offsetOf(): Promise<null> {
        await app.pool.query('update upload_sessions set state = $2 where id = $1', [id, state]);
        return null;
      },
    });
    await expect(loadOffset(em, bytes('receiving'), session)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await loadOffset(em, bytes('done'), session)).toBe(10);
  });

  it('is received in parts and becomes a file with the same bytes', async () => {
    const bytes = zipped(300_000);
    const session = await begin(bytes.length, { name: 'work.zip', sha256: sha(bytes) });
    expect(session).toMatchObject({ state: 'receiving', offset: 0, size: bytes.length, file: null });
    const first = await tus('PATCH', session.url, { bytes: bytes.subarray(0, 100_000) });
    expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
      204,
      '100000',
      '1.0.0',
    ]);
    const head = await tus('HEAD', session.url);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '100000',
      String(bytes.length),
    ]);
    expect((await owner.get(session.url)).body).toMatchObject({ state: 'receiving', offset: 100_000 });
    await tus('PATCH', session.url, { bytes: bytes.subarray(100_000), offset: 100_000 });
    const done = await owner.get(session.url);
    expect(done.body).toMatchObject({
      state: 'ready',
      file: {
        name: 'work.zip',
        type: 'application/zip',
        size: bytes.length,
        sha256: sha(bytes),
        width: null,
        previewUrl: null,
      },
    });
    expect(await bytesOf(String(done.body['file']?.['url']))).toEqual(bytes);
    // The parts are deleted after the file is recorded.
    await expect.poll(() => existsSync(join(app.dataDir, 'uploads', session.id))).toBe(false);
    expect((await tus('HEAD', session.url)).headers.get('upload-offset')).toBe(String(bytes.length));
    expect((await tus('PATCH', session.url, { bytes: Buffer.from('x'), offset: bytes.length })).status).toBe(409);
  });

  it('of a photo becomes WebP with a preview', async () => {
    const image = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    const session = await begin(image.length, { name: 'board.png', purpose: 'message-photo' });
    await tus('PATCH', session.url, { bytes: image });
    const { file } = (await owner.get(session.url)).body as unknown as UploadSessionView;
    expect(file).toMatchObject({ name: 'board.webp', type: 'image/webp', width: 1_600, height: 900 });
    expect(await sharp(await bytesOf(file?.previewUrl ?? '')).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 270,
    });
  });

  it('is created once for a repeated request, with JSON or headers', async () => {
    const send = (key: string, size: number) =>
      owner.post('/api/uploads/sessions', { key, body: { purpose: 'message-file', name: 'a.txt', size } });
    const [first, again, differs] = [await send('k1', 5), await send('k1', 5), await send('k1', 6)];
    expect([first.status, again.body, again.headers.get('location'), differs.status]).toEqual([
      201,
      first.body,
      first.body['url'],
      422,
    ]);
    const metadata = Object.entries({ purpose: 'message-file', filename: 'b.txt' })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '7', 'upload-metadata': metadata };
    const [plain, repeat] = [
      await owner.post('/api/uploads/sessions', { key: 'k2', headers }),
      await owner.post('/api/uploads/sessions', { key: 'k2', headers }),
    ];
    expect([plain.status, plain.body['size'], repeat.headers.get('location')]).toEqual([201, 7, plain.body['url']]);
  });

  it('says which version of tus it speaks, with which extensions and up to which size', async () => {
    const { url } = await begin(10);
    for (const path of ['/api/uploads/sessions', url]) {
      const { status, headers } = await fetch(app.url + path, { method: 'OPTIONS' });
      const names = ['tus-version', 'tus-resumable', 'tus-extension', 'tus-max-size'];
      expect([status, ...names.map((name) => headers.get(name))]).toEqual([
        204,
        '1.0.0',
        '1.0.0',
        'creation,termination',
        String(FILE_LIMITS.maxBytes['course-file']),
      ]);
    }
    for (const method of ['HEAD', 'DELETE', 'POST']) {
      const path = method === 'POST' ? '/api/uploads/sessions' : url;
      const response = await owner.send(method, path, { headers: { 'tus-resumable': '0.2.2' } });
      expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    }
  });

  it('returns its metadata, and takes the method of the request alone', async () => {
    const { url } = await begin(10, { name: 'Über 日本.txt' });
    const metadata = (await tus('HEAD', url)).headers.get('upload-metadata') ?? '';
    const pairs = metadata.split(',').map((pair) => pair.split(' '));
    expect(pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()])).toEqual([
      ['filename', 'Über 日本.txt'],
      ['purpose', 'message-file'],
    ]);
    const overridden = await owner.post(url, { headers: { 'x-http-method-override': 'PATCH' } });
    expect(overridden).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(overridden.body['message']).toContain('X-HTTP-Method-Override is not supported');
  });

  it('of another user is 404', async () => {
    const { url } = await begin(10);
    expect((await tus('HEAD', url, { client: other })).status).toBe(404);
    expect((await tus('PATCH', url, { client: other, bytes: Buffer.from('0123456789') })).status).toBe(404);
    expect((await other.get(url)).status).toBe(404);
    expect((await other.delete(url)).status).toBe(404);
  });

  it('can be removed', async () => {
    const { url, id } = await begin(10);
    expect((await owner.delete(url)).status).toBe(204);
    expect([(await owner.get(url)).status, existsSync(join(app.dataDir, 'uploads', id))]).toEqual([404, false]);
  });

  it('returns the failure of its file at each request', async () => {
    const { url } = await begin(10, { name: 'a.pdf' });
    await tus('PATCH', url, { bytes: Buffer.from('0123456789') });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await owner.get(url)).toMatchObject({ status: 415, body: { code: 'BAD_TYPE' } });
  });
});

describe('the quota of a user', () => {
  it('counts unfinished uploads, also concurrent ones', async () => {
    const { id = '' } = other.user ?? {};
    const size = 90 * 1024 * 1024;
    await app.pool.query(
      `insert into files (id, owner_id, purpose, sha256, mime, name, size_bytes, state)
        values (gen_random_uuid(), $1, 'message-file', '', 'application/zip', 'x', $2, 'ready')`,
      [id, FILE_LIMITS.quotaBytes.student - 2.5 * size],
    );
    const ask = () => other.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.zip', size } });
    const responses = await Promise.all(Array.from({ length: 8 }, ask));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 507, 507, 507, 507, 507, 507]);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(zipped(1))]), 'a.zip');
    expect((await other.post('/api/uploads?purpose=message-file', { form })).status).toBe(201);
    const begun = responses.find(({ status }) => status === 201);
    await other.delete(String(begun?.body['url']));
    expect((await ask()).status).toBe(201);
    await app.pool.query('delete from files where owner_id = $1', [id]);
  });

  it('allows fifty unfinished uploads', async () => {
    const member = app.visitor();
    await member.signUp('teacher');
    const ask = () =>
      member.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size: 1 } });
    for (let begun = 0; begun < FILE_LIMITS.sessionsMax; begun += 1) expect((await ask()).status).toBe(201);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });
});

describe('the clean-up', () => {
  const bytes = () => createUploadBytes(join(app.dataDir, 'uploads'), app.pool, { keepFreeBytes: 0 });
  const pathOf = (id: string) => join(app.dataDir, 'uploads', id);

  it('removes uploads after a day and bytes without a row', async () => {
    const [fresh, expired] = [await begin(10), await begin(10)];
    await app.pool.query(`update upload_sessions set expires_at = now() - interval '1 second' where id = $1`, [
      expired.id,
    ]);
    expect((await owner.get(expired.url)).status).toBe(404);
    const [young, old] = ['01a1fc3c-ade1-71a8-88de-c26cbff20b91', '01a1fc3c-ade1-71a8-88de-c26cbff20b92'];
    mkdirSync(join(app.dataDir, 'uploads'), { recursive: true });
    for (const id of [young, old]) writeFileSync(pathOf(id), 'left over');
    const longAgo = new Date(Date.now() - 2 * HOUR_MS);
    for (const id of [old, fresh.id]) utimesSync(pathOf(id), longAgo, longAgo);
    await removeExpiredUploads(app.pool, bytes());
    expect([fresh.id, expired.id, young, old].map((id) => existsSync(pathOf(id)))).toEqual([true, false, true, false]);
    expect((await owner.get(fresh.url)).status).toBe(200);
  });

  it('removes the uploads of a deleted account', async () => {
    const member = app.visitor();
    const { id } = await member.signUp('teacher');
    const session = (
      await member.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size: 5 } })
    ).body as unknown as UploadSessionView;
    await app.pool.query('delete from users where id = $1', [id]);
    utimesSync(pathOf(session.id), new Date(0), new Date(0));
    await removeExpiredUploads(app.pool, bytes());
    expect(existsSync(pathOf(session.id))).toBe(false);
  });
});
