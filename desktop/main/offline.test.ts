import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OfflineFile, OfflineState } from '#shared/bridge/offline.ts';
import { createKey } from './core/encryption.ts';
import { OfflineCopies } from './offline.ts';
import { listCopies } from './platform/offline-files.ts';

vi.mock('./platform/offline-files.ts', async (original) => {
  const files = await original<typeof import('./platform/offline-files.ts')>();
  return { ...files, listCopies: vi.fn(files.listCopies) };
});

const SERVER = 'https://lyceum.example';
const TEXT = 'Leaves drink through their roots.';

let rootDir: string;
let sent: OfflineState[];
let requested: string[];
/** What the server sends; a promise holds the end of the body back. */
let answer: (signal: AbortSignal) => Response;

beforeEach(() => {
  rootDir = mkdtempSync(join(tmpdir(), 'lyceum-offline-'));
  sent = [];
  requested = [];
  vi.useRealTimers();
  answer = () => new Response(TEXT);
});
afterEach(() => rmSync(rootDir, { recursive: true, force: true }));

const KEY = createKey();

function openCopies(userId = 'ana', serverUrl: string | null = SERVER, key = KEY): OfflineCopies {
  const fetch = async (url: string, init: { signal: AbortSignal }): Promise<Response> => {
    requested.push(url);
    return answer(init.signal);
  };
  const copies = new OfflineCopies({
    fetchFromServer: fetch,
    rootDir,
    serverUrl: () => serverUrl,
    keyOf: () => key,
    send: (state) => void sent.push(state),
  });
  copies.follow(userId);
  return copies;
}

function fileOf(text = TEXT, changes: Partial<OfflineFile> = {}): OfflineFile {
  return {
    courseId: randomUUID(),
    courseTitle: 'Botany',
    fileId: randomUUID(),
    title: 'sheet',
    name: 'sheet.txt',
    type: 'text/plain',
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    version: 1,
    ...changes,
  };
}

/** A body whose first bytes arrive, and which ends only when the request is aborted. */
function endless(signal: AbortSignal): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(TEXT.slice(0, 5)));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );
}

const listFiles = () =>
  readdirSync(rootDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index')
    .map(({ name }) => name);
const ask = (path: string) => new Request(`app://lyceum${path}`);
const stateOf = (copies: OfflineCopies) => copies.handlers.getOfflineState();

it('stores a file once, although it is asked for twice at once, and reads it', async () => {
  const copies = openCopies();
  const file = fileOf();
  const results = await Promise.all([copies.handlers.saveOfflineCopy(file), copies.handlers.saveOfflineCopy(file)]);
  expect(results).toEqual([{ ok: true }, { ok: true }]);
  expect(requested).toEqual([`${SERVER}/api/courses/${file.courseId}/files/${file.fileId}/download`]);
  const again = openCopies();
  expect((await stateOf(again)).copies).toMatchObject([{ fileId: file.fileId, version: 1 }]);
  expect(await (await again.read(ask(`/offline/${file.fileId}`)))?.text()).toBe(TEXT);
  const path = `/api/courses/${file.courseId}/files/${file.fileId}`;
  expect(await (await again.readInstead(ask(path)))?.text()).toBe(TEXT);
});

it.each<[string, () => Response, Partial<OfflineFile>, string]>([
  ['other bytes of the same size', () => new Response(TEXT.toUpperCase()), {}, 'CHANGED'],
  ['more bytes', () => new Response(TEXT + TEXT), {}, 'CHANGED'],
  ['fewer bytes', () => new Response('Leaves'), {}, 'CHANGED'],
  ['a refusal', () => new Response('{}', { status: 404 }), {}, 'REFUSED'],
  ['more than the disk has', () => new Response(TEXT), { size: Number.MAX_SAFE_INTEGER }, 'DISK_FULL'],
  [
    'no response',
    () => {
      throw new TypeError('fetch failed');
    },
    {},
    'UNREACHABLE',
  ],
])('keeps the older copy when it receives %s', async (_case, second, changes, problem) => {
  const copies = openCopies();
  const file = fileOf();
  await copies.handlers.saveOfflineCopy(file);
  answer = second;
  const newer = { ...file, version: 2, ...changes };
  expect(await copies.handlers.saveOfflineCopy(newer)).toEqual({ ok: false, problem });
  expect((await stateOf(copies)).copies).toMatchObject([{ version: 1 }]);
  expect(listFiles()).toEqual([file.fileId]);
  expect(await (await copies.read(ask(`/offline/${file.fileId}`)))?.text()).toBe(TEXT);
});

it('stops copying, and leaves nothing of it', async () => {
  const copies = openCopies();
  const file = fileOf();
  answer = endless;
  const result = copies.handlers.saveOfflineCopy(file);
  await expect.poll(() => sent.at(-1)?.saving[0]?.received).toBe(5);
  await copies.handlers.removeOfflineCopy(file.fileId);
  expect(await result).toEqual({ ok: false, problem: 'CANCELLED' });
  expect(listFiles()).toEqual([]);
  await expect.poll(() => sent.at(-1)).toEqual({ copies: [], saving: [] });
});

it('sends the states in their order, also when the list of an earlier one is read late', async () => {
  const copies = openCopies();
  const file = fileOf();
  const held = Promise.withResolvers<void>();
  vi.mocked(listCopies).mockImplementationOnce(async () => (await held.promise, []));
  answer = endless;
  const result = copies.handlers.saveOfflineCopy(file);
  await expect.poll(async () => (await stateOf(copies)).saving[0]?.received).toBe(5);
  held.resolve();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map(({ saving }) => saving[0]?.received).at(-1)).toBe(5);
  await copies.wipe();
  await result;
});

it('removes one copy, and with the sign-out all of the account and what is being copied', async () => {
  const copies = openCopies();
  const [one, other, third] = [fileOf(), fileOf(), fileOf()];
  await copies.handlers.saveOfflineCopy(one);
  await copies.handlers.saveOfflineCopy(other);
  await copies.handlers.removeOfflineCopy(one.fileId);
  expect(listFiles()).toEqual([other.fileId]);
  const ben = openCopies('ben');
  await ben.handlers.saveOfflineCopy(third);
  answer = endless;
  const result = copies.handlers.saveOfflineCopy(one);
  await expect.poll(async () => (await stateOf(copies)).saving[0]?.received).toBe(5);
  await copies.wipe();
  expect(await result).toEqual({ ok: false, problem: 'CANCELLED' });
  expect(listFiles()).toEqual([third.fileId]);
  expect(await stateOf(copies)).toEqual({ copies: [], saving: [] });
});

it('shows nothing of another account, of another server, or without one', async () => {
  const file = fileOf();
  await openCopies().handlers.saveOfflineCopy(file);
  for (const copies of [openCopies('ben'), openCopies('ana', 'https://other.example'), openCopies('ana', null)]) {
    expect(await stateOf(copies)).toEqual({ copies: [], saving: [] });
    expect(await copies.read(ask(`/offline/${file.fileId}`))).toBeNull();
  }
  expect(await openCopies('ana', null).handlers.saveOfflineCopy(file)).toEqual({ ok: false, problem: 'UNAVAILABLE' });
});

it.each(['../index', 'index', '..%2f..%2fsecret', ''])('reads only copies: %s', async (name) => {
  const copies = openCopies();
  await copies.handlers.saveOfflineCopy(fileOf());
  expect(await copies.read(ask(`/offline/${name}`))).toBeNull();
});

it('does not list a copy whose bytes are missing', async () => {
  const copies = openCopies();
  const file = fileOf();
  await copies.handlers.saveOfflineCopy(file);
  const [folder = ''] = readdirSync(rootDir);
  rmSync(join(rootDir, folder, file.fileId));
  expect((await stateOf(copies)).copies).toEqual([]);
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const cardsOf =
  (...cards: [OfflineFile, object][]) =>
  () =>
    Response.json(cards.map(([{ courseId: id }, viewer]) => ({ id, title: 'Botany', viewer })));

it('stores nothing that can be read without the key of the account', async () => {
  const file = fileOf();
  await openCopies().handlers.saveOfflineCopy(file);
  const stored = readdirSync(rootDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(stored).toHaveLength(2);
  for (const { parentPath, name } of stored)
    expect(readFileSync(join(parentPath, name), 'latin1')).not.toMatch(/Leaves|Botany|sheet/);
  const withoutKey = openCopies('ana', SERVER, createKey());
  expect((await stateOf(withoutKey)).copies).toEqual([]);
  expect(await withoutKey.read(ask(`/offline/${file.fileId}`))).toBeNull();
});

it('removes copies of items that the member no longer has, when the server can be reached again', async () => {
  const [refunded, owned, enrolled, hidden] = [fileOf(), fileOf(), fileOf(), fileOf()];
  const copies = openCopies();
  for (const file of [refunded, owned, enrolled, hidden]) await copies.handlers.saveOfflineCopy(file);
  requested = [];
  // The server was asked less than an hour ago.
  await copies.confirm();
  expect(requested).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1_000 });
  const responses = [
    (): Response => {
      throw new TypeError('net::ERR_CONNECTION_REFUSED');
    },
    () => new Response('{}', { status: 503 }),
    () => Response.json({ unexpected: true }),
  ];
  for (const response of responses) {
    answer = response;
    await copies.confirm();
    expect((await stateOf(copies)).copies).toHaveLength(4);
  }
  const lost = { isOwner: false, isEnrolled: false };
  answer = cardsOf([refunded, lost], [owned, { ...lost, isOwner: true }], [enrolled, { ...lost, isEnrolled: true }]);
  copies.follower.onStatus('live');
  await expect.poll(() => listFiles().toSorted()).toEqual([owned.fileId, enrolled.fileId].toSorted());
  const left = (await stateOf(copies)).copies.map(({ fileId }) => fileId);
  expect(left.toSorted()).toEqual([owned.fileId, enrolled.fileId].toSorted());
  expect(await copies.read(ask(`/offline/${refunded.fileId}`))).toBeNull();
});

it('opens a copy for 30 days without the server, and again when it has confirmed it', async () => {
  const file = fileOf();
  const copies = openCopies();
  await copies.handlers.saveOfflineCopy(file);
  const savedMs = Date.now();
  answer = () => {
    throw new TypeError('net::ERR_INTERNET_DISCONNECTED');
  };
  const read = async () => (await copies.read(ask(`/offline/${file.fileId}`)))?.text();
  vi.useFakeTimers({ toFake: ['Date'], now: savedMs + 30 * DAY_MS - 60_000 });
  expect(await read()).toBe(TEXT);
  vi.setSystemTime(savedMs + 30 * DAY_MS + 60_000);
  expect(await read()).toBeUndefined();
  expect((await stateOf(copies)).copies).toEqual([]);
  await copies.confirm();
  answer = cardsOf([file, { isOwner: false, isEnrolled: true }]);
  await copies.confirm();
  expect(await read()).toBe(TEXT);
});

it('removes what no list contains, such as copies that were sealed with another key', async () => {
  const old = fileOf();
  await openCopies('ana', SERVER, createKey()).handlers.saveOfflineCopy(old);
  const [folder = ''] = readdirSync(rootDir);
  writeFileSync(join(rootDir, folder, 'index.json'), '[]');
  const copies = openCopies();
  await copies.confirm();
  expect(readdirSync(join(rootDir, folder))).toEqual(['index']);
});
