import { read, type Reader } from '../../db/read.ts';

/** Words that are corrected, or used as corrections: letters only, of these lengths in characters. */
const MIN_CHARS = 4;
const MAX_CHARS = 30;
const WORD = /^[\p{L}\p{M}]+$/u;
/** Words of at least this length may have two errors, shorter ones one. */
const LONG_CHARS = 8;
/** Variants are made of this many first characters; the whole word is compared afterwards. */
const PREFIX_CHARS = 7;
const CANDIDATES = 200;

const NEAR = {
  name: 'search-near-words',
  text: `select w.word, w.documents from search_words w where w.variants && $1::text[] limit ${CANDIDATES}`,
};
const KNOWN = { name: 'search-known-words', text: 'select w.word from search_words w where w.word = any($1::text[])' };

/** Returns whether a word takes part in spelling correction. */
export function isSpelt(word: string): boolean {
  const { length } = [...word];
  return length >= MIN_CHARS && length <= MAX_CHARS && WORD.test(word);
}

/**
 * Returns the beginning of a word, whole and with one letter left out, or up to two in long words. Two words that
 * differ by a typing error share a variant, in any script, which an index finds.
 */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  const found = new Set([letters.slice(0, PREFIX_CHARS).join('')]);
  let last = [...found];
  for (let left = errorsOf(letters.length); left > 0; left -= 1) {
    last = last.flatMap((text) => Array.from(text, (_letter, at) => [...text].toSpliced(at, 1).join('')));
    for (const text of last) found.add(text);
  }
  return [...found];
}

function errorsOf(length: number): number {
  return length >= LONG_CHARS ? 2 : 1;
}

/** Finds for each unknown word the most probable known word: fewest errors first, then the more frequent one. */
export async function correctWords(reader: Reader, words: readonly string[]): Promise<Map<string, string>> {
  const spelt = [...new Set(words)].filter(isSpelt);
  if (spelt.length === 0) return new Map();
  const known = new Set((await read<{ word: string }>(reader, KNOWN, [spelt])).map(({ word }) => word));
  const found = new Map<string, string>();
  for (const word of spelt) {
    if (known.has(word)) continue;
    const near = await read<{ word: string; documents: number }>(reader, NEAR, [variantsOf(word)]);
    const best = near
      .map((candidate) => ({ ...candidate, slips: slipsBetween(word, candidate.word) }))
      .filter(({ slips }) => slips <= errorsOf([...word].length))
      .toSorted((a, b) => a.slips - b.slips || b.documents - a.documents || (a.word < b.word ? -1 : 1))[0];
    if (best) found.set(word, best.word);
  }
  return found;
}

/** Counts letters to replace, delete, insert or swap with a neighbour (optimal string alignment distance). */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let row = b.map((_letter, at) => at).concat(b.length);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, opposite] of b.entries()) {
      const isSame = letter === opposite;
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === opposite;
      next.push(
        Math.min(
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          (row[j] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
