import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Keeps archives of accounts by id. */
export interface ExportStore {
  /** Writes an archive as it comes, so that it exists whole or not at all; returns its size in bytes. */
  save(id: string, archive: Readable): Promise<number>;
  /** Opens an archive for reading; null when it is not there. The caller closes it. */
  openFile(id: string): Promise<FileHandle | null>;
  /** Removes an archive; none is not an error. */
  remove(id: string): Promise<void>;
  /** Ids of the archives that are there, in no order. */
  listIds(): Promise<string[]>;
}

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/;

/** Makes the store of one folder. */
export function createExportStore(folder: string): ExportStore {
  const pathOf = (id: string) => {
    if (!NAME.test(`${id}.zip`)) throw new Error('the id of an archive is a UUID in lower case');
    return join(folder, `${id}.zip`);
  };
  return {
    async save(id, archive) {
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
    async openFile(id) {
      try {
        return await open(pathOf(id), 'r');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async listIds() {
      const names = await readdir(folder).catch(() => []);
      return names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
    },
  };
}
