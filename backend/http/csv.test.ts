import { expect, it } from 'vitest';
import { toCell } from './csv.ts';

it.each([
  ['=1+1', `"'=1+1"`],
  ['+49', `"'+49"`],
  ['-1', `"'-1"`],
  ['@x', `"'@x"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠x', `"'＠x"`],
  ['\t=1', `"'\t=1"`],
  [' =1', `"' =1"`],
  ['a "b"', '"a ""b"""'],
  ['plain', 'plain'],
  [7, '7'],
  [null, ''],
])('writes %j as %s', (value, cell) => {
  expect(toCell(value)).toBe(cell);
});
