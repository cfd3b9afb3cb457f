import { SEARCH_LIMITS } from '#shared/limits.ts';
import { isDense, quoted, wordsOf } from './words.ts';

/** A phrase of a query: one word, or the words between quotation marks. */
interface Unit {
  words: string[];
  /** True when the last word may be incomplete; a single character of a script without spaces always may. */
  isOpen: boolean;
}

/** A parsed query. */
export interface ParsedQuery {
  wanted: Unit[];
  unwanted: Unit[];
}

const PART = /(-?)"([^"]*)"?|(-?)(\S+)/gu;
/** Shorter beginnings would match too many words. */
const OPEN_MIN_CHARS = 2;

/**
 * Parses a query: every word counts, "quoted words" form a phrase, -word excludes. Nothing else is special, so no text
 * is an error; a text without words has an empty query.
 */
export function parseQuery(text: string): ParsedQuery {
  const query: ParsedQuery = { wanted: [], unwanted: [] };
  let left: number = SEARCH_LIMITS.wordsMax;
  for (const [, minusQuoted, quotedText, minus, plain] of text.matchAll(PART)) {
    const words = wordsOf(quotedText ?? plain ?? '').slice(0, left);
    left -= words.length;
    if (words.length === 0) continue;
    const units =
      quotedText === undefined && !isDense(plain ?? '')
        ? words.map((word) => ({ words: [word], isOpen: false }))
        : [{ words, isOpen: isCharacter(words.at(-1)) }];
    (minusQuoted || minus ? query.unwanted : query.wanted).push(...units);
  }
  const last = query.wanted.at(-1);
  const lastWord = last?.words.at(-1) ?? '';
  if (last && !/["\s]$/u.test(text) && [...lastWord].length >= OPEN_MIN_CHARS) last.isOpen = true;
  return query;
}

/** True for a single character that is found as the beginning of the pairs of characters of a text. */
function isCharacter(word = ''): boolean {
  return isDense(word) && [...word].length === 1;
}

/**
 * Writes a query as a tsquery literal, limited to some weights if they are named; null for an empty query.
 */
export function toTsquery(query: ParsedQuery, weights = ''): string | null {
  return writeQuery(query, { glue: ' <-> ', weights });
}

/**
 * Writes the query with quoted words anywhere in the record as `loose`; `exact` is null when that makes no difference.
 * Postgres estimates adjacent words to be as frequent as words in the same record, and would scan for them without
 * result.
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

/** Replaces words of a query. */
export function replaceWords(
  { wanted, unwanted }: ParsedQuery,
  replacements: ReadonlyMap<string, string>,
): ParsedQuery {
  return {
    wanted: wanted.map(({ words }) => ({
      words: words.map((word) => replacements.get(word) ?? word),
      isOpen: isCharacter(words.at(-1)),
    })),
    unwanted,
  };
}

/** Writes the wanted words as a user would type them. */
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
