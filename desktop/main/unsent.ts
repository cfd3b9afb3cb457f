import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Slot } from './account-slots.ts';
import { parseTexts, textsOf } from './core/unsent-texts.ts';
import type { EncryptedFiles } from './encrypted-files.ts';

/** The unsent texts of the accounts, encrypted with a key in the keychain. */
export interface Unsent {
  /** Returns the texts of the account's user; empty when none are stored or they cannot be read. */
  load(slot: Slot): Promise<UnsentTexts>;
  /** Stores the texts of the account's user; nothing without a keychain, which alone makes them readable again. */
  store(slot: Slot, texts: UnsentTexts): Promise<void>;
  remove(slot: Slot): Promise<void>;
}

/** Creates the store of unsent texts. */
export function createUnsent(files: EncryptedFiles): Unsent {
  return {
    load: async (slot) => {
      const json = await files.read(slot, 'texts');
      return slot.user && json !== null ? textsOf(slot.user.id, parseTexts(json)) : {};
    },
    store: (slot, texts) =>
      files.write(slot, 'texts', () => {
        const own = slot.user ? textsOf(slot.user.id, texts) : {};
        return Object.keys(own).length === 0 ? null : JSON.stringify(own);
      }),
    remove: (slot) => files.remove(slot, 'texts'),
  };
}
