import { isoOf, type Timestamp } from '../../backend/db/read.ts';

/** What looks like the space between a field's name and its value, also with invisible characters in it. */
const GAP = /(?:[\s\u115f\u1160\u2800\u3164\uffa0]\p{DI}*){2,}/gu;

/** Lays rows out under their headings in columns of even width; cells longer than `maxChars` are cut. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[], maxChars = 48): string {
  const cut = (cell: string) => {
    const line = oneLine(cell);
    return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
  };
  const lines = [headings, ...rows].map((row) => row.map(cut));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats named values, one per line; null is omitted. */
export function formatFields(fields: Readonly<Record<string, string | null>>): string {
  const shown = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`)
    .join('\n');
}

/**
 * Marks each line of a member's text with "| ", without wide gaps: a terminal wraps a long line, and the rest of it
 * must not look like a field or a line of its own.
 */
export function quoteText(text: string): string {
  return printable(text)
    .split(/[\n\u2028\u2029]/)
    .map((line) => `| ${line.replaceAll(GAP, ' ')}`)
    .join('\n');
}

/** Time to the minute, in UTC. */
export function formatTime(time: Timestamp): string {
  return `${isoOf(time).slice(0, 16).replace('T', ' ')} UTC`;
}

/** A text on one line, without control characters. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ').trim();
}

/** Members write what is printed here; control characters could rewrite the operator's screen. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones to leave out
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}
