/** A part of a text; `href` is null for plain text. */
interface TextPart {
  text: string;
  href: string | null;
}

/**
 * A URL ends at a space, a quotation mark, an invisible character, and at punctuation outside ASCII, since texts in
 * Chinese, Arabic or Hindi continue directly behind it. Browsers percent-encode such punctuation when they copy an
 * address (RFC 3987, section 3.1). Signs that are written inside of words remain, between two letters.
 */
const IN_WORDS = /(?<=[\p{L}\p{M}\p{N}])[‐‑–’·־׳״་\u200c\u200d](?=[\p{L}\p{N}])|(?<=[ァ-ー])・(?=[ァ-ー])/u;
const ADDRESS = new RegExp(
  String.raw`\bhttps?:\/\/(?:[!#-&(-;=?-_a-~]|(?![\s\p{P}\p{C}！-･￠-￦])[^\0-\x7f]|${IN_WORDS.source})+`,
  'giu',
);
/** A host whose last label goes on in another script: no top-level domain mixes Latin letters with another script. */
const HOST_BEFORE_TEXT = /^https?:\/\/[^/?#:]*\.[a-z]{2,}(?=(?!\p{sc=Latin})[^\0-\x7f][^./?#:]*(?:[/?#:]|$))/iu;
const TRAILING = new Set('.,;:!?*_~');
const OPENED_BY: Record<string, string> = { ')': '(', ']': '[' };
/** A user name or password before the host, which reads as if it were the host (RFC 3986, section 7.6). */
const USER_INFO = /^https?:[/\\]*[^/\\?#]*@/iu;

/**
 * Splits a text into plain parts and URLs; punctuation after a URL, invalid URLs and those with a user name are plain
 * text. The time grows with the length of the text.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(HOST_BEFORE_TEXT.exec(match[0])?.[0] ?? match[0]);
    if (!URL.canParse(address) || USER_INFO.test(address)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: address, href: address });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** Removes closing punctuation, and brackets that were not opened inside the URL. */
function trimAddress(raw: string): string {
  const counts = new Map<string, number>();
  for (const letter of raw) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let end = raw.length;
  for (; end > 0; end -= 1) {
    const letter = raw.charAt(end - 1);
    if (TRAILING.has(letter)) continue;
    const open = OPENED_BY[letter];
    const closed = counts.get(letter) ?? 0;
    if (open === undefined || closed <= (counts.get(open) ?? 0)) break;
    counts.set(letter, closed - 1);
  }
  return raw.slice(0, end);
}

const LABEL_MAX_CHARS = 48;

/**
 * Makes the label of a URL: without the scheme, and truncated after the host, which is always whole. A host in ASCII is
 * shown as the browser reads it.
 */
export function labelOf(href: string): string {
  const [, written = '', rest = ''] = /^https?:[/\\]*([^/\\?#]*)(.*)$/isu.exec(href) ?? [];
  // The browser's form of a host with other letters is illegible; the question before the link opens shows it.
  const host = /^[\u0021-\u007e]*$/u.test(written) ? new URL(href).host : written;
  const path = rest === '/' ? '' : rest;
  const room = Math.max(2, LABEL_MAX_CHARS - host.length);
  return host + (path.length > room ? `${path.slice(0, room - 1)}…` : path);
}
