/** Encodings by the bytes at the start of a file (https://encoding.spec.whatwg.org/#bom-sniff). */
const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * Returns the text of a file: in the encoding that its first bytes name, otherwise in UTF-8, and in Windows-1252 when
 * it is not valid UTF-8. A character that was cut off at the end is left out.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const mark = MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  if (mark) return new TextDecoder(mark[1]).decode(bytes);
  try {
    // As a stream, since the last character of a part of a file can be incomplete.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the first rows of separated values; a quoted field can contain separators and lines (RFC 4180). */
export function parseTable(text: string, separator: string, rowsMax: number): string[][] {
  const rows: string[][] = [];
  const field = new RegExp(String.raw`"([^"]*(?:""[^"]*)*)"?([^${separator}\r\n]*)|([^${separator}\r\n]*)`, 'y');
  for (let at = 0; at < text.length && rows.length < rowsMax;) {
    const row: string[] = [];
    for (let isOpen = true; isOpen;) {
      field.lastIndex = at;
      const [all = '', quoted, tail = '', plain = ''] = field.exec(text) ?? [];
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + tail);
      at += all.length;
      isOpen = text[at] === separator;
      if (isOpen) at += 1;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    rows.push(row);
  }
  return rows;
}
