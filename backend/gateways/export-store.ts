import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkFreeSpace, hasCode, isDiskFull, StorageFullError } from './file-store.ts';

/** Stores the archives of accounts by id. */
export type ExportStore = ReturnType<typeof createExportStore>;

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;

/** After how many bytes the space is checked again while an archive is written. */
const CHECK_BYTES = 16 * 1024 * 1024;

/** Limits of a store: bytes that stay free on its disk, and bytes of all archives together. */
interface ExportLimits {
  keepFreeBytes?: number;
  totalMaxBytes?: number;
}

/** Creates the store of one folder. */
export function createExportStore(
  folder: string,
  { keepFreeBytes = 0, totalMaxBytes = Number.POSITIVE_INFINITY }: ExportLimits = {},
) {
  const checkSpace = async (sizeBytes: number): Promise<void> => {
    await checkFreeSpace(folder, { sizeBytes, keepFreeBytes });
    if ((await sizeOf(folder)) + sizeBytes > totalMaxBytes) throw new StorageFullError();
  };
  async function* checked(archive: Readable): AsyncGenerator<Buffer> {
    let unchecked = 0;
    for await (const part of archive as AsyncIterable<Buffer>) {
      unchecked += part.length;
      if (unchecked >= CHECK_BYTES) {
        await checkSpace(unchecked);
        unchecked = 0;
      }
      yield part;
    }
  }
  const pathOf = (id: string) => {
    if (!NAME.test(`${id}.zip`)) throw new Error('the id of an archive is a UUID in lower case');
    return join(folder, `${id}.zip`);
  };
  return {
    /**
     * Writes an archive from a stream; it exists whole or not at all. Returns its size in bytes. `expectedBytes` is how
     * large it will be at least.
     *
     * @throws {StorageFullError}
     */
    async save(id: string, archive: Readable, expectedBytes = 0): Promise<number> {
      const path = pathOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await checkSpace(expectedBytes);
        await pipeline(archive, checked, createWriteStream(`${path}.part`, { mode: 0o600 }));
        await rename(`${path}.part`, path);
      } catch (error) {
        archive.destroy();
        await rm(`${path}.part`, { force: true });
        throw isDiskFull(error) ? new StorageFullError() : error;
      }
      return (await stat(path)).size;
    },
    /** Opens an archive for reading; null when there is none. The caller closes it. */
    async openFile(id: string): Promise<FileHandle | null> {
      try {
        return await open(pathOf(id), 'r');
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null;
        throw error;
      }
    },
    /** Removes an archive; a missing one is not an error. */
    remove: (id: string) => rm(pathOf(id), { force: true }),
    /** Returns the ids of the stored archives, in no order. */
    async listIds(): Promise<string[]> {
      const names = await readdir(folder).catch(() => []);
      return names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
    },
  };
}

/** Returns the bytes of the files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      // It was removed meanwhile.
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
