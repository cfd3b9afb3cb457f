import { describe, expect, it } from 'vitest';
import { overlapOf } from './profile-form.ts';

const line = (start: string, end: string | null) => ({ start, end });

describe('overlapOf', () => {
  it.each([
    ['apart', [line('2018-09', '2020-06'), line('2020-09', null)], null],
    ['one after the other in one month', [line('2018-09', '2020-06'), line('2020-06', null)], null],
    ['one inside the other', [line('2018-09', '2022-06'), line('2019-01', '2019-06')], 1],
    ['both going on', [line('2018-09', null), line('2020-01', null)], 1],
    ['a month not chosen yet', [line('2018-09', ''), line('2018-10', null)], null],
  ])('of two lines %s', (_case, lines, found) => {
    expect(overlapOf(lines, 0)).toBe(found);
  });
});
