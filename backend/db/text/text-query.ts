import { SEARCH_LIMITS } from '#shared/limits.ts';
import { findWords, isUnspaced, quoted } from './words.ts';

/** A phrase of a query: one word, or the words between quotation marks. */
interface Unit {
  words: string[];
  /** The last word may go on: what is being typed, or a word at the end. */
  isOpen: boolean;
}

/** A query as it was understood. */
export interface ParsedQuery {
  wanted: Unit[];
  unwanted: Unit[];
}

const PART = /(-?)"([^"]*)"?|(-?)(\S+)/gu;
/** Beginnings shorter than this would fit too many words. */
const OPEN_MIN_CHARS = 2;

/**
 * Parses a query: every word counts, "quoted words" form a phrase, -word excludes. Nothing else is special, so no text
 * is an error; one without words wants nothing.
 */
export function parseQuery(text: string): ParsedQuery {
  const query: ParsedQuery = { wanted: [], unwanted: [] };
  let left: number = SEARCH_LIMITS.wordsMax;
  for (const [, minusQuoted, quotedText, minus, plain] of text.matchAll(PART)) {
    const words = Array.from(findWords(quotedText ?? plain ?? ''), ({ word }) => word).slice(0, left);
    left -= words.length;
    if (words.length === 0) continue;
    const units =
      quotedText === undefined && !isUnspaced(plain ?? '')
        ? words.map((word) => ({ words: [word], isOpen: false }))
        : [{ words, isOpen: false }];
    (minusQuoted || minus ? query.unwanted : query.wanted).push(...units);
  }
  const last = query.wanted.at(-1);
  const lastWord = last?.words.at(-1) ?? '';
  if (last && !/["\s]$/u.test(text) && [...lastWord].length >= OPEN_MIN_CHARS) last.isOpen = true;
  return query;
}

/**
 * Writes a query as a tsquery literal, for words of some weights alone if those are named; null where nothing is
 * wanted.
 */
export function toTsquery(query: ParsedQuery, weights = ''): string | null {
  return writeQuery(query, { glue: ' <-> ', weights });
}

/**
 * Writes it with quoted words only somewhere in the same record, and answers null for `exact` where that is no
 * difference. Postgres takes words that stand together to be as common as words in the same record, and looks for them
 * in vain.
 */
export function toTsqueries(query: ParsedQuery): { loose: string | null; exact: string | null } {
  const isExact = query.wanted.some(({ words }) => words.length > 1);
  return { loose: writeQuery(query, { glue: ' & ', weights: '' }), exact: isExact ? toTsquery(query) : null };
}

interface Writing {
  /** Separator of the words of a phrase. */
  glue: string;
  weights: string;
}

function writeQuery({ wanted, unwanted }: ParsedQuery, writing: Writing): string | null {
  if (wanted.length === 0) return null;
  return [
    ...wanted.map((unit) => writeUnit(unit, writing)),
    ...unwanted.map((unit) => `!${writeUnit(unit, { ...writing, glue: ' <-> ' })}`),
  ].join(' & ');
}

function writeUnit({ words, isOpen }: Unit, { glue, weights }: Writing): string {
  const label = (isLast: boolean) => `${isOpen && isLast ? '*' : ''}${weights}`;
  return `(${words.map((word, at) => [quoted(word), label(at === words.length - 1)].filter(Boolean).join(':')).join(glue)})`;
}

/** The query with some of its words written in another way. */
export function replaceWords(
  { wanted, unwanted }: ParsedQuery,
  replacements: ReadonlyMap<string, string>,
): ParsedQuery {
  return {
    wanted: wanted.map(({ words }) => ({ words: words.map((word) => replacements.get(word) ?? word), isOpen: false })),
    unwanted,
  };
}

/** The wanted words as a person would write them. */
export function describeQuery({ wanted }: ParsedQuery): string {
  return wanted.map(({ words }) => (words.length > 1 ? `"${words.join(' ')}"` : words.join(''))).join(' ');
}

/** Returns the words of a text that match the query. */
export function matcherOf({ wanted }: ParsedQuery): (word: string) => boolean {
  const whole = new Set(wanted.flatMap(({ words }) => words));
  const open = wanted.flatMap(({ words, isOpen }) => (isOpen ? words.slice(-1) : []));
  return (word) =>
    whole.has(word) || whole.has(word.replace(/[+#]+$/u, '')) || open.some((start) => word.startsWith(start));
}
