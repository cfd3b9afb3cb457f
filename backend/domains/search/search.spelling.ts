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
/** Words of one query that are corrected, and corrections that are tried for each. */
const WORDS_MAX = 4;
const TRIED_MAX = 4;

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

/**
 * Finds for each word that the viewer finds nothing by the most probable one by which they find something: fewest
 * errors first, then the more frequent one. `isFound` says whether the viewer finds anything by a word. So whether a
 * word is corrected, and to what, depends only on what the viewer may find, and on what everyone may find; else the
 * correction of a decoy would tell whether a word occurs in records that are hidden from the viewer.
 */
export async function correctWords(
  reader: Reader,
  words: readonly string[],
  isFound: (word: string) => Promise<boolean>,
): Promise<Map<string, string>> {
  const spelt = [...new Set(words)].filter(isSpelt).slice(0, WORDS_MAX);
  const found = new Map<string, string>();
  for (const word of spelt) {
    if (await isFound(word)) continue;
    for (const candidate of await listNear(reader, word)) {
      if (!(await isFound(candidate))) continue;
      found.set(word, candidate);
      break;
    }
  }
  return found;
}

/** Lists the words that differ from a word by a typing error, the most probable first. */
async function listNear(reader: Reader, word: string): Promise<string[]> {
  const near = await read<{ word: string; documents: number }>(reader, NEAR, [variantsOf(word)]);
  return near
    .map((candidate) => ({ ...candidate, slips: slipsBetween(word, candidate.word) }))
    .filter(({ slips }) => slips > 0 && slips <= errorsOf([...word].length))
    .toSorted((a, b) => a.slips - b.slips || b.documents - a.documents || (a.word < b.word ? -1 : 1))
    .slice(0, TRIED_MAX)
    .map((candidate) => candidate.word);
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
