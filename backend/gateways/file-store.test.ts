import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startS3Server, type S3Server } from '../testing/s3-server.ts';
import {
  createFileStore,
  previewKey,
  StorageUnavailableError,
  StorageFullError,
  type ByteRange,
  type FileStore,
} from './file-store.ts';
import { createS3Store } from './s3-store.ts';

const fullDisk = vi.hoisted(() => ({ is: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, statfs: async (path: string) => (fullDisk.is ? { bavail: 1, bsize: 4096 } : real.statfs(path)) };
});

const ID = '01a1fc3c-ade1-71a8-88de-c26cbff20b91';
const OTHER = '01a1fc3c-ade1-71a8-88de-c26cbff20b92';
let folder: string;
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(() => {
  fullDisk.is = false;
  folder = mkdtempSync(join(tmpdir(), 'lyceum-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each([
  ['in a folder', () => createFileStore(join(folder, 'files'))],
  ['in S3', () => createS3Store(s3.settings)],
])('a store %s', (_where, open) => {
  let store: FileStore;
  const read = async (key: string, range?: ByteRange) => {
    const stream = await store.open(key, range);
    return stream && (await buffer(stream));
  };
  const list = async (time: Date) => {
    const found = [];
    for await (const shelf of store.listOlderThan(time)) found.push(...shelf);
    return found.toSorted();
  };
  beforeEach(() => {
    store = open();
  });
  afterEach(async () => {
    for (const id of [ID, OTHER]) await store.remove(id);
  });

  it('returns the saved bytes, and null after they are removed', async () => {
    await store.save(ID, Buffer.from('bytes'));
    expect(await read(ID)).toEqual(Buffer.from('bytes'));
    await store.remove(ID);
    await store.remove(ID);
    expect(await read(ID)).toBeNull();
  });

  it('stores a large file from the disk without moving it', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const path = join(folder, 'large');
    writeFileSync(path, bytes);
    await store.save(ID, { path });
    expect((await read(ID))?.equals(bytes)).toBe(true);
    expect(existsSync(path)).toBe(true);
    rmSync(path);
    expect((await read(ID))?.equals(bytes)).toBe(true);
  });

  it.each([
    [0, 1],
    [3, 6],
    [9, 9],
  ])('returns the bytes from %i to %i', async (start, end) => {
    await store.save(ID, Buffer.from('0123456789'));
    expect(String(await read(ID, { start, end }))).toBe('0123456789'.slice(start, end + 1));
  });

  it('stores a preview with a file and removes both', async () => {
    await store.save(ID, Buffer.from('whole'));
    await store.save(previewKey(ID), Buffer.from('small'));
    expect([String(await read(ID)), String(await read(previewKey(ID)))]).toEqual(['whole', 'small']);
    await store.remove(ID);
    expect([await read(ID), await read(previewKey(ID))]).toEqual([null, null]);
  });

  it('overwrites the part of a failed attempt', async () => {
    await store.save(ID, Buffer.from('first'));
    await store.save(ID, Buffer.from('second'));
    expect(String(await read(ID))).toBe('second');
  });

  it('lists what is older than a time, once a file', async () => {
    await store.save(ID, Buffer.from('whole'));
    await store.save(previewKey(ID), Buffer.from('small'));
    await store.save(OTHER, Buffer.from('other'));
    expect(await list(new Date(Date.now() - 60_000))).toEqual([]);
    expect(await list(new Date(Date.now() + 60_000))).toEqual([ID, OTHER]);
  });

  it.each(['../../../../../../tmp/escaped-from-the-store', '', `${ID}/x`, `${ID}.part`, ID.toUpperCase()])(
    'takes no key %j',
    async (key) => {
      await expect(store.save(key, Buffer.from('x'))).rejects.toThrow('UUID');
      await expect(store.open(key)).rejects.toThrow('UUID');
      expect(existsSync('/tmp/escaped-from-the-store')).toBe(false);
    },
  );
});

it('reads a small part of a file in a folder at once, and none of a missing or shorter one', async () => {
  const store = createFileStore(folder);
  await store.save(ID, Buffer.from('0123456789'));
  expect(String(await store.readPart?.(ID, { start: 3, end: 6 }))).toBe('3456');
  expect(await store.readPart?.(ID, { start: 3, end: 10 })).toBeNull();
  expect(await store.readPart?.(OTHER, { start: 0, end: 1 })).toBeNull();
});

it('reports a full disk and leaves no file', async () => {
  const store = createFileStore(folder, { keepFreeBytes: 8192 });
  fullDisk.is = true;
  await expect(store.save(ID, Buffer.from('bytes'))).rejects.toBeInstanceOf(StorageFullError);
  expect(readdirSync(join(folder, ID.slice(-2)))).toEqual([]);
});

it('what a crash cut off is listed and removed', async () => {
  const store = createFileStore(folder);
  const path = join(folder, ID.slice(-2), ID);
  await store.save(ID, Buffer.from('bytes'));
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(path, longAgo, longAgo);
  renameSync(path, `${path}.part`);
  const shelves = [];
  for await (const shelf of store.listOlderThan(new Date(Date.now() - 60_000))) shelves.push(shelf);
  expect(shelves).toEqual([[ID]]);
  await store.remove(ID);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

describe('an S3 store that does not respond', () => {
  let server: Server;
  let store: FileStore;
  const warnings: unknown[] = [];
  const listen = async (onRequest: (socket: Socket) => void, { timeoutMs = 300 } = {}) => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => onRequest(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = createS3Store({ ...s3.settings, endpoint }, { warn: (text) => warnings.push(text), timeoutMs });
  };
  afterEach(() => server.close());

  it('is reported as unavailable after its time', async () => {
    await listen(() => undefined);
    await expect(store.save(ID, Buffer.from('bytes'))).rejects.toBeInstanceOf(StorageUnavailableError);
    await expect(store.open(ID)).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  it('ends a file that stops in the middle', async () => {
    // The beginning must arrive within this time.
    const times = { timeoutMs: 2_000 };
    await listen((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'), times);
    const stream = await store.open(ID);
    await expect(buffer(stream as Readable)).rejects.toThrow();
  });

  it('reports faults as unavailable, and the refusal of its key as itself', async () => {
    await listen((socket) => socket.end('HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n'));
    await expect(store.open(ID)).rejects.toBeInstanceOf(StorageUnavailableError);
    server.close();
    const refusal = '<Error><Code>InvalidAccessKeyId</Code><Message>InvalidAccessKeyId</Message></Error>';
    const response = `HTTP/1.1 403 Forbidden\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`;
    await listen((socket) => socket.end(response), { timeoutMs: 60_000 });
    await expect(store.open(ID)).rejects.toThrow('InvalidAccessKeyId');
    expect(warnings).toEqual([]);
  });
});
