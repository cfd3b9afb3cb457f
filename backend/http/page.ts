import type { Response } from 'express';
import { isoOf, MAX_UUID, NIL_UUID, type Timestamp } from '../db/read.ts';
import { invalidField } from './app-error.ts';

/** One keyset page; `nextCursor` is null on the last page only. Every page can be shorter than its limit, or empty. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The page of a list that a client requests: the first one without a cursor, of the usual size without a limit. */
export interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** The end of a page: creation time in ISO 8601, or another key, and the id that orders equal ones. */
export interface KeysetCursor {
  at: string;
  id: string;
}

/** Returns the cursor of a row in a list that is sorted by creation time. */
export function creationCursor({ created_at: at, id }: { created_at: Timestamp; id: string }): KeysetCursor {
  return { at: isoOf(at), id };
}

/** Encodes a cursor as base64url text without padding. */
export function encodeCursor({ at, id }: KeysetCursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** The start of a list: above every row of a descending list, below every row of an ascending one. */
export const LIST_START = {
  down: { at: 'infinity', id: MAX_UUID },
  up: { at: '-infinity', id: NIL_UUID },
} as const satisfies Record<string, KeysetCursor>;

/**
 * Decodes a cursor, whose key `isKey` tests in a list that is not sorted by time; returns null for undefined. @throws
 * AppError VALIDATION for any other text than the cursor of a page.
 */
export function decodeCursor(text: string | undefined, isKey: (key: string) => boolean = isTime): KeysetCursor | null {
  if (text === undefined) return null;
  const [at = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  if (!isKey(at) || !UUID.test(id) || rest.length > 0) throw invalidField('cursor', 'This is not a valid cursor');
  return { at, id };
}

/** A UUID in lower case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tests that a text is a time in ISO 8601. JavaScript also accepts days and years that Postgres rejects. */
export function isTime(text: string): boolean {
  const time = new Date(text);
  return (
    /^\d{4}-/.test(text) && !text.startsWith('0000') && !Number.isNaN(time.getTime()) && time.toISOString() === text
  );
}

/**
 * Builds a page from rows that were read with one more than `limit`: the extra row only shows that there is a next
 * page.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  parts: { cursorOf: (row: Row) => KeysetCursor; view: (row: Row) => Item },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(parts.cursorOf(last)) : null;
  return { items: shown.map(parts.view), nextCursor };
}

/** Writes Link and X-Next-Cursor (RFC 8288) where there is a next page. */
export function writePageHeaders(res: Response, originalUrl: string, nextCursor: string | null): void {
  if (nextCursor === null) return;
  const url = new URL(originalUrl, 'http://relative.invalid');
  url.searchParams.set('cursor', nextCursor);
  res.setHeader('Link', `<${url.pathname}${url.search}>; rel="next"`);
  res.setHeader('X-Next-Cursor', nextCursor);
}
