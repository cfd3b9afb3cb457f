import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OfflineFile, OfflineProblem } from '#shared/bridge/offline.ts';
import { decryptText, encryptText } from '../core/encryption.ts';
import { accountFolder, parseIndex, parseRange, type StoredCopy } from '../core/offline-index.ts';
import { createOpener, createSealer, SEAL_PREFIX_BYTES, sealedRange, sealedSize } from '../core/sealed-bytes.ts';

/** Disk space that copies leave free, in bytes. */
const KEEP_FREE_BYTES = 200 * 1024 * 1024;

/** Sends a request to the server with the account's cookies. */
export type FetchFromServer = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

/** Where the copies of an account are: below a folder, for one user of one server. */
export interface CopyPlace {
  rootDir: string;
  serverUrl: string;
  userId: string;
}

/** An account with the key of its files (256 bits in base64), which is in its keychain entry. */
export interface CopyOwner extends CopyPlace {
  key: string;
}

/** The sealed list of copies. */
const INDEX = 'index';

/** Returns the copies of an account whose bytes are there, the newest first. */
export async function listCopies(owner: CopyOwner): Promise<StoredCopy[]> {
  const sealed = await readFile(join(folderOf(owner), INDEX)).catch(() => null);
  const found = await Promise.all(
    parseIndex((sealed && decryptText(sealed, owner.key)) ?? '[]').map(async (copy) => {
      const info = await stat(fileOf(owner, copy.fileId)).catch(() => null);
      return info?.size === sealedSize(copy.size) ? [copy] : [];
    }),
  );
  return found.flat();
}

/** Stores the list of copies: a new file replaces the old one at once. */
export async function writeCopies(owner: CopyOwner, copies: readonly StoredCopy[]): Promise<void> {
  const file = join(folderOf(owner), INDEX);
  await mkdir(folderOf(owner), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, encryptText(JSON.stringify(copies), owner.key), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Removes what is in the folder of an account and belongs to none of these files, such as what another key sealed. */
export async function removeUnlisted(owner: CopyPlace, fileIds: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folderOf(owner)).catch(() => []);
  const isOurs = (name: string): boolean => name === INDEX || fileIds.has(name.replace(/\.part$/, ''));
  const others = names.filter((name) => !isOurs(name));
  await Promise.all(others.map((name) => rm(join(folderOf(owner), name), { recursive: true, force: true })));
}

/**
 * Downloads a file with the account's session, sealed, and checks its size and checksum. Only then it replaces an older
 * copy. Returns null when it is stored, or why it is not.
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
    await pipeline(bytes, count, createSealer(owner.key), createWriteStream(part, { mode: 0o600 }), { signal });
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
export async function removeCopy(owner: CopyPlace, fileId: string): Promise<void> {
  await rm(fileOf(owner, fileId), { force: true });
}

/** Removes everything of an account. */
export async function removeAll(owner: CopyPlace): Promise<void> {
  await rm(folderOf(owner), { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the copies of all accounts. */
export async function removeEveryone(rootDir: string): Promise<void> {
  await rm(rootDir, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes the copies of all accounts but these. */
export async function removeOthers(
  rootDir: string,
  accounts: readonly Pick<CopyPlace, 'serverUrl' | 'userId'>[],
): Promise<void> {
  const kept = new Set(accounts.map(({ serverUrl, userId }) => accountFolder(serverUrl, userId)));
  const names = await readdir(rootDir).catch(() => []);
  const others = names.filter((name) => !kept.has(name));
  await Promise.all(others.map((name) => rm(join(rootDir, name), { recursive: true, force: true, maxRetries: 3 })));
}

/** Returns a copy, or the part of it that the page asks for with Range (RFC 9110, section 14). */
export async function readCopy(owner: CopyOwner, copy: StoredCopy, range: string | null): Promise<Response> {
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
  const bytes = copy.size === 0 ? null : await openPart(owner, copy, { start, end });
  return new Response(bytes, { status: part ? 206 : 200, headers });
}

async function openPart(
  owner: CopyOwner,
  { fileId, size }: StoredCopy,
  part: { start: number; end: number },
): Promise<ReadableStream> {
  const file = await open(fileOf(owner, fileId));
  const prefix = Buffer.alloc(SEAL_PREFIX_BYTES);
  await file.read(prefix, 0, SEAL_PREFIX_BYTES, 0);
  const sealed = file.createReadStream({ ...sealedRange(part, size) });
  const opener = createOpener(owner.key, prefix, part);
  // Who reads the response receives the error.
  pipeline(sealed, opener).catch(() => undefined);
  return Readable.toWeb(opener) as ReadableStream;
}

function folderOf({ rootDir, serverUrl, userId }: CopyPlace): string {
  return join(rootDir, accountFolder(serverUrl, userId));
}

function fileOf(owner: CopyPlace, fileId: string): string {
  return join(folderOf(owner), fileId);
}
