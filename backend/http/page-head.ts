/** What the HTML of a page says about its content, for search engines and previews of links. */
export interface PageHead {
  title: string;
  description: string;
  /** Path and query of the page's only address. */
  path: string;
  /** Address of an image on any origin, or a path of this one; null without one. */
  imageUrl: string | null;
}

/** Longer descriptions are cut off by those who show them. */
const DESCRIPTION_MAX_CHARS = 200;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for the content and the quoted attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Writes the title, the description, the canonical address and the Open Graph properties (https://ogp.me) of a page
 * into its HTML, in place of those of the app.
 */
export function withHead(html: string, head: PageHead, publicUrl: string): string {
  const title = oneLine(head.title);
  const description = shorten(oneLine(head.description));
  const url = publicUrl + head.path;
  const tags = [
    `<title>${escapeMarkup(title)} · Lyceum</title>`,
    `<meta name="description" content="${escapeMarkup(description)}" />`,
    `<link rel="canonical" href="${escapeMarkup(url)}" />`,
    property('type', 'website'),
    property('site_name', 'Lyceum'),
    property('title', title),
    property('description', description),
    property('url', url),
    ...(head.imageUrl === null ? [] : [property('image', new URL(head.imageUrl, publicUrl).href)]),
    `<meta name="twitter:card" content="${head.imageUrl === null ? 'summary' : 'summary_large_image'}" />`,
  ];
  return html
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '));
}

function property(name: string, content: string): string {
  return `<meta property="og:${name}" content="${escapeMarkup(content)}" />`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Cuts a text off after a word. */
function shorten(text: string): string {
  if (text.length <= DESCRIPTION_MAX_CHARS) return text;
  return `${text
    .slice(0, DESCRIPTION_MAX_CHARS - 1)
    .replace(/\s+\S*$/u, '')
    .toWellFormed()}…`;
}
