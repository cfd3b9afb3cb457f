import { Readable } from 'node:stream';
import type { Response } from 'express';
import { databaseNow } from '../db/clock.ts';
import { sendStream } from './stream.ts';

/**
 * Matches text that a spreadsheet would run as a formula, also one that begins with a full-width sign, which Japanese
 * and Chinese keyboards write. Source: OWASP, CSV Injection.
 */
const FORMULA = /^[\s]*[=+\-@\t\r|%＝＋－＠]/;

/** Rows of a table that one statement reads. */
export const CSV_PAGE_ROWS = 1_000;

/** A value in a table; null is an empty cell. */
type Cell = string | number | null;

/** Formats a cell by RFC 4180; a leading apostrophe prevents a spreadsheet from running a formula. */
export function toCell(value: Cell): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** A table: the start of its file's name, its headings, and its rows page by page. */
interface CsvTable {
  name: string;
  headings: readonly string[];
  pages: AsyncGenerator<readonly (readonly Cell[])[]>;
}

/** Streams a table as CSV (RFC 4180), page by page as the client reads. */
export async function sendCsv(res: Response, { name, headings, pages }: CsvTable): Promise<void> {
  // The first page is read before any header is sent, so that a failure still gets an error response.
  const first = await pages.next();
  res.setHeader('Content-Type', 'text/csv; charset=utf-8');
  res.setHeader(
    'Content-Disposition',
    `attachment; filename="${name}-${databaseNow().toISOString().slice(0, 10)}.csv"`,
  );
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  const lines = async function* () {
    // The byte order mark makes spreadsheets read the file as UTF-8.
    yield `\uFEFF${toLine(headings)}`;
    if (!first.done) yield first.value.map(toLine).join('');
    for await (const page of pages) yield page.map(toLine).join('');
  };
  await sendStream(res, Readable.from(lines()));
}
