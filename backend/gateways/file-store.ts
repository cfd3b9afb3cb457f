import { close as closeFile, open as openWithCallback, read as readWithCallback } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A folder of files: the last two characters of their ids. */
const PART = /^[0-9a-f]{2}$/;

/** Thrown when the disk has no space for a file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Thrown when the store cannot be reached, does not respond in time, or reports a fault of its own. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** A part of a file in bytes; both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The most that {@link FileStore.readPart} reads: what a stream would read at once as well. */
export const PART_MAX_BYTES = 64 * 1024;

/** Key of stored bytes: the id of a file, or `<id>.preview` for its small image. */
export type FileKey = string;

/** Stores the bytes of files. */
export interface FileStore {
  /**
   * Stores bytes or a copy of a local file; they exist whole or not at all.
   *
   * @throws {StorageFullError}
   * @throws {StorageUnavailableError}
   */
  save(key: FileKey, source: Buffer | { path: string }): Promise<void>;
  /**
   * Opens a file, or a part of it, for reading; null when there is none. The caller reads or destroys it. A file in the
   * trash is restored first.
   *
   * @throws {StorageUnavailableError}
   */
  open(key: FileKey, range?: ByteRange): Promise<Readable | null>;
  /**
   * Reads a part of at most {@link PART_MAX_BYTES} at once, which is much quicker than a stream; null when the file is
   * not there or is shorter. Missing in a store that is only quick with streams.
   */
  readPart?(key: FileKey, range: ByteRange): Promise<Buffer | null>;
  /** Removes a file with its preview, also from the trash; a missing one is not an error. */
  remove(id: string): Promise<void>;
  /** Returns the ids of files written before a time, also of incomplete ones, in no order and one folder at a time. */
  listOlderThan(time: Date): AsyncIterable<string[]>;
  /** Moves a file with its preview to the trash, dated `at`; a missing one is not an error. */
  discard(id: string, at: Date): Promise<void>;
  /** Returns the ids of files that were moved to the trash before a time, as {@link FileStore.listOlderThan}. */
  listDiscarded(time: Date): AsyncIterable<string[]>;
  /** Moves a file with its preview back from the trash. Returns false when it is not there. */
  restore(id: string): Promise<boolean>;
  /** Removes a file with its preview from the trash only. */
  purge(id: string): Promise<void>;
  /** Returns the text that names the owner of the store; null when the store has none yet. */
  readMarker(): Promise<string | null>;
  writeMarker(owner: string): Promise<void>;
}

/** Name of the marker, beside the files. */
export const MARKER = 'owner';

/** Returns the key of the small image of a file. */
export function previewKey(id: string): FileKey {
  return `${id}.preview`;
}

/**
 * Creates the store of one folder. The path of a file is `<last two characters of its id>/<id>`, because ids start with
 * the time; names from users are never part of a path. `keepFreeBytes` remain free on the disk for the database.
 */
export function createFileStore(folder: string, { keepFreeBytes = 0 } = {}): FileStore {
  const trash = join(folder, 'trash');
  const pathIn = (root: string, key: FileKey) => {
    const id = checkKey(key);
    return join(root, id.slice(-2), key);
  };
  const pathOf = (key: FileKey) => pathIn(folder, key);
  const openStored = async (key: FileKey, range: ByteRange | undefined) => {
    const handle = await unlessMissing(open(pathOf(key), 'r'));
    return handle?.createReadStream(range ?? {}) ?? null;
  };
  const store: FileStore = {
    save: async (key, source) => saveWhole(pathOf(key), source, { folder, keepFreeBytes }),
    async open(key, range) {
      const stored = await openStored(key, range);
      if (stored) return stored;
      // Another reader may restore it at the same time.
      await store.restore(checkKey(key));
      return openStored(key, range);
    },
    readPart: (key, range) => readPart(pathOf(key), range),
    async remove(id) {
      await store.purge(id);
      for (const key of [id, previewKey(id)]) {
        await rm(pathOf(key), { force: true });
        await rm(`${pathOf(key)}.part`, { force: true });
      }
    },
    listOlderThan: (time) => listFolder(folder, time),
    async discard(id, at) {
      await makeFolder(join(pathIn(trash, id), '..'));
      for (const key of [id, previewKey(id)]) {
        // The time is set before the move, so that nothing in the trash is older than its move.
        await unlessMissing(utimes(pathOf(key), at, at));
        await unlessMissing(rename(pathOf(key), pathIn(trash, key)));
        await rm(`${pathOf(key)}.part`, { force: true });
      }
    },
    listDiscarded: (time) => listFolder(trash, time),
    async restore(id) {
      let isRestored = false;
      for (const key of [id, previewKey(id)]) {
        if ((await unlessMissing(stat(pathIn(trash, key)))) === null) continue;
        await makeFolder(join(pathOf(id), '..'));
        await unlessMissing(rename(pathIn(trash, key), pathOf(key)));
        isRestored = true;
      }
      return isRestored;
    },
    async purge(id) {
      for (const key of [id, previewKey(id)]) await rm(pathIn(trash, key), { force: true });
    },
    readMarker: () => unlessMissing(readFile(join(folder, MARKER), 'utf8')),
    async writeMarker(owner) {
      await makeFolder(folder);
      await writeWhole(join(folder, MARKER), Buffer.from(owner));
    },
  };
  return store;
}

/** Reads a part of a file by three calls of the system; null when the file is missing or shorter. */
async function readPart(path: string, { start, end }: ByteRange): Promise<Buffer | null> {
  const handle = await unlessMissing(openFile(path, 'r'));
  if (handle === null) return null;
  try {
    const { bytesRead, buffer } = await readFrom(
      handle,
      Buffer.allocUnsafe(end - start + 1),
      0,
      end - start + 1,
      start,
    );
    return bytesRead === buffer.length ? buffer : null;
  } finally {
    closeFile(handle, ignore);
  }
}

/** The calls with callbacks: those with promises take twice the processor time. */
const openFile = promisify(openWithCallback);
const readFrom = promisify(readWithCallback);

function ignore(): void {
  // Nothing was written, so that nothing can be lost.
}

/** Creates a folder that only this user can open. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Stores a file whole or not at all. @throws {StorageFullError} */
async function saveWhole(
  path: string,
  source: Buffer | { path: string },
  disk: { folder: string; keepFreeBytes: number },
): Promise<void> {
  try {
    await makeFolder(join(path, '..'));
    if (Buffer.isBuffer(source)) {
      await checkFreeSpace(disk.folder, { sizeBytes: source.length, keepFreeBytes: disk.keepFreeBytes });
      await writeWhole(path, source);
    } else {
      await linkWhole(path, source.path);
    }
  } catch (error) {
    await rm(`${path}.part`, { force: true }).catch(() => undefined);
    throw isDiskFull(error) ? new StorageFullError() : error;
  }
}

/** Lists the ids below a folder of the store that were written before a time, one part at a time. */
async function* listFolder(folder: string, time: Date): AsyncGenerator<string[]> {
  for (const part of (await unlessMissing(readdir(folder))) ?? []) {
    if (!PART.test(part)) continue;
    const found = new Set<string>();
    for (const name of (await unlessMissing(readdir(join(folder, part)))) ?? []) {
      const id = idOfKey(name.replace(/\.part$/, ''));
      // A file may be renamed or removed while its folder is read.
      const entry = id ? await unlessMissing(stat(join(folder, part, name))) : null;
      if (id && entry && entry.mtime < time) found.add(id);
    }
    yield [...found];
  }
}

/** Returns null for a file or folder that does not exist. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Returns the id in a key, or null for an invalid key. */
export function idOfKey(key: FileKey): string | null {
  const id = key.replace(/\.preview$/, '');
  return ID.test(id) ? id : null;
}

/** Returns the id in a key. @throws {Error} for an invalid key, so that nothing else becomes a path. */
export function checkKey(key: FileKey): string {
  const id = idOfKey(key);
  if (!id) throw new Error('a file id is a UUID in lower case');
  return id;
}

/** Links a file that is on the same disk, or copies it. */
async function linkWhole(path: string, from: string): Promise<void> {
  await syncPath(from);
  await rm(`${path}.part`, { force: true });
  await link(from, `${path}.part`).catch(async (error: unknown) => {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].some((code) => hasCode(error, code))) throw error;
    await copyFile(from, `${path}.part`);
    await syncPath(`${path}.part`);
  });
  await chmod(`${path}.part`, 0o600);
  // Its age counts from now, not from the last received byte.
  await utimes(`${path}.part`, new Date(), new Date());
  await rename(`${path}.part`, path);
  await syncFolder(join(path, '..'));
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const part = await open(`${path}.part`, 'w', 0o600);
  try {
    await part.writeFile(bytes);
    await part.sync();
  } finally {
    await part.close();
  }
  await rename(`${path}.part`, path);
  await syncFolder(join(path, '..'));
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    // Without this, the name of the file can be lost in a power cut (fsync(2), notes).
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'EINVAL')) throw error;
  } finally {
    await handle.close();
  }
}

/** Checks that a disk has space for `sizeBytes` and `keepFreeBytes` remain. @throws {StorageFullError} */
export async function checkFreeSpace(
  folder: string,
  { sizeBytes, keepFreeBytes }: { sizeBytes: number; keepFreeBytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - sizeBytes < keepFreeBytes) throw new StorageFullError();
}

/** True for an error of a full disk or an exceeded disk quota. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof StorageFullError || hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

/** True for an error with a code of the system, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
