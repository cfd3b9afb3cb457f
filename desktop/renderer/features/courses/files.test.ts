import { expect, test } from 'vitest';
import { canRead, fileToContinue } from './files.ts';

const FILES = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const at = (fileId: string, percent: number, day: number) => ({
  fileId,
  percent,
  furthest: percent,
  position: '1',
  updatedAt: `2026-11-0${String(day)}T10:00:00.000Z`,
});

test.each([
  ['nothing is read', [], 'a'],
  ['the first is finished', [at('a', 1, 1)], 'b'],
  ['a later one is begun', [at('c', 0.5, 1)], 'c'],
  ['two are begun', [at('b', 0.2, 2), at('c', 0.5, 1)], 'b'],
  ['the last read is finished', [at('a', 0.2, 1), at('c', 0.99, 2)], 'a'],
  ['the last read is looked at again', [{ ...at('a', 0.1, 2), furthest: 1 }, at('c', 0.5, 1)], 'c'],
  ['all are finished', [at('a', 1, 1), at('b', 1, 2), at('c', 1, 3)], 'a'],
])('continues with the right file when %s', (_when, positions, id) => {
  expect(fileToContinue(FILES, positions)?.id).toBe(id);
});

test('continues with no file of an item without files', () => {
  expect(fileToContinue([], [])).toBeUndefined();
});

test.each([
  ['application/pdf', true],
  ['text/plain', true],
  ['text/vtt', false],
  ['application/zip', false],
])('%s is read in the app: %o', (type, isReadable) => {
  expect(canRead({ type })).toBe(isReadable);
});
