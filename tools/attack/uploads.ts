import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIMITS } from '#shared/limits.ts';
import {
  HOSTILE_NAMES,
  listHostileFiles,
  PDF,
  purposeOf,
  type HostileFile,
} from '../../backend/testing/hostile-files.ts';
import type { TestResponse } from '../../backend/testing/test-client.ts';
import { uploadBySession } from '../../backend/testing/tus-client.ts';
import type { Actor } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { IDENTITIES } from './identities.ts';
import { judgeRefusal } from './judging.ts';
import type { AttackResponse } from './request.ts';
import type { World } from './world.ts';

type Sent = Pick<HostileFile, 'name' | 'claimed' | 'bytes'>;
type Way = (actor: Actor, file: Sent) => Promise<TestResponse>;

const SANDBOX = "sandbox; default-src 'none'";
/** A file name in a header: quoted, and encoded (RFC 6266). */
const SAFE_DISPOSITION = /^\w+; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w%.~!-]+$/;
/** Names that the server gives to what it stores, and the file that names the owner of the store. */
const STORED_NAME = /^(?:[0-9a-f-]+(?:\.[a-z0-9]+)*|owner)$/;
const SESSIONS = '/api/uploads/sessions';
const OVER = 1_024;

const WAYS: Readonly<Record<string, Way>> = {
  'in one request': ({ client }, { name, claimed, bytes }) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type: claimed }), name);
    return client.post(`/api/uploads?purpose=${purposeOf(name)}`, { form });
  },
  'by a session': ({ client }, { name, bytes }) => uploadBySession(client, bytes, { name, purpose: purposeOf(name) }),
};

/**
 * Uploads a corpus of hostile files both ways: each is refused, or stored so that no browser runs it and no one else
 * reads it. Then the two protocols of uploads are used wrongly.
 */
export async function attackUploads(world: World, attempts: Attempts): Promise<void> {
  await world.instance.useLimits('wide');
  // A teacher may store the most.
  const owner = world.actors.get('peer');
  if (!owner) return;
  const corpus = await listHostileFiles();
  for (const [way, send] of Object.entries(WAYS)) {
    for (const file of corpus)
      attempts.record(await judgeFile(world, owner, { file, way, response: await send(owner, file) }));
    for (const [claimed, name] of HOSTILE_NAMES) {
      const response = await send(owner, { name: claimed, claimed: 'application/pdf', bytes: PDF });
      attempts.record(
        await judgeName(world, owner, { what: `the name ${JSON.stringify(claimed)} ${way}`, name, response }),
      );
    }
  }
  await misuseProtocols(owner, attempts);
  const strange = listStored(world.instance.dataDir).filter((name) => !STORED_NAME.test(name));
  attempts.record(strange.map((name) => `a stored file is called ${JSON.stringify(name)}`));
  attempts.notes.push(`${corpus.length} hostile files and ${HOSTILE_NAMES.length} hostile names, both ways`);
}

interface Upload {
  file: HostileFile;
  way: string;
  response: TestResponse;
}

async function judgeFile(world: World, owner: Actor, { file, way, response }: Upload): Promise<string[]> {
  const { what, expected, bytes } = file;
  const where = `${what} ${way}`;
  if ('refused' in expected)
    return response.body['code'] === (expected.refused as never) ? [] : [`${where}: ${response.status}`];
  const { type, name } = response.body as unknown as { type: string; name: string };
  if (response.status !== 201 || type !== expected.type || name !== expected.name)
    return [`${where}: ${response.status} ${type} ${name}`];
  const findings = await judgeStored(world, owner, { where, type, url: String(response.body['url']) });
  const stored = await owner.send({ method: 'GET', path: String(response.body['url']) });
  if (stored.bytes.equals(bytes) !== expected.isSame) findings.push(`${where} was not stored as it should be`);
  for (const text of expected.without ?? [])
    if (stored.bytes.includes(Buffer.from(text, 'latin1'))) findings.push(`${where} still contains ${text}`);
  return findings;
}

async function judgeName(
  world: World,
  owner: Actor,
  { what, name, response }: { what: string; name: string | null; response: TestResponse },
): Promise<string[]> {
  // The form parser drops a name that is a folder, and with it the file.
  if (name === null) return judgeRefusal(what, response.status);
  if (response.status !== 201 || response.body['name'] !== (name as never))
    return [`${what}: ${response.status} ${JSON.stringify(response.body['name'])}`];
  return judgeStored(world, owner, { where: what, type: 'application/pdf', url: String(response.body['url']) });
}

/** Returns what is wrong with how a stored file is served: to its owner, and to everyone else. */
async function judgeStored(
  { actors }: World,
  owner: Actor,
  { where, type, url }: { where: string; type: string; url: string },
): Promise<string[]> {
  const findings = judgeHeaders(type, await owner.send({ method: 'GET', path: url })).map(
    (what) => `${where}: ${what}`,
  );
  for (const name of IDENTITIES) {
    const other = actors.get(name);
    if (!other || name === owner.name) continue;
    const { status } = await other.send({ method: 'GET', path: url });
    findings.push(...judgeRefusal(`${where} read by ${name}`, status));
  }
  return findings;
}

/** Returns what is wrong with the headers of a file that its owner reads. */
export function judgeHeaders(type: string, { status, headers }: Pick<AttackResponse, 'status' | 'headers'>): string[] {
  const disposition = headers['content-disposition'] ?? '';
  const checks: Record<string, boolean> = {
    [`it is served with ${status}`]: status === 200,
    [`it is served as ${headers['content-type']}`]: headers['content-type'] === type,
    'nosniff is missing': headers['x-content-type-options'] === 'nosniff',
    'it is not in a sandbox': headers['content-security-policy'] === SANDBOX,
    'other sites may embed it': headers['cross-origin-resource-policy'] === 'same-origin',
    'it is shown instead of saved': disposition.startsWith(type === 'image/webp' ? 'inline; ' : 'attachment; '),
    'its name is not quoted': SAFE_DISPOSITION.test(disposition),
    'it sets a cookie': headers['set-cookie'] === undefined,
  };
  return Object.entries(checks).flatMap(([what, isRight]) => (isRight ? [] : [what]));
}

/** Sends what neither a browser nor tus sends. */
async function misuseProtocols(owner: Actor, attempts: Attempts): Promise<void> {
  const begin = (fields: object): Promise<AttackResponse> =>
    owner.send({
      method: 'POST',
      path: SESSIONS,
      body: { purpose: 'message-file', name: 'a.txt', size: 10, ...fields },
    });
  const lies: Record<string, object> = {
    'an upload of 0 bytes': { size: 0 },
    'an upload of fewer than 0 bytes': { size: -1 },
    'an upload over the limit': { size: FILE_LIMITS.maxBytes['message-file'] + 1 },
    'an upload of 10 GB': { size: 10 * 1_024 ** 3 },
    'an upload of 2^60 bytes': { size: 2 ** 60 },
    'an upload with a purpose of its own': { purpose: 'any-file' },
    'an upload of another owner': { ownerId: owner.id },
    'an upload that is done': { state: 'ready' },
    'an upload with a NUL in its name': { name: 'a\0.txt' },
    'an upload of HTML': { name: 'a.html' },
  };
  for (const [what, fields] of Object.entries(lies)) attempts.record(judgeRefusal(what, (await begin(fields)).status));
  await misuseSession(owner, attempts, String((JSON.parse((await begin({})).text) as { url: string }).url));
  const parts: Record<string, FormData> = { 'a form without a file': new FormData() };
  const [two, other, large] = [new FormData(), new FormData(), new FormData()];
  for (const field of ['file', 'file']) two.append(field, new Blob([new Uint8Array(PDF)]), 'a.pdf');
  other.set('__proto__', new Blob([new Uint8Array(PDF)]), 'a.pdf');
  large.set('file', new Blob([Buffer.alloc(FILE_LIMITS.imageMaxBytes + OVER, 'x')]), 'a.txt');
  Object.assign(parts, { 'two files': two, 'a file in the field __proto__': other, 'a file over the limit': large });
  for (const [what, form] of Object.entries(parts)) {
    const { status } = await owner.send({ method: 'POST', path: '/api/uploads?purpose=message-file', form });
    attempts.record(judgeRefusal(what, status));
  }
}

/** Sends bytes of a session wrongly, and then checks that none was stored. */
async function misuseSession(owner: Actor, attempts: Attempts, url: string): Promise<void> {
  const usual = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const wrong: Record<string, Record<string, string | null>> = {
    'past the end': { 'upload-offset': '11' },
    'at a wrong offset': { 'upload-offset': '3' },
    'below 0': { 'upload-offset': '-1' },
    'at no offset': { 'upload-offset': null },
    'with another length': { 'upload-length': '20' },
    'as JSON': { 'content-type': 'application/json' },
    'as a form': { 'content-type': 'multipart/form-data; boundary=x' },
    'without a token': { 'csrf-token': 'x' },
    'from another site': { origin: 'https://evil.example' },
    'without a session': { cookie: null },
  };
  for (const [what, headers] of Object.entries(wrong)) {
    const request = { method: 'PATCH', path: url, body: '0123456789', headers: { ...usual, ...headers } };
    attempts.record(judgeRefusal(`bytes of an upload ${what}`, (await owner.send(request)).status));
  }
  const long = await owner.send({ method: 'PATCH', path: url, body: '0123456789+', headers: usual });
  attempts.record(judgeRefusal('more bytes than an upload has', long.status));
  for (const path of ['..%2f..%2fetc%2fpasswd', '%00', 'x', 'a'.repeat(500)]) {
    const response = await owner.send({ method: 'PATCH', path: `${SESSIONS}/${path}`, body: 'x', headers: usual });
    attempts.record(judgeRefusal(`bytes of the upload ${path.slice(0, 30)}`, response.status));
  }
  const { text } = await owner.send({ method: 'GET', path: url });
  const { offset, state } = JSON.parse(text) as { offset: number; state: string };
  attempts.refuse('bytes of a refused request were stored', offset !== 0 || state !== 'receiving');
}

function listStored(dataDir: string): string[] {
  return ['files', 'uploads'].flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name),
  );
}
