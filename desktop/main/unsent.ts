import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { LocalAccount } from './local-accounts.ts';
import { ownerOf } from './core/account-list.ts';
import { parseTexts, textsOf } from './core/unsent-texts.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

/** The unsent texts of the accounts, encrypted with a key in the keychain. */
export interface Unsent {
  /** Returns the texts of the account's owner; empty when none are stored or they cannot be read. */
  load(localAccount: LocalAccount): Promise<UnsentTexts>;
  /** Stores the texts of the account's owner; nothing without a keychain, which alone makes them readable again. */
  store(localAccount: LocalAccount, texts: UnsentTexts): Promise<void>;
  remove(localAccount: LocalAccount): Promise<void>;
}

/** Creates the store of unsent texts. */
export function createUnsent(files: EncryptedFiles): Unsent {
  return {
    load: async (localAccount) => {
      const json = await files.read(localAccount, 'texts');
      const owner = ownerOf(localAccount);
      return owner && json !== null ? textsOf(owner.id, parseTexts(json)) : {};
    },
    store: (localAccount, texts) =>
      files.write(localAccount, 'texts', () => {
        const owner = ownerOf(localAccount);
        const own = owner ? textsOf(owner.id, texts) : {};
        return Object.keys(own).length === 0 ? null : JSON.stringify(own);
      }),
    remove: (localAccount) => files.remove(localAccount, 'texts'),
  };
}
