import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFileStore, StorageFullError, type FileStore } from './file-store.ts';

const fullDisk = vi.hoisted(() => ({ is: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, statfs: async (path: string) => (fullDisk.is ? { bavail: 1, bsize: 4096 } : real.statfs(path)) };
});

const ID = '01a1fc3c-ade1-71a8-88de-c26cbff20b91';
let folder: string;
let store: FileStore;

beforeEach(() => {
  fullDisk.is = false;
  folder = mkdtempSync(join(tmpdir(), 'lyceum-store-'));
  store = createFileStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives back what was saved, and null after it is removed', async () => {
  await store.save(ID, Buffer.from('bytes'));
  expect(await text((await store.open(ID)) ?? Readable.from([]))).toBe('bytes');
  await store.remove(ID);
  await store.remove(ID);
  expect(await store.open(ID)).toBeNull();
});

it('takes no id that is a path', async () => {
  await expect(store.save('../../../../../../tmp/escaped-from-the-store', Buffer.from('x'))).rejects.toThrow('UUID');
  expect(existsSync('/tmp/escaped-from-the-store')).toBe(false);
});

it('leaves nothing behind on a full disk', async () => {
  fullDisk.is = true;
  await expect(store.save(ID, Buffer.from('bytes'))).rejects.toBeInstanceOf(StorageFullError);
  expect(readdirSync(join(folder, ID.slice(-2)))).toEqual([]);
});

it('lists what is older than a time, and takes away what a crash cut off', async () => {
  const minuteAgo = async () => {
    const shelves = [];
    for await (const shelf of store.listOlderThan(new Date(Date.now() - 60_000))) shelves.push(shelf);
    return shelves;
  };
  const longAgo = new Date(Date.now() - 120_000);
  await store.save(ID, Buffer.from('bytes'));
  expect(await minuteAgo()).toEqual([[]]);
  const path = join(folder, ID.slice(-2), ID);
  utimesSync(path, longAgo, longAgo);
  expect(await minuteAgo()).toEqual([[ID]]);
  renameSync(path, `${path}.part`);
  expect(await minuteAgo()).toEqual([[ID]]);
  await store.remove(ID);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});
