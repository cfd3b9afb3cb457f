import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { offlineFileSchema } from '#shared/bridge/offline.schema.ts';
import type { OfflineCopy } from '#shared/bridge/offline.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';

/** How many days a copy can be opened after the server has last confirmed that the member may open its item. */
const CONFIRM_WITHIN_DAYS = 30;
/** How often the server is asked, in milliseconds. */
const CONFIRM_EVERY_MS = 60 * MINUTE_MS;

/** A copy as it is listed; `confirmedAt` is when the server has last let the member open its item, ISO 8601. */
export interface StoredCopy extends OfflineCopy {
  confirmedAt: string;
}

const entrySchema = z.strictObject({
  ...offlineFileSchema.shape,
  savedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime(),
});

/** True for a copy that may be opened without the server. */
export function isConfirmed({ confirmedAt }: StoredCopy, nowMs: number): boolean {
  return nowMs - Date.parse(confirmedAt) < CONFIRM_WITHIN_DAYS * DAY_MS;
}

/** Returns the items whose copies the server has not confirmed for an hour, each once. */
export function findUnconfirmed(copies: readonly StoredCopy[], nowMs: number): string[] {
  const due = copies.filter(({ confirmedAt }) => nowMs - Date.parse(confirmedAt) >= CONFIRM_EVERY_MS);
  return [...new Set(due.map(({ courseId }) => courseId))];
}

const cardsSchema = z.array(
  z.object({ id: z.string(), viewer: z.object({ isOwner: z.boolean(), isEnrolled: z.boolean() }) }),
);

/**
 * Reads which of these items the member still has, from the server's cards of them; an item that is not among the cards
 * is not visible to the member. Returns null for anything else than a list of cards.
 */
export function readAccess(body: unknown): Set<string> | null {
  const parsed = cardsSchema.safeParse(body);
  if (!parsed.success) return null;
  return new Set(parsed.data.filter(({ viewer }) => viewer.isOwner || viewer.isEnrolled).map(({ id }) => id));
}

/** Returns the name of an account's folder. It tells neither the server nor the user. */
export function accountFolder(serverUrl: string, userId: string): string {
  return createHash('sha256').update(`${serverUrl}\n${userId}`).digest('hex').slice(0, 32);
}

/** Parses the list of copies, the newest first. Entries that are damaged are left out; so is a list that is. */
export function parseIndex(text: string): StoredCopy[] {
  const entries = z.array(z.unknown()).safeParse(parseJson(text));
  if (!entries.success) return [];
  const copies = entries.data.flatMap((entry) => {
    const parsed = entrySchema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  return copies.toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the list with a copy in the place of an older one of the same file. */
export function withCopy(copies: readonly StoredCopy[], copy: StoredCopy): StoredCopy[] {
  return [copy, ...copies.filter(({ fileId }) => fileId !== copy.fileId)];
}

/** Part of a file: both ends are included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header for one range (RFC 9110, section 14.1.2). Returns null when the whole file is to be sent, and
 * 'unsatisfiable' for a range outside the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  if (first === '') return size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
}

/** Returns the id of the file that a page of an item reads, by the path of the request; null for other paths. */
export function readFileId(pathname: string): string | null {
  return /^\/api\/courses\/[\da-f-]{36}\/files\/([\da-f-]{36})$/.exec(pathname)?.[1] ?? null;
}
