import { expect, it } from 'vitest';
import { assignPositions } from './use-feed-ads.tsx';

it.each([
  [[], ['a', 'b'], ['a', 'b']],
  [
    ['a', 'b'],
    ['b', 'a'],
    ['a', 'b'],
  ],
  [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'b'],
  ],
  [['a', 'b'], [], [null, null]],
  [
    [null, 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
])('%j with %j running becomes %j', (before, running, after) => {
  expect(assignPositions(before, running)).toEqual(after);
});
