import { randomUUID } from 'node:crypto';
import { filesInUse } from '../../files-in-use.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView, SharedFileView } from '#shared/api/messages.ts';
import { buildBlock, buildConnection, buildFile } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { removeUnused } from '../files/files.service.ts';
import { SHARED_FILES } from './messages.files.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;
let cat: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben, cat] = [app.visitor(), app.visitor(), app.visitor()];
  for (const client of [ana, ben, cat]) await client.signUp('teacher');
  await connect(ana, ben);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const idOf = (client: TestClient) => client.user?.id ?? '';
const connect = (one: TestClient, other: TestClient) =>
  buildConnection(app.em(), { userId: idOf(one), connectedUserId: idOf(other), status: 'accepted' });
const send = (from: TestClient, to: TestClient, words: object) =>
  from.post('/api/messages', { body: { receiverId: idOf(to), clientId: randomUUID(), ...words } });
const thread = async (client: TestClient, other: TestClient) =>
  (await client.get(`/api/messages/${idOf(other)}`)).body as unknown as MessageView[];
const shared = async (client: TestClient, other: TestClient, query: string) =>
  (await client.get(`/api/messages/${idOf(other)}/files?${query}`)).body as unknown as SharedFileView[];
const reads = async (fileId: string, ...clients: TestClient[]) =>
  Promise.all(
    clients.map(
      async (client) => (await fetch(`${app.url}/api/files/${fileId}`, { headers: { cookie: client.cookie } })).status,
    ),
  );

/** Uploads an image for a message. */
async function upload(client: TestClient): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'beetle.png');
  return String((await client.post('/api/uploads?purpose=message-photo', { form })).body['fileId']);
}
/** Records a PDF for a message. */
const document = async (client: TestClient, name: string) =>
  (
    await buildFile(app.em(), {
      ownerId: idOf(client),
      purpose: 'message-file',
      mime: 'application/pdf',
      name,
      width: null,
      height: null,
    })
  ).id;

describe('a file', () => {
  it('is attached to a message with the metadata of its record, and is quoted by its name', async () => {
    const fileId = await upload(ana);
    const sent = await send(ana, ben, { fileId });
    const described = {
      content: '',
      fileUrl: `/api/files/${fileId}`,
      fileName: 'beetle.webp',
      fileType: 'image/webp',
      fileSize: expect.any(Number) as number,
      fileWidth: 1,
      fileHeight: 1,
    };
    expect([sent.status, sent.body]).toMatchObject([201, described]);
    expect(await thread(ben, ana)).toMatchObject([described]);
    const reply = await send(ben, ana, { content: 'Nice', replyToId: sent.body['id'] });
    expect(reply.body).toMatchObject({
      replyTo: { content: '', fileName: 'beetle.webp', fileType: 'image/webp', isDeleted: false },
    });
    expect(
      (await ana.patch(`/api/messages/item/${String(sent.body['id'])}`, { body: { content: 'A beetle' } })).body,
    ).toMatchObject({ ...described, content: 'A beetle' });
  });

  it('takes its metadata from the server only', async () => {
    const fileId = await upload(ana);
    for (const field of ['fileUrl', 'fileName', 'fileType', 'fileSize'])
      expect((await send(ana, ben, { fileId, [field]: 'forged' })).status).toBe(400);
  });

  it('is sent once: a repeat returns the same message, another message is rejected, also concurrently', async () => {
    const fileId = await upload(ana);
    const clientId = randomUUID();
    const responses = await Promise.all([1, 2, 3].map(() => send(ana, ben, { fileId, clientId })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect((await send(ana, ben, { content: 'other', clientId })).body).toMatchObject({ code: 'CLIENT_ID_REUSED' });
    expect((await send(ana, ben, { fileId })).body).toMatchObject({ code: 'WRONG_STATE' });
    const other = await upload(ana);
    const both = await Promise.all([send(ana, ben, { fileId: other }), send(ana, ben, { fileId: other })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it.each([
    ['of another user', async () => (await buildFile(app.em(), { ownerId: idOf(ben), purpose: 'message-file' })).id],
    ['with another purpose', async () => (await buildFile(app.em(), { ownerId: idOf(ana), purpose: 'post-image' })).id],
    [
      'that is not ready',
      async () => (await buildFile(app.em(), { ownerId: idOf(ana), purpose: 'message-file', state: 'pending' })).id,
    ],
  ])('%s is rejected', async (_case, make) => {
    expect((await send(ana, ben, { fileId: await make() })).status).toBe(404);
    expect(await thread(ana, ben)).toEqual([]);
  });
});

describe('the bytes of a file', () => {
  it('are readable only by the sender before they are sent', async () => {
    const fileId = await upload(ana);
    expect(await reads(fileId, ana, ben, cat)).toEqual([200, 404, 404]);
  });

  it('are readable by the two participants only', async () => {
    await connect(ana, cat);
    await connect(ben, cat);
    const fileId = await upload(ana);
    await send(ana, ben, { fileId });
    expect(await reads(fileId, ana, ben, cat)).toEqual([200, 200, 404]);
    expect((await fetch(`${app.url}/api/files/${fileId}`)).status).toBe(401);
  });

  it('are checked at each read, and not stored by the browser', async () => {
    const fileId = await upload(ana);
    const { body } = await send(ana, ben, { fileId });
    const read = (headers = {}) =>
      fetch(`${app.url}/api/files/${fileId}/preview`, { headers: { cookie: ben.cookie, ...headers } });
    const first = await read();
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await read(known)).status).toBe(304);
    await ana.delete(`/api/messages/item/${String(body['id'])}?for=all`);
    expect((await read(known)).status).toBe(404);
  });

  it('stay readable when one participant hides the message', async () => {
    const fileId = await upload(ana);
    const { body } = await send(ana, ben, { fileId });
    await ben.delete(`/api/messages/item/${String(body['id'])}?for=me`);
    expect(await reads(fileId, ana, ben)).toEqual([200, 200]);
    expect(
      [await shared(ben, ana, 'kind=images'), await shared(ana, ben, 'kind=images')].map((files) => files.length),
    ).toEqual([0, 1]);
  });

  it('become unreadable for the receiver when the message is deleted for both, and are deleted later', async () => {
    const fileId = await upload(ana);
    const kept = await upload(ana);
    const { body } = await send(ana, ben, { fileId });
    await send(ana, ben, { fileId: kept });
    await ana.delete(`/api/messages/item/${String(body['id'])}?for=all`);
    expect(await reads(fileId, ana, ben)).toEqual([200, 404]);
    expect((await thread(ben, ana))[1]).toMatchObject({
      fileUrl: null,
      fileName: null,
      fileType: null,
      fileSize: null,
      fileWidth: null,
    });
    await app.pool.query(`update files set created_at = now() - interval '3 days' where owner_id = $1`, [idOf(ana)]);
    await removeUnused(app.pool, filesInUse);
    expect([await reads(fileId, ana), await reads(kept, ana, ben)]).toEqual([[404], [200, 200]]);
  });

  it('are readable only by the sender while one blocks the other', async () => {
    const fileId = await upload(ana);
    await send(ana, ben, { fileId });
    await buildBlock(app.em(), { blockerId: idOf(ben), blockedId: idOf(ana) });
    expect(await reads(fileId, ana, ben)).toEqual([200, 404]);
    await ben.delete(`/api/users/${idOf(ana)}/block`);
    expect(await reads(fileId, ben)).toEqual([200]);
  });

  it('of a request are readable by its receiver, before and after they accept', async () => {
    const fileId = await upload(ana);
    await send(ana, cat, { fileId });
    expect(await reads(fileId, cat, ben)).toEqual([200, 404]);
    await cat.post(`/api/messages/${idOf(ana)}/accept`);
    expect(await reads(fileId, cat)).toEqual([200]);
  });

  it('are deleted with their owner’s account, and the message keeps their name', async () => {
    const fileId = await upload(ana);
    await send(ana, ben, { fileId });
    const [{ conversationId }] = (await thread(ben, ana)) as [MessageView];
    await app.pool.query('delete from users where id = $1', [idOf(ana)]);
    expect(await reads(fileId, ben)).toEqual([404]);
    expect((await ben.get(`/api/messages/${conversationId}`)).body).toMatchObject([
      { fileUrl: null, fileName: 'beetle.webp' },
    ]);
  });
});

describe('shared files', () => {
  it('are listed for both participants by kind, newest first, in pages', async () => {
    for (const [i, [from, to]] of (
      [
        [ana, ben],
        [ben, ana],
        [ana, ben],
      ] as const
    ).entries()) {
      await send(from, to, { fileId: await document(from, `${i}.pdf`), content: `words ${i}` });
      await send(from, to, { content: 'no file' });
    }
    await send(ben, ana, { fileId: await upload(ben) });
    expect(await shared(ana, ben, 'kind=images')).toMatchObject([
      { fileName: 'beetle.webp', senderId: idOf(ben), fileWidth: 1, conversationSeq: 7 },
    ]);
    const first = await ana.get(`/api/messages/${idOf(ben)}/files?kind=documents&limit=2`);
    expect(first.body).toMatchObject([
      { fileName: '2.pdf', senderId: idOf(ana) },
      { fileName: '1.pdf', senderId: idOf(ben) },
    ]);
    const rest = await ana.get(
      `/api/messages/${idOf(ben)}/files?kind=documents&cursor=${String(first.headers.get('X-Next-Cursor'))}`,
    );
    expect(rest.body).toMatchObject([{ fileName: '0.pdf' }]);
    expect(rest.headers.get('X-Next-Cursor')).toBeNull();
  });

  it('are read by an index scan from the cursor on, however deep it is', async () => {
    const { body } = await send(ana, ben, { fileId: await document(ana, 'many.pdf') });
    await app.pool.query(
      `insert into messages (id, client_id, conversation_id, conversation_seq, sender_id, receiver_id, content,
        file_id, file_type)
        select gen_random_uuid(), gen_random_uuid(), conversation_id, n, sender_id, receiver_id, '', file_id, file_type
          from messages cross join generate_series(2, 5000) n where id = $1`,
      [body['id']],
    );
    await app.runAsOwner('analyze messages');
    const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${SHARED_FILES.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Scan using messages_shared_files_list on messages m.*\n\s+Index Cond: .*conversation_seq < /,
    );
    expect(plan).not.toMatch(/Sort Key/);
  });

  it('are empty before the first message, and hidden from other users and by a block', async () => {
    expect(await shared(ana, cat, 'kind=images')).toEqual([]);
    expect((await ana.get(`/api/messages/${randomUUID()}/files?kind=images`)).status).toBe(404);
    const [{ conversationId }] = ((await send(ana, ben, { fileId: await upload(ana) })) &&
      (await thread(ana, ben))) as [MessageView];
    expect((await cat.get(`/api/messages/${conversationId}/files?kind=images`)).status).toBe(404);
    await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(ben) });
    expect((await ben.get(`/api/messages/${idOf(ana)}/files?kind=images`)).status).toBe(404);
  });
});
