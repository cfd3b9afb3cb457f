import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Slot } from './account-slots.ts';
import { decryptTexts, encryptTexts, textsOf } from './core/unsent-texts.ts';
import type { UnsentFiles } from './platform/unsent-files.ts';

/** The unsent texts of the accounts, encrypted with a key in the keychain. */
export interface Unsent {
  /** Returns the texts of the account's user; empty when none are stored or they cannot be read. */
  load(slot: Slot): Promise<UnsentTexts>;
  /** Stores the texts of the account's user; nothing without a keychain, which alone makes them readable again. */
  store(slot: Slot, texts: UnsentTexts): Promise<void>;
  remove(slot: Slot): Promise<void>;
  /** Resolves when all changes so far are written. */
  settled(): Promise<void>;
}

/** Creates the store of unsent texts. Files are written one at a time, in the order of the changes. */
export function createUnsent(files: UnsentFiles): Unsent {
  let queue: Promise<void> = Promise.resolve();
  const change = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch(() => undefined);
    return queue;
  };
  return {
    load: async ({ id, user, opened }) => {
      const content = user && opened ? await files.read(id) : null;
      const texts = content && opened ? decryptTexts(content, opened.sessions.textsKey) : null;
      return user && texts ? textsOf(user.id, texts) : {};
    },
    store: (slot, texts) =>
      change(async () => {
        const { id, user, opened } = slot;
        const own = user ? textsOf(user.id, texts) : {};
        if (Object.keys(own).length === 0) return files.remove(id);
        if (opened?.sessions.isStored) await files.write(id, encryptTexts(own, opened.sessions.textsKey));
      }),
    remove: ({ id }) => change(() => files.remove(id)),
    settled: () => queue,
  };
}
