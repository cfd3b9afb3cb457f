import type { PageCopy } from '#shared/bridge/accounts.ts';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';

/** Changes when the queries of the page are written in another way. */
const FORMAT = 1;

/** The first line of a copy. */
interface Header {
  /** Format and version of the client: another one may have other queries. */
  version: string;
  userId: string;
  loadedAtMs: number;
}

/** What a copy must be of to be of use. */
interface CopyOwner {
  userId: string;
  /** Version of the client. */
  appVersion: string;
}

function versionOf(appVersion: string): string {
  return `${FORMAT}:${appVersion}`;
}

/** Writes a copy as a text: a line about it, then the queries. Returns null when it is too large. */
export function writePageCopy({ userId, loadedAtMs, queries }: PageCopy, appVersion: string): string | null {
  const header: Header = { version: versionOf(appVersion), userId, loadedAtMs };
  const text = `${JSON.stringify(header)}\n${queries}`;
  return Buffer.byteLength(text) > PAGE_COPY_LIMITS.maxBytes ? null : text;
}

/** Reads a copy; null when it is damaged, of another user, or of another version of the client. */
export function readPageCopy(text: string, { userId, appVersion }: CopyOwner): PageCopy | null {
  const end = text.indexOf('\n');
  const header = parseHeader(text.slice(0, Math.max(end, 0)));
  if (header?.version !== versionOf(appVersion) || header.userId !== userId) return null;
  if (typeof header.loadedAtMs !== 'number') return null;
  return { userId, loadedAtMs: header.loadedAtMs, queries: text.slice(end + 1) };
}

function parseHeader(line: string): Partial<Header> | null {
  try {
    return JSON.parse(line) as Partial<Header> | null;
  } catch {
    return null;
  }
}
