import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openArchive } from './archive.ts';

const zip = (level: 0 | 9) =>
  zipSync({ 'a/one.txt': strToU8('One'), 'two.txt': strToU8('x'.repeat(5_000)) }, { level });

it.each([0, 9] as const)('reads files by their paths, with compression %i', (level) => {
  const archive = openArchive(zip(level));
  expect(new TextDecoder().decode(archive.read('a/one.txt') ?? undefined)).toBe('One');
  expect(archive.sizeOf('two.txt')).toBe(5_000);
  expect(archive.read('three.txt')).toBeNull();
  expect(archive.sizeOf('three.txt')).toBe(0);
});

it('does not unpack a file that is said to be larger than 64 MB', () => {
  const bytes = zip(9);
  // The size in the directory (APPNOTE.TXT 4.3.12) of two.txt, the last entry.
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const entry = bytes.findLastIndex((byte, at) => byte === 0x50 && view.getUint32(at, true) === 0x02014b50);
  view.setUint32(entry + 24, 65 * 1024 * 1024, true);
  expect(openArchive(bytes).read('two.txt')).toBeNull();
});

it.each([
  ['an empty file', new Uint8Array()],
  ['half of an archive', zip(9).slice(0, 60)],
  ['something else', strToU8('PK\u0003\u0004 and nothing more')],
])('refuses %s', (_what, bytes) => {
  expect(() => openArchive(bytes)).toThrow();
});
