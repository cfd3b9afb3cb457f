/** A part of a text; `href` is null for plain text. */
interface TextPart {
  text: string;
  href: string | null;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u2066-\u2069\u202a-\u202e]+/giu;
const TRAILING = /[.,;:!?…»”’*_~]+$/u;

/**
 * Splits a text into plain parts and URLs; punctuation after a URL and invalid URLs are plain text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Removes closing punctuation, and brackets that were not opened inside the URL. */
function trimAddress(raw: string): string {
  let address = raw.replace(TRAILING, '');
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
  ] as const) {
    while (address.endsWith(close) && countOf(address, close) > countOf(address, open)) {
      address = address.slice(0, -1).replace(TRAILING, '');
    }
  }
  return address;
}

function countOf(text: string, letter: string): number {
  return text.split(letter).length - 1;
}
