import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Slot } from './account-slots.ts';
import type { Unsent } from './unsent.ts';

/** The unsent texts of the accounts, which the page stores, with the replies from notifications, which main sends. */
export interface UnsentWithReplies extends Unsent {
  /** Stores the replies that main has not sent yet. Replaces those stored before in this run. */
  storeReplies(slot: Slot, replies: UnsentTexts): Promise<void>;
  /** Resolves when all changes so far are passed on to the files. */
  settled(): Promise<void>;
}

/**
 * Adds replies to a store of unsent texts. Each text has one owner: replies of this run are main's and not returned to
 * the page; those of an earlier run are texts of the page, which shows and sends them.
 */
export function withReplies(unsent: Unsent): UnsentWithReplies {
  const repliesOf = new Map<string, UnsentTexts>();
  /** The texts of the page that replies are written with: what it has stored last, or what an earlier run has left. */
  const textsOfPage = new Map<string, Promise<UnsentTexts>>();
  let queue: Promise<void> = Promise.resolve();
  const read = (slot: Slot): Promise<UnsentTexts> => {
    const texts = textsOfPage.get(slot.id) ?? unsent.load(slot);
    // Without a user there is nothing to read yet.
    if (slot.user) textsOfPage.set(slot.id, texts);
    return texts;
  };
  const write = (slot: Slot): Promise<void> => {
    queue = queue
      .then(async () => unsent.store(slot, { ...(await read(slot)), ...repliesOf.get(slot.id) }))
      .catch(() => undefined);
    return queue;
  };
  return {
    load: async (slot) => {
      await queue;
      const own = repliesOf.get(slot.id) ?? {};
      return Object.fromEntries(Object.entries(await unsent.load(slot)).filter(([key]) => !(key in own)));
    },
    store: (slot, texts) => {
      // A page that is being replaced can still store texts of a user who has signed out.
      if (slot.user) textsOfPage.set(slot.id, Promise.resolve(texts));
      return write(slot);
    },
    storeReplies: (slot, replies) => {
      repliesOf.set(slot.id, replies);
      return write(slot);
    },
    remove: (slot) => {
      repliesOf.delete(slot.id);
      textsOfPage.delete(slot.id);
      queue = queue.then(() => unsent.remove(slot));
      return queue;
    },
    settled: () => queue,
  };
}
