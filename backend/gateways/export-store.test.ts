import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createExportStore } from './export-store.ts';
import { StorageFullError } from './file-store.ts';

const MB = 1024 * 1024;
const [ONE, TWO] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A stream that counts how much of it was read. */
function archiveOf(megabytes: number) {
  const read = { megabytes: 0 };
  function* parts() {
    for (; read.megabytes < megabytes; read.megabytes += 1) yield Buffer.alloc(MB);
  }
  return { read, stream: Readable.from(parts()) };
}

it('stores nothing when the disk has no space for it', async () => {
  const store = createExportStore(folder, { keepFreeBytes: Number.MAX_SAFE_INTEGER });
  const { read, stream } = archiveOf(4);
  await expect(store.save(ONE, stream)).rejects.toThrow(StorageFullError);
  expect(read.megabytes).toBeLessThanOrEqual(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('stores no more than its total, by the expected size and while it is written', async () => {
  const store = createExportStore(folder, { totalMaxBytes: 40 * MB });
  expect(await store.save(ONE, archiveOf(20).stream, 20 * MB)).toBe(20 * MB);
  const expected = archiveOf(30);
  await expect(store.save(TWO, expected.stream, 30 * MB)).rejects.toThrow(StorageFullError);
  expect(expected.read.megabytes).toBeLessThanOrEqual(1);
  const longer = archiveOf(200);
  await expect(store.save(TWO, longer.stream, 1)).rejects.toThrow(StorageFullError);
  expect(longer.read.megabytes).toBeLessThan(60);
  expect(readdirSync(folder)).toEqual([`${ONE}.zip`]);
});
