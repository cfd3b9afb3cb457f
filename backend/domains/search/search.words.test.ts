import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findRanges, makeSnippet } from './search.highlight.ts';
import { parseQuery, toTsquery } from '../../db/text/text-query.ts';
import { fold, toVector, toWords } from '../../db/text/words.ts';

it('folds accents and case, and distinguishes other letters', () => {
  expect(['Ångström', 'ŁÓDŹ', 'Straße', 'ﬁn', 'Ａｂ', 'İstanbul', 'Σοφός', 'كِتَاب', 'हिन्दी', '각'].map(fold)).toEqual([
    'angstrom',
    'lodz',
    'strasse',
    'fin',
    'ab',
    'istanbul',
    'σοφοσ',
    'كتاب',
    'हिन्दी',
    '각',
  ]);
});

it('splits any script into words', () => {
  expect(toWords("C++ & C#: it's 数学を 3.5 🚀🚀")).toEqual(['c++', 'c#', 'it', 's', '数学', '学を', '3', '5', '🚀']);
});

it('cuts words at the borders of scripts without spaces', () => {
  expect(toVector([{ text: '今日Python3を2026年、C言語', weight: 'D' }])).toBe(
    `'今日':1D '日':1D 'python3':2D 'を':3D '2026':4D '年':5D 'c':6D '言語':7D '語':7D`,
  );
  expect(toWords('２０２６年 한국어Kor ภาษาC++')).toEqual(['2026', '年', '한국어', 'kor', 'ภา', 'าษ', 'ษา', 'c++']);
  expect(toTsquery(parseQuery('猫'))).toBe(`('猫':*)`);
  expect(toTsquery(parseQuery('猫 Python入門 -犬'))).toBe(`('猫':*) & ('python' <-> '入門':*) & !('犬':*)`);
});

it('writes vectors and queries without injected syntax', () => {
  expect(
    toVector([
      { text: 'C++ now', weight: 'A' },
      { text: 'c', weight: 'D' },
    ]),
  ).toBe(`'c++':1A 'c':1A,19D 'now':2A`);
  expect(toTsquery(parseQuery('two "exact words" -not las'))).toBe(
    `('two') & ('exact' <-> 'words') & ('las':*) & !('not')`,
  );
  expect(toTsquery(parseQuery('-only'))).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      expect(toTsquery(parseQuery(text)) ?? '').toMatch(/^[^;\\]*$/u);
    }),
  );
});

it('highlights whole characters in order in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const { snippet, ranges } = makeSnippet(text, (word) => word.length % 2 === 0);
      let end = 0;
      for (const [from, to] of ranges) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(snippet.slice(from, to).isWellFormed()).toBe(true);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(snippet.length);
    }),
  );
  expect(findRanges('🚀 Ünïcode', (word) => word === 'unicode')).toEqual([[3, 10]]);
});

it('shows the part of a long text that contains the word', () => {
  const { snippet, ranges } = makeSnippet(
    `${'before '.repeat(100)}needle ${'after '.repeat(100)}`,
    (word) => word === 'needle',
  );
  expect(snippet).toMatch(/^… (?:before )+needle (?:after )+…$/);
  expect(snippet.length).toBeLessThan(200);
  expect(ranges.map(([from, to]) => snippet.slice(from, to))).toEqual(['needle']);
});
