import type { PageCopy } from '#shared/bridge/accounts.ts';
import type { LocalAccount } from './local-accounts.ts';
import { readPageCopy, writePageCopy } from './core/page-copy.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

/** Copies of what the pages of each account have loaded, encrypted with a key in the keychain. */
export interface PageCopies {
  /** Returns the copy of the account's user; null without one. Removes a copy that is of no use. */
  load(localAccount: LocalAccount): Promise<PageCopy | null>;
  /** Stores a copy of the account's user; not of another user, without a keychain, or when it is too large. */
  store(localAccount: LocalAccount, copy: PageCopy): Promise<void>;
  remove(localAccount: LocalAccount): Promise<void>;
}

/** Creates the store of copies of one version of the client. */
export function createPageCopies(files: EncryptedFiles, appVersion: string): PageCopies {
  return {
    load: async (localAccount) => {
      const text = await files.read(localAccount, 'copy');
      const copy =
        localAccount.user && text !== null ? readPageCopy(text, { userId: localAccount.user.id, appVersion }) : null;
      if (copy === null) await files.remove(localAccount, 'copy');
      return copy;
    },
    store: (localAccount, copy) =>
      files.write(localAccount, 'copy', () =>
        localAccount.user?.id === copy.userId ? (writePageCopy(copy, appVersion) ?? undefined) : undefined,
      ),
    remove: (localAccount) => files.remove(localAccount, 'copy'),
  };
}
