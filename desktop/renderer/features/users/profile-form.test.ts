import { describe, expect, it } from 'vitest';
import { overlapOf } from './profile-form.ts';

const entry = (start: string, end: string | null) => ({ start, end });

describe('overlapOf', () => {
  it.each([
    ['apart', [entry('2018-09', '2020-06'), entry('2020-09', null)], null],
    ['one after the other in one month', [entry('2018-09', '2020-06'), entry('2020-06', null)], null],
    ['one inside the other', [entry('2018-09', '2022-06'), entry('2019-01', '2019-06')], 1],
    ['both going on', [entry('2018-09', null), entry('2020-01', null)], 1],
    ['a month not chosen yet', [entry('2018-09', ''), entry('2018-10', null)], null],
  ])('of two entries %s', (_case, entries, found) => {
    expect(overlapOf(entries, 0)).toBe(found);
  });
});
