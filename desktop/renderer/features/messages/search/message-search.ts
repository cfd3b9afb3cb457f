import type { SearchMessagesQuery } from '#shared/api/messages.ts';

/** A parsed search: its words and its filters. */
export type MessageSearch = Pick<SearchMessagesQuery, 'q' | 'from' | 'has' | 'before' | 'after'>;

const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Parses a search with the operators `from:me`, `from:them`, `has:file`, `before:2026-03-01` and `after:2026-03-01`.
 * Everything else is a word.
 */
export function readMessageSearch(text: string): MessageSearch {
  const search: MessageSearch = { q: '' };
  const words: string[] = [];
  for (const word of text.split(/\s+/)) {
    const [, name, value = ''] = /^(from|has|before|after):(.+)$/i.exec(word) ?? [];
    if (name === 'from' && (value === 'me' || value === 'them')) search.from = value;
    else if (name === 'has' && value === 'file') search.has = value;
    else if ((name === 'before' || name === 'after') && isDate(value))
      search[name] = new Date(`${value}T00:00`).toISOString();
    else words.push(word);
  }
  return { ...search, q: words.join(' ').trim() };
}

function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`));
}

/** A piece of a result's text; `isHit` marks a searched word. */
interface HitPiece {
  text: string;
  isHit: boolean;
}

/** Maximum length of the text before the first searched word. */
const LEAD_CHARS = 40;

/** Cuts a text to start shortly before the first searched word, and splits it at the words; matches are prefixes. */
export function toHitPieces(content: string, q: string): HitPiece[] {
  const words = (q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text: content, isHit: false }];
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu');
  const firstAt = content.search(found);
  const from = firstAt > LEAD_CHARS ? content.lastIndexOf(' ', firstAt - LEAD_CHARS / 2) + 1 : 0;
  const text = from > 0 ? `…${content.slice(from)}` : content;
  const pieces: HitPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(found)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isHit: false });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], isHit: true });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}
