import type { TextRange } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { findWords } from '../../db/text/words.ts';

/** Maximum distance between the start of a snippet and the first match, in UTF-16 code units. */
const LEAD_CHARS = 50;
const RANGES_MAX = 40;

/** Finds the ranges of matching words in a text, in UTF-16 code units, in order and without overlaps. */
export function findRanges(text: string, isMatch: (word: string) => boolean): TextRange[] {
  const ranges: [number, number][] = [];
  for (const { word, from, to, first } of findWords(text)) {
    if (!isMatch(word)) continue;
    // A single character matches the pair that it begins.
    const end = first && isMatch(first.word) ? first.to : to;
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([from, end]);
    if (ranges.length > RANGES_MAX) break;
  }
  return ranges.slice(0, RANGES_MAX);
}

/** Cuts a snippet with its matching ranges around the first match, at word boundaries; line breaks become spaces. */
export function makeSnippet(
  content: string,
  isMatch: (word: string) => boolean,
): { snippet: string; ranges: TextRange[] } {
  const text = content.replaceAll(/\s+/gu, ' ').trim();
  const [first] = findRanges(text, isMatch);
  const from = startOf(text, first ? first[0] - LEAD_CHARS : 0);
  const to = endOf(text, from + SEARCH_LIMITS.snippetChars);
  const snippet = `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
  return { snippet, ranges: findRanges(snippet, isMatch) };
}

function startOf(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space === -1 || space > at + LEAD_CHARS ? wholeCharacter(text, at) : space + 1;
}

function endOf(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space < at - LEAD_CHARS ? wholeCharacter(text, at) : space;
}

/** Moves an offset that would split a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
