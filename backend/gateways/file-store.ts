import { mkdir, open, readdir, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that stay free on the disk, so that the database beside the files can go on writing. */
const FREE_BYTES_KEPT = 200 * 1024 * 1024;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Says that the disk has no room for a file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** Keeps the bytes of files by id. */
export interface FileStore {
  /** Writes a file so that it is there whole or not at all. @throws {StorageFullError} */
  save(id: string, bytes: Buffer): Promise<void>;
  /** Opens a file for reading; null when it is not there. The caller closes it. */
  openFile(id: string): Promise<FileHandle | null>;
  /** Removes a file; none is not an error. */
  remove(id: string): Promise<void>;
  /** Ids of the files written before a time, whole or cut off, in no order and a shelf at a time. */
  listOlderThan(time: Date): AsyncIterable<string[]>;
}

/** Makes the store of one folder. A file lies at `<last two characters of its id>/<id>`, since ids begin with the time; names given by people never reach a path. */
export function createFileStore(folder: string): FileStore {
  const pathOf = (id: string) => {
    if (!ID.test(id)) throw new Error('a file id is a UUID in lower case');
    return join(folder, id.slice(-2), id);
  };
  return {
    async save(id, bytes) {
      const path = pathOf(id);
      try {
        await mkdir(join(path, '..'), { recursive: true });
        await checkFreeSpace(folder, bytes.length);
        await writeWhole(path, bytes);
      } catch (error) {
        await rm(`${path}.part`, { force: true }).catch(() => undefined);
        throw hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT') ? new StorageFullError() : error;
      }
    },
    async openFile(id) {
      try {
        return await open(pathOf(id), 'r');
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.part`, { force: true });
    },
    async *listOlderThan(time) {
      for (const shelf of await readdir(folder).catch(() => [])) {
        const found = new Set<string>();
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          const id = name.replace(/\.part$/, '');
          // A file may be renamed or removed while its shelf is read.
          const entry = ID.test(id) ? await stat(join(folder, shelf, name)).catch(() => null) : null;
          if (entry && entry.mtime < time) found.add(id);
        }
        yield [...found];
      }
    },
  };
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
  const shelf = await open(join(path, '..'), 'r');
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

async function checkFreeSpace(folder: string, sizeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - sizeBytes < FREE_BYTES_KEPT) throw new StorageFullError();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
