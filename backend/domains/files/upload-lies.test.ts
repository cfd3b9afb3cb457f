import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_LIMITS } from '#shared/limits.ts';
import { PDF } from '../../testing/hostile-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestClient } from '../../testing/test-client.ts';
import { sendTus } from '../../testing/tus-client.ts';

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

const SESSIONS = '/api/uploads/sessions';
const TEXT = Buffer.from('0123456789');
const outcome = ({ status, body }: TestResponse) => [status, body['code']];
const begin = async (fields: object = {}) =>
  String(
    (await owner.post(SESSIONS, { body: { purpose: 'message-file', name: 'a.txt', size: TEXT.length, ...fields } }))
      .body['url'],
  );
const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const KNOWN = metadata({ purpose: 'message-file', filename: 'a.txt' });
const beginByHeaders = async (headers: Record<string, string>) =>
  outcome(await owner.post(SESSIONS, { headers: { 'tus-resumable': '1.0.0', ...headers } }));

describe('a session created with', () => {
  it.each([
    ['0 bytes', { size: 0 }, [400, 'VALIDATION']],
    ['fewer than 0 bytes', { size: -1 }, [400, 'VALIDATION']],
    ['half a byte', { size: 1.5 }, [400, 'VALIDATION']],
    ['a size in words', { size: '10' }, [400, 'VALIDATION']],
    ['more bytes than a number holds', { size: 2 ** 60 }, [400, 'VALIDATION']],
    ['one byte over the limit', { size: FILE_LIMITS.maxBytes['message-file'] + 1 }, [413, 'TOO_LARGE']],
    ['10 GB', { size: 10 * 1024 ** 3 }, [413, 'TOO_LARGE']],
    [
      'one byte over the limit of images',
      { size: FILE_LIMITS.maxBytes['post-image'] + 1, purpose: 'post-image' },
      [413, 'TOO_LARGE'],
    ],
    ['a purpose of its own', { purpose: 'any-file' }, [400, 'VALIDATION']],
    ['an owner', { ownerId: '01a1fc3c-ade1-71a8-88de-c26cbff20b91' }, [400, 'VALIDATION']],
    ['a state', { state: 'done' }, [400, 'VALIDATION']],
    ['a name with a NUL', { name: 'a\0.txt' }, [400, 'VALIDATION']],
    ['a name of 5,000 characters', { name: `${'x'.repeat(5_000)}.txt` }, [400, 'VALIDATION']],
    ['a name that is none', { name: ['a.txt'] }, [400, 'VALIDATION']],
    ['a sum that is none', { sha256: 'abc' }, [400, 'VALIDATION']],
  ])('%s is rejected', async (_what, fields, expected) => {
    expect(
      outcome(await owner.post(SESSIONS, { body: { purpose: 'message-file', name: 'a.txt', size: 10, ...fields } })),
    ).toEqual(expected);
  });

  it.each([
    ['a negative length', { 'upload-length': '-1', 'upload-metadata': KNOWN }],
    ['a length in hexadecimal', { 'upload-length': '0x10', 'upload-metadata': KNOWN }],
    ['a length of many digits', { 'upload-length': '9'.repeat(40), 'upload-metadata': KNOWN }],
    ['two lengths', { 'upload-length': '1, 2', 'upload-metadata': KNOWN }],
    ['a length that comes later', { 'upload-defer-length': '1', 'upload-metadata': KNOWN }],
    ['no metadata', { 'upload-length': '10' }],
    ['metadata that is no Base64', { 'upload-length': '10', 'upload-metadata': 'filename ###' }],
    ['a key twice', { 'upload-length': '10', 'upload-metadata': `${KNOWN},filename YQ==` }],
    ['a key that reaches for a prototype', { 'upload-length': '10', 'upload-metadata': `${KNOWN},__proto__ YQ==` }],
    ['a key that is not known', { 'upload-length': '10', 'upload-metadata': `${KNOWN},ownerId YQ==` }],
    [
      'a name with a NUL',
      { 'upload-length': '10', 'upload-metadata': metadata({ purpose: 'message-file', filename: 'a\0.txt' }) },
    ],
  ])('%s in headers is rejected', async (_what, headers) => {
    expect(await beginByHeaders(headers)).toEqual([400, 'VALIDATION']);
  });

  it('20 kB of metadata ends the connection', async () => {
    const response = await owner.post(SESSIONS, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': metadata({ filename: 'x'.repeat(20_000) }),
      },
    });
    expect(response.status).toBe(431);
  });
});

describe('bytes of a session', () => {
  it('past its end are rejected, and none is stored', async () => {
    const url = await begin();
    expect(outcome(await sendTus(owner, ['PATCH', url], { bytes: Buffer.concat([TEXT, TEXT]) }))).toEqual([
      413,
      'TOO_LARGE',
    ]);
    expect((await sendTus(owner, ['HEAD', url])).headers.get('upload-offset')).toBe('0');
  });

  it('past its end in a body without a length are rejected', async () => {
    const url = await begin();
    const response = await raw(
      `PATCH ${url} HTTP/1.1`,
      { 'transfer-encoding': 'chunked', ...(await tusHeaders()) },
      `14\r\n${'x'.repeat(20)}\r\n0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(Number((await sendTus(owner, ['HEAD', url])).headers.get('upload-offset'))).toBeLessThanOrEqual(TEXT.length);
  });

  it('fewer than declared leave it unfinished', async () => {
    const url = await begin();
    await sendTus(owner, ['PATCH', url], { bytes: TEXT.subarray(0, 4) });
    expect((await owner.get(url)).body).toMatchObject({ state: 'receiving', offset: 4, file: null });
  });

  it('before a dropped connection are stored', async () => {
    const url = await begin();
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(headOf(`PATCH ${url} HTTP/1.1`, { 'content-length': '10', ...(await tusHeaders()) }) + '01234');
    await expect.poll(async () => (await owner.get(url)).body['offset']).toBe(5);
    socket.destroy();
    expect((await sendTus(owner, ['PATCH', url], { bytes: TEXT.subarray(5), offset: 5 })).status).toBe(204);
    await expect.poll(async () => (await owner.get(url)).body['state']).toBe('ready');
  });

  it.each([
    ['behind the end', { offset: 11 }, [409, 'WRONG_STATE']],
    ['at a wrong offset', { offset: 3 }, [409, 'WRONG_STATE']],
    ['below 0', { offset: -1 }, [400, 'VALIDATION']],
    ['nowhere', { headers: { 'upload-offset': null } }, [400, 'VALIDATION']],
    ['in words', { headers: { 'upload-offset': 'end' } }, [400, 'VALIDATION']],
    ['without a version of tus', { headers: { 'tus-resumable': null } }, [412, 'TUS_VERSION']],
    ['in a version of tus to come', { headers: { 'tus-resumable': '2.0.0' } }, [412, 'TUS_VERSION']],
    ['with another length', { headers: { 'upload-length': '20' } }, [400, 'VALIDATION']],
    ['with the sum of a part', { headers: { 'upload-checksum': 'sha1 AAAA' } }, [400, 'VALIDATION']],
    ['as a form', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, [400, 'VALIDATION']],
    ['as JSON', { headers: { 'content-type': 'application/json' } }, [400, 'VALIDATION']],
    ['as anything', { headers: { 'content-type': 'application/octet-stream' } }, [415, 'BAD_TYPE']],
    ['without a token', { headers: { 'csrf-token': 'random' } }, [403, 'CSRF_INVALID']],
    ['from another site', { headers: { origin: 'https://evil.example' } }, [403, 'CSRF_INVALID']],
    ['signed out', { headers: { cookie: null } }, [403, 'CSRF_INVALID']],
  ])('%s are rejected', async (_what, request, expected) => {
    const url = await begin();
    expect(outcome(await sendTus(owner, ['PATCH', url], { bytes: TEXT, ...request }))).toEqual(expected);
    expect((await sendTus(owner, ['HEAD', url])).headers.get('upload-offset')).toBe('0');
  });

  it('sent twice concurrently are stored once', async () => {
    const bytes = Buffer.alloc(300_000, 'x');
    const url = await begin({ size: bytes.length });
    const responses = await Promise.all([1, 2, 3].map(() => sendTus(owner, ['PATCH', url], { bytes })));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(responses.map(({ status }) => status).filter((status) => ![204, 409].includes(status))).toEqual([]);
    await expect.poll(async () => (await owner.get(url)).body['file']?.['size']).toBe(bytes.length);
  });

  it('for another user’s upload are rejected without side effects', async () => {
    const url = await begin();
    expect(outcome(await sendTus(other, ['PATCH', url], { bytes: TEXT }))).toEqual([404, 'NOT_FOUND']);
    expect((await owner.get(url)).body).toMatchObject({ offset: 0 });
  });

  it.each([
    ['another user’s upload', (id: string) => `?${'&'.repeat(1_000)}/${id}`],
    ['an upload and a slash', (id: string) => `?x=/${id}/`],
    ['an upload in a parameter', (id: string) => `?id=/${id}`],
  ])('with %s in the query are received by the upload in the path, or by none', async (_what, queryOf) => {
    const [foreign, begun] = [
      await begin(),
      await other.post(SESSIONS, { body: { purpose: 'message-file', name: 'b.txt', size: TEXT.length } }),
    ];
    const query = queryOf(foreign.slice(SESSIONS.length + 1));
    const { status } = await sendTus(other, ['PATCH', String(begun.body['url']) + query], { bytes: TEXT.subarray(5) });
    expect((await owner.get(foreign)).body).toMatchObject({ offset: 0 });
    expect((await other.get(String(begun.body['url']))).body).toMatchObject({ offset: status === 204 ? 5 : 0 });
  });

  it('that do not match the checksum create no file', async () => {
    const url = await begin({ sha256: '0'.repeat(64) });
    await sendTus(owner, ['PATCH', url], { bytes: TEXT });
    expect(await owner.get(url)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', message: expect.stringContaining('damaged during the upload') },
    });
  });

  it.each(['/..%2f..%2fetc%2fpasswd', '/%00', '/01a1fc3c-ade1-71a8-88de-c26cbff20b91', '/x', `/${'a'.repeat(500)}`])(
    'of %s do not exist',
    async (path) => {
      expect((await sendTus(owner, ['PATCH', SESSIONS + path], { bytes: TEXT })).status).toBe(404);
      expect((await sendTus(owner, ['HEAD', SESSIONS + path])).status).toBe(404);
    },
  );

  it('are rejected after its removal, and a method in a header does not remove it', async () => {
    const url = await begin();
    const bytes = TEXT.subarray(0, 2);
    const headers = { 'x-http-method-override': 'DELETE' };
    expect(outcome(await sendTus(owner, ['PATCH', url], { bytes, headers }))).toEqual([400, 'VALIDATION']);
    expect((await owner.get(url)).body).toMatchObject({ offset: 0 });
    await sendTus(owner, ['PATCH', url], { bytes });
    await owner.delete(url);
    expect((await sendTus(owner, ['PATCH', url], { bytes: TEXT.subarray(2), offset: 2 })).status).toBe(404);
  });
});

describe('a form', () => {
  const boundary = 'xxBOUNDARYxx';
  const part = (head: string, bytes: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: application/pdf\r\n\r\n${bytes}\r\n`;
  const file = part('name="file"; filename="a.pdf"', String(PDF));
  const send = async (body: string, headers: Record<string, string> = {}) =>
    raw(
      'POST /api/uploads?purpose=message-file HTTP/1.1',
      {
        ...(await writeHeaders()),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    );

  it.each([
    ['with two files', `${file}${file}--${boundary}--\r\n`],
    ['with a field beside', `${part('name="purpose"', 'post-image')}${file}--${boundary}--\r\n`],
    ['with a thousand parts', `${file.repeat(1_000)}--${boundary}--\r\n`],
    [
      'with a thousand headers',
      `--${boundary}\r\n${'X-A: b\r\n'.repeat(1_000)}Content-Disposition: form-data; name="file"; ` +
        `filename="a.pdf"\r\n\r\nx\r\n--${boundary}--\r\n`,
    ],
    ['with a file in another field', `${part('name="other"; filename="a.pdf"', 'x')}--${boundary}--\r\n`],
    ['with a field of a long name', `${part(`name="${'n'.repeat(5_000)}"; filename="a.pdf"`, 'x')}--${boundary}--\r\n`],
    ['without a file name', `${part('name="file"', String(PDF))}--${boundary}--\r\n`],
    ['that does not end', file],
    ['without parts', `--${boundary}--\r\n`],
    ['without anything', ''],
  ])('%s is rejected', async (_what, body) => {
    expect(await send(body)).toMatch(/^HTTP\/1\.1 4(00|15) [^]*"code":"(VALIDATION|BAD_TYPE)"/);
  });

  it('shorter than declared is dropped with its connection', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const body = `${file}--${boundary}--\r\n`;
    const count = async () => (await app.pool.query<{ n: number }>('select count(*)::int as n from files')).rows[0]?.n;
    const before = await count();
    socket.end(
      headOf('POST /api/uploads?purpose=message-file HTTP/1.1', {
        ...(await writeHeaders()),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length + 500),
      }) + file,
    );
    await text(socket);
    expect(await count()).toBe(before);
  });

  it('longer than declared is rejected', async () => {
    const body = `${file}--${boundary}--\r\n`;
    expect(
      await send(`${body}GET /api/users/me HTTP/1.1\r\nHost: x\r\n\r\n`, { 'content-length': String(body.length) }),
    ).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['two lengths', { 'content-length': '5', 'transfer-encoding': 'chunked' }],
    ['a length below 0', { 'content-length': '-5' }],
  ])('with %s is rejected', async (_what, headers) => {
    expect(await send(file, headers)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

async function writeHeaders(): Promise<Record<string, string>> {
  const token = await owner.token();
  return { cookie: owner.cookie, origin: app.url, 'csrf-token': token };
}

async function tusHeaders(): Promise<Record<string, string>> {
  return {
    ...(await writeHeaders()),
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
}

function headOf(line: string, headers: Record<string, string>): string {
  return `${line}\r\nHost: ${new URL(app.url).host}\r\nConnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** Sends a raw request and returns the whole response. */
async function raw(line: string, headers: Record<string, string>, body: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(headOf(line, headers) + body);
  return text(socket);
}
