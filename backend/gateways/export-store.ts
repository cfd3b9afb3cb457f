import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from './file-store.ts';

/** Stores the archives of accounts by id. */
export type ExportStore = ReturnType<typeof createExportStore>;

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;

/** Creates the store of one folder. */
export function createExportStore(folder: string) {
  const pathOf = (id: string) => {
    if (!NAME.test(`${id}.zip`)) throw new Error('the id of an archive is a UUID in lower case');
    return join(folder, `${id}.zip`);
  };
  return {
    /** Writes an archive from a stream; it exists whole or not at all. Returns its size in bytes. */
    async save(id: string, archive: Readable): Promise<number> {
      const path = pathOf(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await pipeline(archive, createWriteStream(`${path}.part`, { mode: 0o600 }));
        await rename(`${path}.part`, path);
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        throw error;
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
