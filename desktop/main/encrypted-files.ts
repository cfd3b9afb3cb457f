import type { LocalAccount } from './local-accounts.ts';
import { decryptText, encryptText } from './core/encryption.ts';
import type { AccountFile, AccountFiles } from './platform/account-files.ts';

/** Files of the accounts, encrypted with a key in the keychain. */
export interface EncryptedFiles {
  /** Returns the text of a file; null when there is none or it cannot be read. */
  read(localAccount: LocalAccount, kind: AccountFile): Promise<string | null>;
  /**
   * Writes the text that `make` returns when it is its turn; null removes the file, undefined leaves it. Writes nothing
   * without a keychain, which alone makes the file readable again.
   */
  write(localAccount: LocalAccount, kind: AccountFile, make: () => string | null | undefined): Promise<void>;
  remove(localAccount: LocalAccount, kind: AccountFile): Promise<void>;
  /** Resolves when all changes so far are written. */
  settled(): Promise<void>;
}

/** Creates the store. Files are written one at a time, in the order of the changes; a failure is not reported. */
export function createEncryptedFiles(files: AccountFiles): EncryptedFiles {
  let queue: Promise<void> = Promise.resolve();
  const change = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch(() => undefined);
    return queue;
  };
  return {
    read: async ({ id, opened, stored }, kind) => {
      await queue;
      const key = opened?.sessions.textsKey ?? stored?.textsKey;
      const content = key === undefined ? null : await files.read(id, kind);
      return content && key !== undefined ? decryptText(content, key) : null;
    },
    write: (localAccount, kind, make) =>
      change(async () => {
        const { id, opened } = localAccount;
        // A session that is just being stored makes the file readable.
        await opened?.sessions.settled();
        const text = make();
        if (text === null) return files.remove(id, kind);
        if (text === undefined || !opened?.sessions.isStored) return undefined;
        return files.write(id, kind, encryptText(text, opened.sessions.textsKey));
      }),
    remove: ({ id }, kind) => change(() => files.remove(id, kind)),
    settled: () => queue,
  };
}
