/** A normalised word of a text, with its position in UTF-16 code units. */
export interface FoundWord {
  word: string;
  from: number;
  to: number;
}

/** Scripts that write no spaces between words: their text is cut into overlapping pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
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

/** True when a text contains a script without spaces. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Finds the words of a text in any script; emoji count as words, "C++" as one beside "c". */
export function* findWords(text: string): Generator<FoundWord> {
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (isUnspaced(piece)) yield* findPairs(piece, index);
    else {
      const word = fold(piece).slice(0, WORD_MAX_CHARS);
      if (word !== '') yield { word, from: index, to: index + piece.length };
    }
  }
}

function* findPairs(piece: string, start: number): Generator<FoundWord> {
  const characters = [...piece];
  let from = start;
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1] ?? '';
    if (next !== '' || characters.length === 1)
      yield { word: fold(character + next), from, to: from + character.length + next.length };
    from += character.length;
  }
}

/** Words of texts for tags and keywords, each once. */
export function toWords(...texts: (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => Array.from(findWords(text ?? ''), ({ word }) => word)))];
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
    for (const { word } of findWords(text)) {
      if ((words += 1) > CONTENT_WORDS) break;
      at = Math.min(at + 1, LAST_POSITION);
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
