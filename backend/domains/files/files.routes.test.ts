import { readdirSync, rmSync } from 'node:fs';
import { filesInUse } from '../../files-in-use.ts';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_LIMITS } from '#shared/limits.ts';
import { buildBlock, buildPost } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { User } from '../users/user.entity.ts';
import { removeUnused } from './files.service.ts';

let app: TestApp;
let owner: TestClient;
let member: TestClient;
let creator: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [owner, member, creator] = [app.visitor(), app.visitor(), app.visitor()];
  await owner.signUp('teacher');
  await member.signUp('student');
  await creator.signUp('creator');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const image = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#3366cc' } });

function formOf(bytes: Uint8Array, name = 'image.png', type = 'image/png'): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}
const upload = (bytes: Uint8Array, name?: string, type?: string) =>
  owner.post('/api/uploads?purpose=post-image', { form: formOf(bytes, name, type) });
const uploaded = async () => String((await upload(await image().png().toBuffer())).body['fileId']);
const raw = (client: TestClient, id: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/files/${id}`, { headers: { cookie: client.cookie, ...headers } });
const storedNames = () =>
  readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** A PNG header that declares pixels without data. */
function floodPng(width = 60_000, height = 60_000): Buffer {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('uploads', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('store %s as WebP', async (format) => {
    const response = await upload(await image().toFormat(format).toBuffer(), `my tree.${format}`);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      name: 'my tree.webp',
      type: 'image/webp',
      width: 40,
      height: 20,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const bytes = Buffer.from(await (await raw(owner, String(response.body['fileId']))).arrayBuffer());
    expect(bytes.length).toBe(response.body['size']);
    expect((await sharp(bytes).metadata()).format).toBe('webp');
  });

  it('are rotated upright, resized and stripped of metadata', async () => {
    const photo = await image(6_000, 1_500)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER', Artist: 'SECRET-NAME' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const response = await upload(photo, 'photo.jpg', 'image/jpeg');
    expect(response.body).toMatchObject({ width: 1_080, height: 4_320 });
    const bytes = Buffer.from(await (await raw(owner, String(response.body['fileId']))).arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('SECRET')).toBe(false);
  });

  it('are stripped of data after the image', async () => {
    const polyglot = Buffer.concat([await image().png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    const response = await upload(polyglot, 'polyglot.html', 'text/html');
    expect(response.body).toMatchObject({ name: 'polyglot.webp', type: 'image/webp' });
    const bytes = Buffer.from(await (await raw(owner, String(response.body['fileId']))).arrayBuffer());
    expect(bytes.includes('script')).toBe(false);
  });

  it('keep their animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(20 * 20 * 3, 10), Buffer.alloc(20 * 20 * 3, 200)]);
    const gif = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif()
      .toBuffer();
    const response = await upload(gif, 'move.gif', 'image/gif');
    expect(response.body).toMatchObject({ width: 20, height: 20 });
    const bytes = Buffer.from(await (await raw(owner, String(response.body['fileId']))).arrayBuffer());
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  it.each([
    ['a false type', Buffer.from('MZ this is a program'), 'virus.png', 'image/png', 415],
    ['SVG', Buffer.from(svg), 'x.svg', 'image/svg+xml', 415],
    ['SVG with a declaration, called PNG', Buffer.from(`<?xml version="1.0"?>${svg}`), 'x.png', 'image/png', 415],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.png', 'image/png', 415],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'x.png', 'image/png', 415],
    ['a ZIP', Buffer.from('PK\u0003\u0004\u0014\u0000\u0000\u0000'), 'x.png', 'image/png', 415],
    ['a magic number and nothing else', Buffer.from('89504e470d0a1a0a', 'hex'), 'x.png', 'image/png', 415],
    ['a flood of pixels', floodPng(), 'x.png', 'image/png', 413],
    ['a strip of single pixels', floodPng(1, 30_000_000), 'x.png', 'image/png', 413],
    ['0 bytes', Buffer.alloc(0), 'x.png', 'image/png', 400],
    ['too many bytes', Buffer.alloc(FILE_LIMITS.imageMaxBytes + 1), 'x.png', 'image/png', 413],
  ])('reject %s', async (_what, bytes, name, type, status) => {
    const before = storedNames().length;
    expect((await upload(bytes, name, type)).status).toBe(status);
    expect(storedNames()).toHaveLength(before);
  });

  it('reject a truncated image', async () => {
    const whole = await image(400, 400).jpeg().toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2), 'x.jpg', 'image/jpeg')).status).toBe(415);
  });

  it.each([
    ['../../../etc/passwd.png', 'passwd.webp'],
    ['..\\..\\windows\\x.png', 'x.webp'],
    ['a\u202egnp.exe', 'agnp.webp'],
    ['.png', 'image.webp'],
    ['名前.png', '名前.webp'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(250)}.webp`],
  ])('get a safe name from %j', async (claimed, name) => {
    expect((await upload(await image().png().toBuffer(), claimed)).body).toMatchObject({ name });
  });

  it('get a safe header from a name with a line break', async () => {
    const boundary = 'xxBOUNDARYxx';
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a%0d%0aSet-Cookie: ` +
      `x=1.png"\r\nContent-Type: image/png\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(head),
      await image().png().toBuffer(),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const response = await fetch(`${app.url}/api/uploads?purpose=post-image`, {
      method: 'POST',
      body,
      headers: {
        cookie: owner.cookie,
        origin: app.url,
        'csrf-token': await owner.token(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    const { fileId } = (await response.json()) as { fileId: string };
    const read = await raw(owner, fileId);
    expect(read.headers.get('set-cookie')).toBeNull();
    expect(read.headers.get('content-disposition')).toMatch(
      /^inline; filename="[^"\r\n]*"; filename\*=UTF-8''[\w%.~!-]+$/,
    );
  });

  it('reject two files, another field and another content type', async () => {
    const two = formOf(await image().png().toBuffer());
    two.append('file', new Blob(['x']), 'b.png');
    const other = new FormData();
    other.set('picture', new Blob(['x']), 'b.png');
    expect((await owner.post('/api/uploads?purpose=post-image', { form: two })).status).toBe(400);
    expect((await owner.post('/api/uploads?purpose=post-image', { form: other })).status).toBe(400);
    expect((await owner.post('/api/uploads?purpose=post-image', { body: {} })).status).toBe(415);
    expect(
      (await owner.post('/api/uploads?purpose=else', { form: formOf(await image().png().toBuffer()) })).status,
    ).toBe(400);
  });

  it('are stored once for a repeated request, and rejected for another one under the same key', async () => {
    const bytes = await image(33, 33).png().toBuffer();
    const send = (body: Uint8Array) =>
      owner.post('/api/uploads?purpose=post-image', { form: formOf(body), key: 'up-1' });
    const [first, second, third] = [
      await send(bytes),
      await send(bytes),
      await send(await image(34, 34).png().toBuffer()),
    ];
    expect(second.body).toEqual(first.body);
    expect([third.status, third.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('are rejected above the quota', async () => {
    const full = app.visitor();
    const { id } = await full.signUp('student');
    await app.pool.query(
      `insert into files (id, owner_id, purpose, sha256, mime, name, size_bytes, state)
        values (gen_random_uuid(), $1, 'post-image', '', 'image/webp', 'x', $2, 'ready')`,
      [id, FILE_LIMITS.quotaBytes.student],
    );
    const response = await full.post('/api/uploads?purpose=post-image', {
      form: formOf(await image().png().toBuffer()),
    });
    expect([response.status, response.body['code']]).toEqual([507, 'STORAGE_FULL']);
  });
});

describe('reads', () => {
  it('carry headers that prevent a file from running', async () => {
    const response = await raw(owner, await uploaded());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    const etag = response.headers.get('etag') ?? '';
    expect((await raw(owner, response.url.slice(-36), { 'if-none-match': etag })).status).toBe(304);
  });

  it('leave nothing of a message in the cache of the browser', async () => {
    const form = new FormData();
    form.set('file', new Blob(['What I noted'], { type: 'text/plain' }), 'notes.txt');
    const { body } = await owner.post('/api/uploads?purpose=message-file', { form });
    expect((await raw(owner, String(body['fileId']))).headers.get('cache-control')).toBe('private, no-store');
  });

  it('support ranges', async () => {
    const id = await uploaded();
    const whole = Buffer.from(await (await raw(owner, id)).arrayBuffer());
    const part = await raw(owner, id, { range: 'bytes=4-7' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 8));
    const tail = await raw(owner, id, { range: 'bytes=-3' });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-3));
    expect((await raw(owner, id, { range: `bytes=${whole.length}-` })).status).toBe(416);
    expect((await raw(owner, id, { range: 'bytes=5-2' })).status).toBe(200);
  });

  it('another user cannot read an unused file', async () => {
    expect((await raw(member, await uploaded())).status).toBe(404);
  });
  it('a signed-out visitor can read nothing', async () => {
    expect((await raw(app.visitor(), await uploaded())).status).toBe(401);
  });
  it('a member can read the image of a post', async () => {
    const id = await uploaded();
    await buildPost(app.em(), { userId: idOf(owner), imageFileId: id });
    expect((await raw(member, id)).status).toBe(200);
  });
  it('a creator cannot', async () => {
    const id = await uploaded();
    await buildPost(app.em(), { userId: idOf(owner), imageFileId: id });
    expect((await raw(creator, id)).status).toBe(404);
  });
  it('a creator can read their own', async () => {
    const response = await creator.post('/api/uploads?purpose=post-image', {
      form: formOf(await image().png().toBuffer()),
    });
    expect((await raw(creator, String(response.body['fileId']))).status).toBe(200);
  });
  it('a blocked member cannot read the image of a post', async () => {
    const blocked = app.visitor();
    await blocked.signUp('student');
    const id = await uploaded();
    await buildPost(app.em(), { userId: idOf(owner), imageFileId: id });
    await buildBlock(app.em(), { blockerId: idOf(owner), blockedId: idOf(blocked) });
    expect((await raw(blocked, id)).status).toBe(404);
  });
  it('any signed-in user can read a profile image', async () => {
    const id = await uploaded();
    await app.em().nativeUpdate(User, { id: idOf(owner) }, { profileImage: `/api/files/${id}` });
    expect((await raw(creator, id)).status).toBe(200);
  });
  it('a file without bytes is 404 without the headers of an image', async () => {
    const id = await uploaded();
    rmSync(join(app.dataDir, 'files', id.slice(-2), id));
    const response = await raw(owner, id);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
      404,
      'no-store',
      null,
    ]);
  });
});

describe('an unused file', () => {
  const age = (id: string) =>
    app.pool.query(`update files set created_at = now() - interval '3 days' where id = $1`, [id]);
  /** Counts the statements that wait for a lock. */
  const waiting = async () =>
    (
      await app.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount;
  const statusOf = async (id: string) => (await raw(owner, id)).status;

  it('is deleted after two days: never used, or its post is deleted', async () => {
    const [fresh, unused, deleted] = [await uploaded(), await uploaded(), await uploaded()];
    const post = await owner.post('/api/posts', { body: { content: 'A tree', fileId: deleted } });
    for (const id of [unused, deleted]) await age(id);
    expect(await removeUnused(app.pool, filesInUse)).toBe(1);
    expect([await statusOf(fresh), await statusOf(unused), await statusOf(deleted)]).toEqual([200, 404, 200]);
    await owner.delete(`/api/posts/${String(post.body['id'])}`);
    expect(await removeUnused(app.pool, filesInUse)).toBe(1);
    expect(await statusOf(deleted)).toBe(404);
  });

  it('is stored when it is attached at the moment at which it is deleted as unused', async () => {
    const id = await uploaded();
    await age(id);
    const client = await app.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into posts (id, user_id, content, image_url, image_file_id, created_at)
        values (gen_random_uuid(), $1, 'A tree', '/', $2, now())`,
      [idOf(owner), id],
    );
    const removed = removeUnused(app.pool, filesInUse);
    await Promise.race([removed, expect.poll(() => waiting()).toBe(1)]);
    await client.query('commit');
    client.release();
    expect(await removed).toBe(0);
    expect(await statusOf(id)).toBe(200);
  });

  it('is stored while a profile or an open report uses it', async () => {
    const photo = String(
      (await owner.post('/api/uploads?purpose=profile-image', { form: formOf(await image().png().toBuffer()) })).body[
        'fileId'
      ],
    );
    await owner.put('/api/profile/image', { body: { fileId: photo } });
    const reported = await uploaded();
    const post = await owner.post('/api/posts', { body: { content: 'A tree', fileId: reported } });
    await member.post('/api/reports', { body: { targetType: 'post', targetId: post.body['id'], reason: 'spam' } });
    await owner.delete(`/api/posts/${String(post.body['id'])}`);
    for (const id of [photo, reported]) await age(id);
    expect(await removeUnused(app.pool, filesInUse)).toBe(0);
    await app.pool.query(`update reports set status = 'dismissed'`);
    expect(await removeUnused(app.pool, filesInUse)).toBe(1);
    expect([await statusOf(photo), await statusOf(reported)]).toEqual([200, 404]);
  });
});
