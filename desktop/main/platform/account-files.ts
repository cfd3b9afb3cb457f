import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is stored of an account: texts that were not sent, and a copy of what its pages have loaded. */
export type AccountFile = 'texts' | 'copy';

/** Encrypted files of the accounts, at most one of each kind for each. */
export interface AccountFiles {
  /** Returns the content of an account's file; null when there is none. */
  read(accountId: string, kind: AccountFile): Promise<Buffer | null>;
  write(accountId: string, kind: AccountFile, content: Buffer): Promise<void>;
  remove(accountId: string, kind: AccountFile): Promise<void>;
  /** Removes the files of each kind of all other accounts. */
  keepOnly(accountIds: Readonly<Record<AccountFile, readonly string[]>>): Promise<void>;
}

const KINDS: readonly AccountFile[] = ['texts', 'copy'];
const FOLDERS = { texts: 'unsent', copy: 'loaded' } as const satisfies Record<AccountFile, string>;

/** Opens the folders of the files in the profile. */
export function openAccountFiles(profileDir: string): AccountFiles {
  const folderOf = (kind: AccountFile): string => join(profileDir, FOLDERS[kind]);
  const fileOf = (accountId: string, kind: AccountFile): string => join(folderOf(kind), `${accountId}.${kind}`);
  return {
    read: (accountId, kind) => readFile(fileOf(accountId, kind)).catch(() => null),
    write: async (accountId, kind, content) => {
      await mkdir(folderOf(kind), { recursive: true, mode: 0o700 });
      const half = `${fileOf(accountId, kind)}.new`;
      // The former file stays whole when the computer stops in between.
      await writeFile(half, content, { mode: 0o600, flush: true });
      await rename(half, fileOf(accountId, kind));
    },
    remove: (accountId, kind) => rm(fileOf(accountId, kind), { force: true }),
    keepOnly: async (accountIds) => {
      for (const kind of KINDS) {
        const kept = new Set(accountIds[kind].map((id) => `${id}.${kind}`));
        const names = await readdir(folderOf(kind)).catch(() => []);
        const others = names.filter((name) => !kept.has(name));
        await Promise.all(others.map((name) => rm(join(folderOf(kind), name), { force: true })));
      }
    },
  };
}
