import { UNSPACED_SCRIPTS } from '#shared/scripts.ts';

/**
 * Version of the words of a text: what an older version has indexed is indexed again. Version 2 cuts at the borders of
 * scripts.
 */
export const WORDS_VERSION = 2;

/** A normalised word of a text, with its position in UTF-16 code units. */
export interface FoundWord {
  word: string;
  from: number;
  to: number;
  /** The first character of a pair of characters, and where it ends. */
  first?: { word: string; to: number };
  /** True for the last character of a run of pairs, which the last pair contains too. */
  isTail?: true;
}

/** Text of these scripts is cut into overlapping pairs of characters. */
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** Scripts in which one character can be a word, and whose words touch words and numbers of other scripts. */
const DENSE = new RegExp(String.raw`[${UNSPACED_SCRIPTS}\p{sc=Hang}]`, 'u');
const RUN = new RegExp(
  String.raw`[${UNSPACED_SCRIPTS}][${UNSPACED_SCRIPTS}\p{M}]*|\p{sc=Hang}[\p{sc=Hang}\p{M}]*|[^${UNSPACED_SCRIPTS}\p{sc=Hang}]+`,
  'gu',
);
const PIECE = /\p{Extended_Pictographic}|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*[+#]{0,2}/gu;
/** Combining marks that users of these scripts omit when they search; in other scripts they are vowels. */
const OPTIONAL_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
/** Letters that Unicode does not decompose, as users without that keyboard type them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
  ـ: '',
};
const WORD_MAX_CHARS = 64;

/**
 * Normalises a text for comparison: lower case, compatible forms, without the accents that users omit.
 */
export function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(OPTIONAL_MARKS, '').normalize('NFKC').toLowerCase();
  return plain.replace(/[øłđðþßæœıςـ]/gu, (letter) => PLAIN[letter] ?? letter).replace(OPTIONAL_MARKS, '');
}

/** True when a text contains a script in which one character can be a word. */
export function isDense(text: string): boolean {
  return DENSE.test(text);
}

/**
 * Finds the words of a text in any script; emoji count as words, "C++" as one beside "c". A text of a script without
 * spaces is cut where another script or a number begins. Its last character is found alone too, so that each character
 * begins a word.
 */
export function* findWords(text: string): Generator<FoundWord> {
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (!isDense(piece)) yield* findWhole(piece, index);
    else
      for (const run of piece.matchAll(RUN))
        yield* (UNSPACED.test(run[0]) ? findPairs : findWhole)(run[0], index + run.index);
  }
}

function* findWhole(run: string, from: number): Generator<FoundWord> {
  const word = fold(run).slice(0, WORD_MAX_CHARS);
  if (word !== '') yield { word, from, to: from + run.length };
}

function* findPairs(run: string, start: number): Generator<FoundWord> {
  const characters = [...run];
  let from = start;
  for (const [at, character] of characters.entries()) {
    const to = from + character.length;
    const next = characters[at + 1];
    const word = fold(character);
    if (next !== undefined) yield { word: fold(character + next), from, to: to + next.length, first: { word, to } };
    else yield { word, from, to, ...(at > 0 && { isTail: true as const }) };
    from = to;
  }
}

/** Returns the words of a text in order, without the last characters of runs, which the pairs contain. */
export function wordsOf(text: string): string[] {
  return Array.from(findWords(text), ({ word, isTail }) => (isTail ? '' : word)).filter((word) => word !== '');
}

/** Words of texts for tags and keywords, each once. */
export function toWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))];
}

/** Tsvector weights of the parts of a document: title, tags and keywords, content. */
export type Weight = 'A' | 'B' | 'D';

/** Postgres stores positions up to this, and 256 of each word. */
const LAST_POSITION = 16_383;
const GAP = 16;
const CONTENT_WORDS = 3_000;

/**
 * Writes texts as a tsvector literal, word by word, so that words do not depend on the parsers, dictionaries and
 * locales of the database.
 */
export function toVector(parts: readonly { text: string; weight: Weight }[]): string {
  const positions = new Map<string, string[]>();
  let at = 0;
  for (const { text, weight } of parts) {
    let words = 0;
    for (const { word, isTail } of findWords(text)) {
      if ((words += 1) > CONTENT_WORDS) break;
      // A last character is where the pair is that contains it, so that the next word follows both.
      if (!isTail) at = Math.min(at + 1, LAST_POSITION);
      for (const form of new Set([word, word.replace(/[+#]+$/u, '')])) {
        const known = positions.get(form);
        if (!known) positions.set(form, [`${at}${weight}`]);
        else if (known.length < 200) known.push(`${at}${weight}`);
      }
    }
    at = Math.min(at + GAP, LAST_POSITION);
  }
  return Array.from(positions, ([word, places]) => `${quoted(word)}:${places.join(',')}`).join(' ');
}

/** Writes a word for a tsvector or tsquery literal. */
export function quoted(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
}
