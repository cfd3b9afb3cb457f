import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadView } from '#shared/api/files.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { EICAR } from '../../gateways/scanner-check.ts';
import { startFakeClamd, type FakeClamd } from '../../testing/fake-clamd.ts';
import { startS3Server, type S3Server } from '../../testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendTus, uploadBySession } from '../../testing/tus-client.ts';
import { createS3Store } from '../../gateways/s3-store.ts';

async function openApp(...settings: Parameters<typeof createTestApp>): Promise<[TestApp, TestClient]> {
  const app = await createTestApp(...settings);
  const owner = app.visitor();
  await owner.signUp('teacher');
  return [app, owner];
}

const inOneRequest = (client: TestClient, bytes: Buffer, name: string) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return client.post('/api/uploads?purpose=message-file', { form });
};

describe('with a scanner', () => {
  let app: TestApp;
  let owner: TestClient;
  let clamd: FakeClamd;
  let folder: string;
  let logged: string[];
  const infected = Buffer.from(EICAR);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lyceum-clamd-'));
    clamd = await startFakeClamd(join(folder, 'clamd.ctl'));
    logged = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
    [app, owner] = await openApp({ clamd: `unix:${join(folder, 'clamd.ctl')}` }, log);
  });
  afterAll(async () => {
    await app.close();
    await clamd.close().catch(() => undefined);
    rmSync(folder, { recursive: true });
  });
  const storedNames = () =>
    readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  it('accepts a clean file', async () => {
    expect((await inOneRequest(owner, Buffer.from('Hello'), 'a.txt')).status).toBe(201);
    expect((await uploadBySession(owner, Buffer.from('Hello again'), { name: 'a.txt' })).status).toBe(201);
    expect(clamd.seen.map(String)).toEqual(['Hello', 'Hello again']);
  });

  it('rejects an infected file, and stores nothing of it', async () => {
    const before = storedNames().length;
    expect(await inOneRequest(owner, infected, 'a.txt')).toMatchObject({ status: 422, body: { code: 'INFECTED' } });
    expect(await uploadBySession(owner, infected, { name: 'a.txt' })).toMatchObject({
      status: 422,
      body: { code: 'INFECTED' },
    });
    const image = Buffer.concat([
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      infected,
    ]);
    expect(await inOneRequest(owner, image, 'a.png')).toMatchObject({ status: 422, body: { code: 'INFECTED' } });
    expect(storedNames()).toHaveLength(before);
    await expect.poll(() => readdirSync(join(app.dataDir, 'uploads'))).toEqual([]);
  });

  it('rejects every file while the scanner is unavailable, logs why, and resumes a session afterwards', async () => {
    await clamd.close();
    expect(await inOneRequest(owner, Buffer.from('Hello'), 'a.txt')).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
    const { body } = await owner.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'a.txt', size: 5 },
    });
    const url = String(body['url']);
    await sendTus(owner, ['PATCH', url], { bytes: Buffer.from('Hello') });
    const away = await owner.get(url);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '60']);
    expect(logged.join()).toMatch(/"level":40.*the scanner cannot be reached.*a service is unavailable/);

    clamd = await startFakeClamd(join(folder, 'clamd.ctl'), { maxBytes: 20 });
    logged = [];
    expect((await inOneRequest(owner, Buffer.alloc(100, 'x'), 'a.txt')).status).toBe(503);
    expect(logged.join()).toContain('INSTREAM size limit exceeded');
    await clamd.close();

    clamd = await startFakeClamd(join(folder, 'clamd.ctl'));
    expect((await owner.get(url)).body).toMatchObject({ state: 'ready', file: { name: 'a.txt' } });
  });
});

describe('with the production limits', () => {
  it('60 uploads can start in half an hour, by form or session', async () => {
    const [app, owner] = await openApp({ limitFactor: 1 });
    const { uploads } = RATE_LIMITS;
    for (let sent = 0; sent < uploads.points; sent += 1) {
      const begun = await owner.post('/api/uploads/sessions', {
        body: { purpose: 'message-file', name: 'a.txt', size: 1 },
      });
      expect(begun.status).toBe(201);
      await owner.delete(String(begun.body['url']));
    }
    expect(
      await owner.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size: 1 } }),
    ).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(await inOneRequest(owner, Buffer.from('Hello'), 'a.txt')).toMatchObject({ status: 429 });
    await app.close();
  });
});

describe('with a bucket', () => {
  let app: TestApp;
  let owner: TestClient;
  let s3: S3Server;

  beforeAll(async () => {
    s3 = await startS3Server();
    [app, owner] = await openApp({ s3: s3.settings });
  });
  afterAll(async () => {
    await app.close();
    await s3.close();
  });
  const read = (url: string, headers: Record<string, string> = {}) =>
    fetch(app.url + url, { headers: { cookie: owner.cookie, ...headers } });

  it('stores files there, whole and in parts', async () => {
    const bytes = Buffer.concat([
      Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 'latin1'),
      randomBytes(6 * 1024 * 1024),
    ]);
    const { body } = await uploadBySession(owner, bytes, { name: 'a.zip' });
    const { url, fileId } = body as unknown as UploadView;
    const whole = await read(url);
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
    const part = await read(url, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range'), Buffer.from(await part.arrayBuffer())]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
      bytes.subarray(100, 200),
    ]);
    const end = await read(url, { range: 'bytes=-5' });
    expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-5));
    expect((await read(url, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect(existsSync(join(app.dataDir, 'files'))).toBe(false);
    await createS3Store(s3.settings).remove(fileId);
    expect((await read(url)).status).toBe(404);
  });

  it('stores the preview of an image', async () => {
    const image = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { body } = await inOneRequest(owner, image, 'a.png');
    const preview = await read(String(body['previewUrl']));
    expect(await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 900,
    });
  });

  it('returns 503 while the bucket is unavailable, and resumes a session afterwards', async () => {
    const { body } = await owner.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'a.txt', size: 5 },
    });
    const url = String(body['url']);
    const stored = String((await inOneRequest(owner, Buffer.from('there'), 'b.txt')).body['url']);
    await s3.pause();
    await sendTus(owner, ['PATCH', url], { bytes: Buffer.from('Hello') });
    expect(await owner.get(url)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(await owner.get(stored)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    await s3.resume();
    expect((await owner.get(url)).body).toMatchObject({ state: 'ready' });
    expect((await owner.get(stored)).body).toBe('there');
  });
});

describe('with two nodes on one database and one folder', () => {
  it('an upload continues on either, and on one at a time', async () => {
    const [app, owner] = await openApp({});
    const beside = await createTestApp({ databaseUrl: app.databaseUrl, dataDir: app.dataDir, publicUrl: app.url });
    const bytes = randomBytes(600_000).fill('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 0, 10, 'latin1');
    const { body } = await owner.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'a.zip', size: bytes.length },
    });
    const url = String(body['url']);
    const token = await owner.token();
    const patch = (at: string, offset: number, part: Buffer) =>
      fetch(at + url, {
        method: 'PATCH',
        body: new Uint8Array(part),
        headers: {
          cookie: owner.cookie,
          origin: app.url,
          'csrf-token': token,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      }).then(({ status }) => status);
    expect(await patch(app.url, 0, bytes.subarray(0, 200_000))).toBe(204);
    const both = await Promise.all(
      [app.url, beside.url].map((at) => patch(at, 200_000, bytes.subarray(200_000, 400_000))),
    );
    expect(both.toSorted()).toEqual([204, 409]);
    expect(await patch(beside.url, 400_000, bytes.subarray(400_000))).toBe(204);
    await expect.poll(async () => (await owner.get(url)).body['state']).toBe('ready');
    const file = await fetch(beside.url + String((await owner.get(url)).body['file']?.['url']), {
      headers: { cookie: owner.cookie },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    await beside.close();
    await app.close();
  });
});
