import type { PageCopy } from '#shared/bridge/accounts.ts';
import type { Slot } from './account-slots.ts';
import { readPageCopy, writePageCopy } from './core/page-copy.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

/** Copies of what the pages of each account have loaded, encrypted with a key in the keychain. */
export interface PageCopies {
  /** Returns the copy of the account's user; null without one. Removes a copy that is of no use. */
  load(slot: Slot): Promise<PageCopy | null>;
  /** Stores a copy of the account's user; not of another user, without a keychain, or when it is too large. */
  store(slot: Slot, copy: PageCopy): Promise<void>;
  remove(slot: Slot): Promise<void>;
}

/** Creates the store of copies of one version of the client. */
export function createPageCopies(files: EncryptedFiles, appVersion: string): PageCopies {
  return {
    load: async (slot) => {
      const text = await files.read(slot, 'copy');
      const copy = slot.user && text !== null ? readPageCopy(text, { userId: slot.user.id, appVersion }) : null;
      if (copy === null) await files.remove(slot, 'copy');
      return copy;
    },
    store: (slot, copy) =>
      files.write(slot, 'copy', () =>
        slot.user?.id === copy.userId ? (writePageCopy(copy, appVersion) ?? undefined) : undefined,
      ),
    remove: (slot) => files.remove(slot, 'copy'),
  };
}
