import { copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Thrown when the disk has no space for a file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Thrown when the store cannot be reached, does not respond in time, or reports a fault of its own. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError';
}

/** A part of a file in bytes; both ends are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Key of stored bytes: the id of a file, or `<id>.preview` for its small image. */
export type FileKey = string;

/** Stores the bytes of files. */
export interface FileStore {
  /**
   * Stores bytes or a copy of a local file; they exist whole or not at all.
   *
   * @throws {StorageFullError}
   * @throws {StorageAwayError}
   */
  save(key: FileKey, source: Buffer | { path: string }): Promise<void>;
  /**
   * Opens a file, or a part of it, for reading; null when there is none. The caller reads or destroys it. @throws
   * {StorageAwayError}
   */
  open(key: FileKey, range?: ByteRange): Promise<Readable | null>;
  /** Removes a file with its preview; a missing one is not an error. */
  remove(id: string): Promise<void>;
  /** Returns the ids of files written before a time, also of incomplete ones, in no order and one folder at a time. */
  listOlderThan(time: Date): AsyncIterable<string[]>;
}

/** Returns the key of the small image of a file. */
export function previewKey(id: string): FileKey {
  return `${id}.preview`;
}

/**
 * Creates the store of one folder. The path of a file is `<last two characters of its id>/<id>`, because ids start with
 * the time; names from users are never part of a path. `keepFreeBytes` remain free on the disk for the database.
 */
export function createFileStore(folder: string, { keepFreeBytes = 0 } = {}): FileStore {
  const pathOf = (key: FileKey) => {
    const id = checkKey(key);
    return join(folder, id.slice(-2), key);
  };
  return {
    async save(key, source) {
      const path = pathOf(key);
      try {
        await mkdir(join(path, '..'), { recursive: true });
        if (Buffer.isBuffer(source)) {
          await checkFreeSpace(folder, { sizeBytes: source.length, keepFreeBytes });
          await writeWhole(path, source);
        } else {
          await linkWhole(path, source.path);
        }
      } catch (error) {
        await rm(`${path}.part`, { force: true }).catch(() => undefined);
        throw isDiskFull(error) ? new StorageFullError() : error;
      }
    },
    async open(key, range) {
      try {
        const handle = await open(pathOf(key), 'r');
        return handle.createReadStream(range ?? {});
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    async remove(id) {
      for (const key of [id, previewKey(id)]) {
        await rm(pathOf(key), { force: true });
        await rm(`${pathOf(key)}.part`, { force: true });
      }
    },
    async *listOlderThan(time) {
      for (const part of await readdir(folder).catch(() => [])) {
        const found = new Set<string>();
        for (const name of await readdir(join(folder, part)).catch(() => [])) {
          const id = idOfKey(name.replace(/\.part$/, ''));
          // A file may be renamed or removed while its folder is read.
          const entry = id ? await stat(join(folder, part, name)).catch(() => null) : null;
          if (id && entry && entry.mtime < time) found.add(id);
        }
        yield [...found];
      }
    },
  };
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
