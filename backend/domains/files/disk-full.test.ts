import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { sendTus, uploadBySession } from '../../testing/tus-client.ts';

// Only root may mount a small disk; CI must.
const isSkipped = process.getuid?.() !== 0 && process.env['LYCEUM_CI'] === undefined;
const MB = 1024 * 1024;
const ZIP_HEAD = Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000\u0000\u0000', 'latin1');
const zip = (megabytes: number) => Buffer.concat([ZIP_HEAD, randomBytes(megabytes * MB)]);

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync(args[0] ?? '', args.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
}

describe.skipIf(isSkipped)('a disk of 4 MB (needs root to mount one)', () => {
  let disk: string;
  let app: TestApp;
  let owner: TestClient;

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'lyceum-disk-'));
    mount('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk);
    app = await createTestApp({ dataDir: disk, keepFreeBytes: 0 });
    owner = app.visitor();
    await owner.signUp('teacher');
  });
  afterAll(async () => {
    await app.close();
    mount('umount', disk);
    rmSync(disk, { recursive: true });
  });
  beforeEach(async () => {
    await app.runAsOwner('truncate files, upload_sessions cascade');
    for (const folder of ['files', 'uploads']) {
      rmSync(join(disk, folder), { recursive: true, force: true });
      mkdirSync(join(disk, folder));
    }
    rmSync(join(disk, 'filler'), { force: true });
  });

  const fill = (megabytes: number) => writeFileSync(join(disk, 'filler'), Buffer.alloc(megabytes * MB, 1));
  const inOneRequest = (bytes: Buffer, name: string) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    return owner.post('/api/uploads?purpose=message-file', { form });
  };
  /** Files on the disk, rows of files and rows of unfinished sessions. */
  const leftOver = async () => {
    const names = ['files', 'uploads'].flatMap((folder) =>
      readdirSync(join(disk, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    );
    const { rows } = await app.pool.query<{ files: number; sessions: number }>(
      `select (select count(*)::int from files) as files, (select count(*)::int from upload_sessions
        where state = 'receiving') as sessions`,
    );
    return [names.length, rows[0]?.files, rows[0]?.sessions];
  };
  const FULL = {
    status: 507,
    body: { code: 'STORAGE_FULL', message: 'There is no space for files at the moment. Try again later.' },
  };

  it('rejects a form that does not fit, and accepts the next one that does', async () => {
    expect(await inOneRequest(zip(5), 'a.zip')).toMatchObject(FULL);
    expect(await leftOver()).toEqual([0, 0, 0]);
    expect((await inOneRequest(zip(1), 'a.zip')).status).toBe(201);
    expect((await owner.post('/api/posts', { body: { content: 'Others go on' } })).status).toBe(201);
    expect(await leftOver()).toEqual([1, 1, 0]);
  });

  it('rejects a session that does not fit at its creation', async () => {
    expect(await uploadBySession(owner, zip(5), { name: 'a.zip' })).toMatchObject(FULL);
    expect(await leftOver()).toEqual([0, 0, 0]);
  });

  it('removes a session when the disk is full while receiving bytes', async () => {
    const bytes = zip(3);
    const { body } = await owner.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'a.zip', size: bytes.length },
    });
    fill(2);
    expect(await sendTus(owner, ['PATCH', String(body['url'])], { bytes })).toMatchObject(FULL);
    expect(await leftOver()).toEqual([0, 0, 0]);
  });

  it('rejects an image when its encoded copy does not fit', async () => {
    const image = await sharp({
      create: {
        width: 1_200,
        height: 1_200,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .webp({ quality: 90 })
      .toBuffer();
    const { body } = await owner.post('/api/uploads/sessions', {
      body: { purpose: 'message-file', name: 'a.webp', size: image.length },
    });
    writeFileSync(join(disk, 'filler'), Buffer.alloc(4 * MB - image.length - 64 * 1024, 1));
    await sendTus(owner, ['PATCH', String(body['url'])], { bytes: image });
    expect(await owner.get(String(body['url']))).toMatchObject(FULL);
    await expect.poll(leftOver).toEqual([0, 0, 0]);
  });

  it('finishes an upload without needing its size twice', async () => {
    fill(1);
    const bytes = zip(2);
    expect(await uploadBySession(owner, bytes, { name: 'a.zip' })).toMatchObject({
      status: 201,
      body: { size: bytes.length },
    });
    await expect.poll(leftOver).toEqual([1, 1, 0]);
  });
});
