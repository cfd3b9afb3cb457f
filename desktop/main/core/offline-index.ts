import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { offlineFileSchema } from '#shared/bridge/offline.schema.ts';
import type { OfflineCopy } from '#shared/bridge/offline.ts';

const entrySchema = z.strictObject({ ...offlineFileSchema.shape, savedAt: z.iso.datetime() });

/** Returns the name of an account's folder. It tells neither the server nor the user. */
export function accountFolder(serverUrl: string, userId: string): string {
  return createHash('sha256').update(`${serverUrl}\n${userId}`).digest('hex').slice(0, 32);
}

/** Parses the list of copies, the newest first. Entries that are damaged are left out; so is a list that is. */
export function parseIndex(text: string): OfflineCopy[] {
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
export function withCopy(copies: readonly OfflineCopy[], copy: OfflineCopy): OfflineCopy[] {
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
