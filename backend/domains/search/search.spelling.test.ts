import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipsBetween, variantsOf } from './search.spelling.ts';

describe('slipsBetween', () => {
  it.each([
    ['algebra', 'algebra', 0],
    ['algebra', 'algebr', 1],
    ['algebra', 'allgebra', 1],
    ['algebra', 'algebta', 1],
    ['algebra', 'algerba', 1],
    ['photosynthesis', 'fotosynthesis', 2],
    ['', 'abc', 3],
    ['биология', 'биолгоия', 1],
  ])('%s and %s', (one, other, slips) => {
    expect(slipsBetween(one, other)).toBe(slips);
    expect(slipsBetween(other, one)).toBe(slips);
  });
});

const letters = fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäöш数'), { minLength: 4, maxLength: 14 });

describe('variantsOf', () => {
  it('gives a word and each misspelling of it a common variant', () => {
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom('omit', 'double', 'change', 'swap'), (word, place, kind) => {
        const at = place % (word.length - 1);
        const slip = [...word];
        if (kind === 'omit') slip.splice(at, 1);
        else if (kind === 'double') slip.splice(at, 0, 'q');
        else if (kind === 'change') slip[at] = 'q';
        else slip.splice(at, 2, slip[at + 1] ?? '', slip[at] ?? '');
        fc.pre(slip.length >= 4);
        const known = new Set(variantsOf(word.join('')));
        expect(variantsOf(slip.join('')).some((variant) => known.has(variant))).toBe(true);
      }),
    );
  });

  it('makes few variants', () => {
    expect(variantsOf('x'.repeat(30))).toHaveLength(3);
    expect(variantsOf('internationalization').length).toBeLessThanOrEqual(29);
  });
});
