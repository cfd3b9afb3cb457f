import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OfflineFile, OfflineState } from '#shared/bridge/offline.ts';
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
  answer = () => new Response(TEXT);
});
afterEach(() => rmSync(rootDir, { recursive: true, force: true }));

function openCopies(userId = 'ana', serverUrl: string | null = SERVER): OfflineCopies {
  const fetch = async (url: string, init: { signal: AbortSignal }): Promise<Response> => {
    requested.push(url);
    return answer(init.signal);
  };
  const copies = new OfflineCopies({
    fetchFromServer: fetch,
    rootDir,
    serverUrl: () => serverUrl,
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
    .filter((entry) => entry.isFile() && entry.name !== 'index.json')
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
  await expect.poll(() => sent.at(-1)?.saving[0]?.received).toBe(5);
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

it.each(['../index.json', 'index.json', '..%2f..%2fsecret', ''])('reads only copies: %s', async (name) => {
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
