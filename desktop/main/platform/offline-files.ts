import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OfflineCopy, OfflineFile, OfflineProblem } from '#shared/bridge/offline.ts';
import { accountFolder, parseIndex, parseRange } from '../core/offline-index.ts';

/** Disk space that copies leave free, in bytes. */
const KEEP_FREE_BYTES = 200 * 1024 * 1024;

/** Sends a request to the server with the account's cookies. */
export type FetchFromServer = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

/** An account whose copies are stored below a folder: one user of one server. */
export interface CopyOwner {
  rootDir: string;
  serverUrl: string;
  userId: string;
}

/** Returns the copies of an account whose bytes are there, the newest first. */
export async function listCopies(owner: CopyOwner): Promise<OfflineCopy[]> {
  const text = await readFile(join(folderOf(owner), 'index.json'), 'utf8').catch(() => '[]');
  const found = await Promise.all(
    parseIndex(text).map(async (copy) => {
      const info = await stat(fileOf(owner, copy.fileId)).catch(() => null);
      return info?.size === copy.size ? [copy] : [];
    }),
  );
  return found.flat();
}

/** Stores the list of copies: a new file replaces the old one at once. */
export async function writeCopies(owner: CopyOwner, copies: readonly OfflineCopy[]): Promise<void> {
  const file = join(folderOf(owner), 'index.json');
  await mkdir(folderOf(owner), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify(copies), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Downloads a file with the account's session and checks its size and checksum. Only then it replaces an older copy.
 * Returns null when it is stored, or why it is not.
 */
export async function download(
  { fetchFromServer, owner }: { fetchFromServer: FetchFromServer; owner: CopyOwner },
  file: OfflineFile,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (received: number) => void },
): Promise<OfflineProblem | null> {
  const folder = folderOf(owner);
  const part = join(folder, `${file.fileId}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < file.size + KEEP_FREE_BYTES) return 'DISK_FULL';
    const response = await fetchFromServer(
      `${owner.serverUrl}/api/courses/${file.courseId}/files/${file.fileId}/download`,
      { signal },
    );
    if (!response.ok || !response.body) return 'REFUSED';
    const hash = createHash('sha256');
    let received = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        received += chunk.length;
        onBytes(received);
        // A file that grew is not the one that was asked for, and must not fill the disk.
        done(received > file.size ? new ChangedError() : null, chunk);
      },
    });
    const bytes = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
    await pipeline(bytes, count, createWriteStream(part, { mode: 0o600 }), { signal });
    if (received !== file.size || hash.digest('hex') !== file.sha256) throw new ChangedError();
    await rename(part, fileOf(owner, file.fileId));
    return null;
  } catch (error) {
    await rm(part, { force: true });
    return problemOf(error, signal);
  }
}

class ChangedError extends Error {}

function problemOf(error: unknown, signal: AbortSignal): OfflineProblem {
  if (signal.aborted) return 'CANCELLED';
  if (error instanceof ChangedError) return 'CHANGED';
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'DISK_FULL' : 'UNREACHABLE';
}

/** Removes the bytes of a copy. */
export async function removeCopy(owner: CopyOwner, fileId: string): Promise<void> {
  await rm(fileOf(owner, fileId), { force: true });
}

/** Removes everything of an account. */
export async function removeAll(owner: CopyOwner): Promise<void> {
  await rm(folderOf(owner), { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the copies of all accounts. */
export async function removeEveryone(rootDir: string): Promise<void> {
  await rm(rootDir, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the copies of all accounts but these. */
export async function removeOthers(
  rootDir: string,
  accounts: readonly Pick<CopyOwner, 'serverUrl' | 'userId'>[],
): Promise<void> {
  const kept = new Set(accounts.map(({ serverUrl, userId }) => accountFolder(serverUrl, userId)));
  const names = await readdir(rootDir).catch(() => []);
  const others = names.filter((name) => !kept.has(name));
  await Promise.all(others.map((name) => rm(join(rootDir, name), { recursive: true, force: true, maxRetries: 3 })));
}

/** Returns a copy, or the part of it that the page asks for with Range (RFC 9110, section 14). */
export function readCopy(owner: CopyOwner, copy: OfflineCopy, range: string | null): Response {
  const headers = new Headers({
    'Content-Type': copy.type,
    'Accept-Ranges': 'bytes',
    // What an author uploaded is data. Opened as a page, it must not run code.
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  const part = parseRange(range, copy.size);
  if (part === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${String(copy.size)}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = part ?? { start: 0, end: copy.size - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (part) headers.set('Content-Range', `bytes ${String(start)}-${String(end)}/${String(copy.size)}`);
  const bytes = copy.size === 0 ? null : Readable.toWeb(createReadStream(fileOf(owner, copy.fileId), { start, end }));
  return new Response(bytes as ReadableStream | null, { status: part ? 206 : 200, headers });
}

function folderOf({ rootDir, serverUrl, userId }: CopyOwner): string {
  return join(rootDir, accountFolder(serverUrl, userId));
}

function fileOf(owner: CopyOwner, fileId: string): string {
  return join(folderOf(owner), fileId);
}
