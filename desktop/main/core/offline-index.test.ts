import { expect, it } from 'vitest';
import { accountFolder, parseIndex, parseRange, readFileId, withCopy, type StoredCopy } from './offline-index.ts';

const ID = '01a2094e-c935-72a1-947d-553c7fe7d7a3';
const COPY: StoredCopy = {
  courseId: ID,
  courseTitle: 'Botany',
  fileId: ID,
  title: 'Leaves',
  name: 'leaves.pdf',
  type: 'application/pdf',
  size: 10,
  sha256: 'a'.repeat(64),
  version: 1,
  savedAt: '2026-11-23T10:00:00.000Z',
  confirmedAt: '2026-11-23T10:00:00.000Z',
};

it('gives each account of each server a folder of its own, without their names', () => {
  const folders = [
    accountFolder('https://a.example', 'ana'),
    accountFolder('https://a.example', 'ben'),
    accountFolder('https://b.example', 'ana'),
  ];
  expect(new Set(folders).size).toBe(3);
  for (const folder of folders) expect(folder).toMatch(/^[\da-f]{32}$/);
});

it('reads the list of copies, the newest first, without damaged entries', () => {
  const newer = { ...COPY, fileId: ID.replace('a3', 'b4'), savedAt: '2026-11-23T11:00:00.000Z' };
  expect(parseIndex(JSON.stringify([COPY, { ...COPY, sha256: '../secret' }, 5, newer]))).toEqual([newer, COPY]);
  expect(parseIndex('{"not":"a list"}')).toEqual([]);
  expect(parseIndex('torn [')).toEqual([]);
});

it('replaces the copy of an older version', () => {
  const newer = { ...COPY, version: 2 };
  expect(withCopy([COPY], newer)).toEqual([newer]);
});

it.each([
  [null, 10, null],
  ['bytes=0-4', 10, { start: 0, end: 4 }],
  ['bytes=4-', 10, { start: 4, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=2-99', 10, { start: 2, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-1', 0, 'unsatisfiable'],
  ['bytes=5-2', 10, null],
  ['bytes=-', 10, null],
  ['bytes=0-1,4-5', 10, null],
  ['items=0-1', 10, null],
])('reads the range %s of %d bytes', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});

it.each([
  [`/api/courses/${ID}/files/${ID}`, ID],
  [`/api/courses/${ID}/files/${ID}/download`, null],
  [`/api/courses/${ID}/files/../${ID}`, null],
  [`/api/courses/${ID}`, null],
])('finds the file of %s', (path, id) => {
  expect(readFileId(path)).toBe(id);
});
