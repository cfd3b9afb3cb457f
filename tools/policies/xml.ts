/** Escapes a text for the content or an attribute of an element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Removes what only the page shows. */
export function plainText(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** Indents each line of a block by a number of levels. */
export function indent(lines: readonly string[], levels: number): string[] {
  return lines.map((line) => (line === '' ? line : '  '.repeat(levels) + line));
}
