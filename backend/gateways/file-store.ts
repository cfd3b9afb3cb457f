import { copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Says that the disk has no room for a file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** A part of a file in bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is stored of a file: its bytes under its id, and a small picture beside them under `<id>.preview`. */
export type FileKey = string;

/** Keeps the bytes of files. */
export interface FileStore {
  /**
   * Stores bytes, or a file on this machine, so that they are there whole or not at all; the file stays where it is.
   *
   * @throws {StorageFullError}
   */
  save(key: FileKey, source: Buffer | { path: string }): Promise<void>;
  /** Opens a file, or a part of it, for reading; null when it is not there. The caller reads or destroys it. */
  open(key: FileKey, range?: ByteRange): Promise<Readable | null>;
  /** Removes a file with its preview; none is not an error. */
  remove(id: string): Promise<void>;
  /** Ids of the files written before a time, whole or cut off, in no order and a shelf at a time. */
  listOlderThan(time: Date): AsyncIterable<string[]>;
}

/** Name of the small picture of a file in the store. */
export function previewKey(id: string): FileKey {
  return `${id}.preview`;
}

/**
 * Makes the store of one folder. A file lies at `<last two characters of its id>/<id>`, since ids begin with the time;
 * names given by people never reach a path. So many bytes stay free on the disk, so that the database beside the files
 * can go on writing.
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
      for (const shelf of await readdir(folder).catch(() => [])) {
        const found = new Set<string>();
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          const id = idOfKey(name.replace(/\.part$/, ''));
          // A file may be renamed or removed while its shelf is read.
          const entry = id ? await stat(join(folder, shelf, name)).catch(() => null) : null;
          if (id && entry && entry.mtime < time) found.add(id);
        }
        yield [...found];
      }
    },
  };
}

/** The id in a key, or null for a text that is none. */
export function idOfKey(key: FileKey): string | null {
  const id = key.replace(/\.preview$/, '');
  return ID.test(id) ? id : null;
}

/** The id in a key. @throws {Error} for a text that is none, so that nothing else becomes a path. */
export function checkKey(key: FileKey): string {
  const id = idOfKey(key);
  if (!id) throw new Error('a file id is a UUID in lower case');
  return id;
}

/** Links a file that is on this disk already, or copies it where that cannot be. */
async function linkWhole(path: string, from: string): Promise<void> {
  await syncPath(from);
  await rm(`${path}.part`, { force: true });
  await link(from, `${path}.part`).catch(async (error: unknown) => {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].some((code) => hasCode(error, code))) throw error;
    await copyFile(from, `${path}.part`);
    await syncPath(`${path}.part`);
  });
  // Its age counts from here on, not from the last byte that came.
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
  const shelf = await open(path, 'r');
  try {
    // Without it the name itself can be lost in a power cut (fsync(2), notes).
    await shelf.sync();
  } catch (error) {
    // Windows cannot sync a folder.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'EINVAL')) throw error;
  } finally {
    await shelf.close();
  }
}

/** Makes sure that a disk has room for so many more bytes and still keeps some free. @throws {StorageFullError} */
export async function checkFreeSpace(
  folder: string,
  { sizeBytes, keepFreeBytes }: { sizeBytes: number; keepFreeBytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - sizeBytes < keepFreeBytes) throw new StorageFullError();
}

/** True when an error says that the disk, or the share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof StorageFullError || hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

/** True for an error with a code of the system, such as ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
