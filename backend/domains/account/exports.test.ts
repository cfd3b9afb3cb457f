import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import type { ExportView } from '#shared/api/account.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import {
  buildBlock,
  buildComment,
  buildConnection,
  buildFile,
  buildMessage,
  buildPost,
  buildPurchase,
  buildSavedPost,
  buildUser,
} from '../../testing/builders.ts';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { createExportStore } from '../../gateways/export-store.ts';
import { createFileStore } from '../../gateways/file-store.ts';
import { ExportJob } from './export-job.entity.ts';
import { buildExport, removeOldExports } from './exports.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = (client: TestClient, password = client.password) =>
  client.post('/api/account/export', { body: { password } });
const ready = (client: TestClient, id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await client.get(`/api/account/export/${id}`);
      expect(body['status']).toBe('ready');
      return body as unknown as ExportView;
    },
    { interval: 200 },
  );
const deps = () => ({
  forkEm: app.em,
  files: createFileStore(`${app.dataDir}/files`),
  archives: createExportStore(`${app.dataDir}/exports`),
});

async function download(client: TestClient, id: string): Promise<{ response: Response; entries: Map<string, Buffer> }> {
  const response = await fetch(`${app.url}/api/account/export/${id}/file`, { headers: { cookie: client.cookie } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const entries = new Map<string, Buffer>();
  if (response.status !== 200) return { response, entries };
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve());
      zip.readEntry();
    });
  });
  return { response, entries };
}

describe('an archive', () => {
  it('contains all data of the account as HTML and JSON with the files, and no secrets or data of others', async () => {
    const client = app.visitor();
    const user = await client.signUp('teacher', { fullName: 'Ana <b>Řehoř</b>' });
    const em = app.em();
    const [friend, blocker] = [await buildUser(em, { fullName: 'Ben the friend' }), await buildUser(em)];
    await buildPost(em, { userId: user.id, content: 'My very own post & more' });
    const foreign = await buildPost(em, { userId: friend.id, content: 'Not mine at all' });
    await buildComment(em, { userId: user.id, postId: foreign.id, content: 'My comment there' });
    await buildConnection(em, { userId: friend.id, connectedUserId: user.id });
    await buildMessage(em, { senderId: friend.id, receiverId: user.id, content: 'A letter for Ana' });
    await buildSavedPost(em, { userId: user.id, itemId: foreign.id });
    await buildBlock(em, { blockerId: blocker.id, blockedId: user.id });
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), '../my tree.png');
    const file = (await client.post('/api/uploads?purpose=post-image', { form })).body;
    const noted = new FormData();
    noted.set('file', new Blob(['What I noted'], { type: 'text/plain' }), 'notes.txt');
    const attached = (await client.post('/api/uploads?purpose=message-file', { form: noted })).body;

    const requested = await ask(client);
    expect(requested.status).toBe(202);
    expect(requested.body).toMatchObject({ status: 'waiting', progress: 0, size: null, expiresAt: null });
    const view = await ready(client, String(requested.body['id']));
    const { response, entries } = await download(client, view.id);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="lyceum-${user.username}.zip"`);
    expect(Number(response.headers.get('content-length'))).toBe(view.size);
    expect((await client.get('/api/account')).body['lastExport']).toEqual(JSON.parse(JSON.stringify(view)));

    const textOf = (name: string) => entries.get(name)?.toString('utf8') ?? '';
    const rowsOf = (name: string) => JSON.parse(textOf(`data/${name}.json`)) as Record<string, unknown>[];
    expect(rowsOf('posts')).toMatchObject([{ content: 'My very own post & more' }]);
    expect(rowsOf('comments')).toMatchObject([{ content: 'My comment there' }]);
    expect(rowsOf('messages')).toMatchObject([{ content: 'A letter for Ana' }]);
    expect(rowsOf('connections')).toMatchObject([{ connectedUserId: user.id }]);
    expect(rowsOf('saved_items')).toMatchObject([{ itemId: foreign.id }]);
    expect(rowsOf('blocks')).toEqual([]);
    expect(rowsOf('users')).toMatchObject([{ id: user.id, fullName: 'Ana <b>Řehoř</b>' }]);
    expect(rowsOf('users')[0]).not.toHaveProperty('password');
    for (const table of [
      'sessions',
      'notifications',
      'search_history',
      'user_preferences',
      'privacy_settings',
      'audit_log',
    ])
      expect(entries.has(`data/${table}.json`)).toBe(true);
    expect(rowsOf('sessions')[0]).not.toHaveProperty('data');
    expect(textOf('posts.html')).toContain('My very own post &amp; more');
    expect(textOf('messages.html')).toContain('Ben the friend');
    expect(textOf('index.html')).toContain('Ana &lt;b&gt;Řehoř&lt;/b&gt;');
    expect(textOf('index.html')).toContain('<a href="posts.html">Posts</a> <span class="quiet">1 entry');

    const stored = entries.get(`files/${String(file['fileId'])}-my tree.webp`);
    expect(
      createHash('sha256')
        .update(stored ?? '')
        .digest('hex'),
    ).toBe(file['sha256']);
    expect(textOf(`files/${String(attached['fileId'])}-notes.txt`)).toBe('What I noted');
    const everything = Buffer.concat([...entries.values()]).toString('latin1');
    for (const secret of ['argon2', 'csrfToken', 'token_hash', 'Not mine at all', blocker.id])
      expect(everything).not.toContain(secret);
    await vi.waitFor(() =>
      expect(readEmails(app.dataDir, user.email).map(({ subject }) => subject)).toContain('Your data is ready'),
    );
  });

  it('shows what two users share as the API does to each of them', async () => {
    const [asker, addressee] = [app.visitor(), app.visitor()];
    const users = [await asker.signUp('teacher'), await addressee.signUp('student')];
    const [askerId = '', addresseeId = ''] = users.map(({ id }) => id);
    const em = app.em();
    await addressee.patch('/api/privacy', { body: { readReceipts: false } });
    const request = await asker.post('/api/connections', { body: { connectedUserId: addresseeId, note: 'Hello' } });
    await addressee.put(`/api/connections/${String(request.body['id'])}/ignore`);
    await buildMessage(em, { senderId: askerId, receiverId: addresseeId, read: true });
    await em.execute(`update conversations set state = 'declined', requested_by = ? where ? in (low_id, high_id)`, [
      askerId,
      askerId,
    ]);
    const post = await buildPost(em, { userId: addresseeId });
    await asker.post('/api/reports', { body: { targetType: 'post', targetId: post.id, reason: 'spam' } });
    await buildMessage(em, { senderId: addresseeId, receiverId: askerId, content: 'A message that is copied' });
    const { id: rude } = await buildMessage(em, { senderId: addresseeId, receiverId: askerId, content: 'Too rude' });
    await asker.post('/api/reports', { body: { targetType: 'message', targetId: rude, reason: 'spam' } });
    await addressee.delete(`/api/messages/item/${rude}?for=all`);
    await em.execute(`update reports set status = 'dismissed', closed_by = 'Operator Olga' where reporter_id = ?`, [
      askerId,
    ]);
    const archiveOf = async (client: TestClient) => {
      const { id } = await ready(client, String((await ask(client)).body['id']));
      const { entries } = await download(client, id);
      const rowsOf = (name: string) => JSON.parse(entries.get(`data/${name}.json`)?.toString('utf8') ?? '') as unknown;
      return { rowsOf, text: Buffer.concat([...entries.values()]).toString('utf8') };
    };
    const [sent, received] = [await archiveOf(asker), await archiveOf(addressee)];
    expect(sent.rowsOf('connections')).toMatchObject([{ status: 'pending', note: 'Hello', ignoredAt: null }]);
    expect(sent.rowsOf('past_connection_requests')).toEqual([]);
    expect(sent.rowsOf('conversations')).toMatchObject([{ state: 'pending' }]);
    expect(sent.rowsOf('messages')).toMatchObject([{ read: false }, {}, { content: '' }]);
    expect(sent.rowsOf('reports')).toMatchObject([
      { status: 'dismissed', snapshot: { text: 'A post to read.' } },
      { targetType: 'message', targetId: rude, reason: 'spam', snapshot: null },
    ]);
    expect(sent.text).not.toContain('Too rude');
    expect(received.rowsOf('reports')).toEqual([]);
    expect(sent.text).not.toContain('Operator Olga');
    expect(received.rowsOf('connections')).toMatchObject([{ note: null, ignoredAt: expect.any(String) }]);
    expect(received.rowsOf('past_connection_requests')).toMatchObject([{ ignoredAt: expect.any(String) }]);
    expect(received.rowsOf('conversations')).toMatchObject([{ state: 'declined' }]);
    expect(received.rowsOf('messages')).toMatchObject([{ read: true }, {}, {}]);
  });

  it('shows a purchase to the buyer, and to the seller once it is paid, without the address of its page', async () => {
    const [buyer, seller] = [app.visitor(), app.visitor()];
    const [{ id: buyerId }, { id: sellerId }] = [await buyer.signUp('student'), await seller.signUp('teacher')];
    const checkoutUrl = 'https://checkout.example/secret';
    const paid = await buildPurchase(app.em(), { buyerId, sellerId, buyerName: 'Ana', checkoutUrl });
    const open = await buildPurchase(app.em(), {
      buyerId,
      sellerId,
      status: 'pending',
      paidAt: null,
      receiptNumber: null,
      checkoutUrl,
    });
    const purchasesOf = async (client: TestClient) => {
      const { id } = await ready(client, String((await ask(client)).body['id']));
      const { entries } = await download(client, id);
      const text = entries.get('data/purchases.json')?.toString('utf8') ?? '';
      expect(text).not.toContain('secret');
      return (JSON.parse(text) as { id: string }[]).map((row) => row.id);
    };
    expect(await purchasesOf(buyer)).toEqual([paid.id, open.id]);
    expect(await purchasesOf(seller)).toEqual([paid.id]);
  });

  it('requires the password, and is available only to its owner', async () => {
    const [client, other] = [app.visitor(), app.visitor()];
    await client.signUp('student');
    await other.signUp('student');
    expect((await ask(client, 'not my password')).body).toMatchObject({
      errors: { password: ['This password is incorrect'] },
    });
    const id = String((await ask(client)).body['id']);
    await ready(client, id);
    for (const path of [`/api/account/export/${id}`, `/api/account/export/${id}/file`])
      expect((await other.get(path)).status).toBe(404);
  });

  it('requires the password again in another session, and after an hour', async () => {
    const [client, other] = [app.visitor(), app.visitor()];
    const { username } = await client.signUp('student');
    await other.post('/api/login', { body: { username, password: client.password } });
    other.forgetToken();
    const id = String((await ask(client)).body['id']);
    expect(await ready(client, id)).toMatchObject({ isConfirmed: true });
    const file = `/api/account/export/${id}/file`;
    const confirm = (password: string) => other.post(`/api/account/export/${id}/confirm`, { body: { password } });
    expect((await other.get(file)).body).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await confirm('not my password')).status).toBe(400);
    expect((await other.get(file)).status).toBe(403);
    expect((await confirm(client.password)).body).toMatchObject({ id, isConfirmed: true });
    expect((await download(other, id)).response.status).toBe(200);
    expect((await client.get(file)).status).toBe(403);
    await app.pool.query(`update export_jobs set confirmed_at = now() - interval '61 minutes' where id = $1`, [id]);
    expect((await other.get(file)).status).toBe(403);
  });

  it('is built once when it is requested twice', async () => {
    const client = app.visitor();
    await client.signUp('creator');
    // So that the two do not each fetch a token.
    await client.token();
    const responses = await Promise.all([ask(client), ask(client)]);
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(responses.map(({ body }) => body['id'])).size).toBe(1);
    await ready(client, String(responses[0]?.body['id']));
  });

  it('is replaced by the next one, and is built three times a day at most', async () => {
    const client = app.visitor();
    await client.signUp('student');
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const id = String((await ask(client)).body['id']);
      await ready(client, id);
      ids.push(id);
    }
    const [first = '', second = ''] = ids;
    expect((await client.get(`/api/account/export/${first}`)).status).toBe(404);
    expect((await download(client, second)).response.status).toBe(200);
    await expect.poll(() => deps().archives.listIds()).not.toContain(first);
    expect(RATE_LIMITS.exports).toEqual({ points: 3, windowMs: DAY_MS });
  });

  it('is deleted after seven days', async () => {
    const client = app.visitor();
    await client.signUp('student');
    const id = String((await ask(client)).body['id']);
    await ready(client, id);
    await removeOldExports(deps(), new Date(Date.now() + 6 * DAY_MS));
    expect((await client.get(`/api/account/export/${id}`)).status).toBe(200);
    await removeOldExports(deps(), new Date(Date.now() + 7 * DAY_MS + MINUTE_MS));
    expect((await client.get(`/api/account/export/${id}`)).status).toBe(404);
    expect(await deps().archives.listIds()).not.toContain(id);
  });

  it('fails when the database is lost before its first byte is written', async () => {
    const em = app.em();
    const { id: userId } = await buildUser(em);
    const { id } = em.create(ExportJob, { userId });
    await em.flush();
    const forkEm = () =>
      Object.assign(app.em(), {
        stream: () => {
          throw new Error('the database is lost');
        },
      });
    const { archives } = deps();
    const save = async (name: string, archive: Readable) => {
      await expect.poll(() => archive.destroyed).toBe(true);
      return archives.save(name, archive);
    };
    const thrown: unknown[] = [];
    process.setUncaughtExceptionCaptureCallback((error) => thrown.push(error));
    try {
      const building = buildExport({ ...deps(), forkEm: forkEm as never, archives: { ...archives, save } }, id);
      await expect(building).rejects.toThrow('the database is lost');
    } finally {
      process.setUncaughtExceptionCaptureCallback(null);
    }
    expect(thrown).toEqual([]);
  });

  it('closes the file that it is reading when it cannot be stored', async () => {
    const em = app.em();
    const { id: userId } = await buildUser(em);
    await buildFile(em, { ownerId: userId });
    const { id } = em.create(ExportJob, { userId });
    await em.flush();
    const endless = new Readable({ read: () => undefined });
    const save = async (_name: string, archive: Readable): Promise<number> => {
      archive.resume();
      await expect.poll(() => endless.readableFlowing).toBe(true);
      archive.destroy();
      throw new Error('the disk is full');
    };
    const files = { ...deps().files, open: async () => endless };
    const building = buildExport({ ...deps(), files, archives: { ...deps().archives, save } }, id);
    await expect(building).rejects.toThrow('the disk is full');
    expect(endless.destroyed).toBe(true);
  });
});
