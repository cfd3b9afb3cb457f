import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files with the encrypted texts of the accounts, one for each. */
export interface UnsentFiles {
  /** Returns the content of an account's file; null when there is none. */
  read(accountId: string): Promise<Buffer | null>;
  write(accountId: string, content: Buffer): Promise<void>;
  remove(accountId: string): Promise<void>;
  /** Removes the files of all other accounts. */
  keepOnly(accountIds: readonly string[]): Promise<void>;
}

const ENDING = '.texts';

/** Opens the folder of the files in the profile. */
export function openUnsentFiles(profileDir: string): UnsentFiles {
  const folder = join(profileDir, 'unsent');
  const fileOf = (accountId: string): string => join(folder, accountId + ENDING);
  return {
    read: (accountId) => readFile(fileOf(accountId)).catch(() => null),
    write: async (accountId, content) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const half = `${fileOf(accountId)}.new`;
      // The former file stays whole when the computer stops in between.
      await writeFile(half, content, { mode: 0o600, flush: true });
      await rename(half, fileOf(accountId));
    },
    remove: (accountId) => rm(fileOf(accountId), { force: true }),
    keepOnly: async (accountIds) => {
      const kept = new Set(accountIds.map((id) => id + ENDING));
      const names = await readdir(folder).catch(() => []);
      await Promise.all(names.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name), { force: true })));
    },
  };
}
