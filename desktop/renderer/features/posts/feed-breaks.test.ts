import { expect, it } from 'vitest';
import { chooseBreaks } from './feed-breaks.ts';

const posts = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `p${String(from + i)}`);
const NONE: ReadonlyMap<string, number> = new Map();
const ids = (breaks: ReadonlyMap<string, number>) => [...breaks].toSorted(([, a], [, b]) => a - b).map(([id]) => id);

it('leaves every twelfth position free', () => {
  expect(ids(chooseBreaks(NONE, posts(1, 10)))).toEqual([]);
  expect(ids(chooseBreaks(NONE, posts(1, 40)))).toEqual(['p11', 'p22', 'p33']);
});

it('keeps a chosen post when posts are added above it, and the map when nothing is added', () => {
  const first = chooseBreaks(NONE, posts(20, 40));
  expect(ids(first)).toEqual(['p30']);
  expect(chooseBreaks(first, posts(15, 40))).toBe(first);
  // So many that another fits above, as far from the next as any.
  expect(ids(chooseBreaks(first, posts(1, 40)))).toEqual(['p30', 'p11']);
});

it('continues with the next page, and after removed posts', () => {
  const first = chooseBreaks(NONE, posts(1, 20));
  expect(ids(chooseBreaks(first, posts(1, 40)))).toEqual(['p11', 'p22', 'p33']);
  expect(ids(chooseBreaks(first, [...posts(1, 10), ...posts(12, 40)]))).toEqual(['p11', 'p12', 'p23', 'p34']);
});
