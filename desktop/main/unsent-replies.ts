import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { LocalAccount } from './local-accounts.ts';
import type { Unsent } from './unsent.ts';

/** The unsent texts of the accounts, which the page stores, with the replies from notifications, which main sends. */
export interface UnsentWithReplies extends Unsent {
  /** Stores the replies that main has not sent yet. Replaces those stored before in this run. */
  storeReplies(localAccount: LocalAccount, replies: UnsentTexts): Promise<void>;
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
  const read = (localAccount: LocalAccount): Promise<UnsentTexts> => {
    const texts = textsOfPage.get(localAccount.id) ?? unsent.load(localAccount);
    // Without a user there is nothing to read yet.
    if (localAccount.user) textsOfPage.set(localAccount.id, texts);
    return texts;
  };
  const write = (localAccount: LocalAccount): Promise<void> => {
    queue = queue
      .then(async () =>
        unsent.store(localAccount, { ...(await read(localAccount)), ...repliesOf.get(localAccount.id) }),
      )
      .catch(() => undefined);
    return queue;
  };
  return {
    load: async (localAccount) => {
      await queue;
      const own = repliesOf.get(localAccount.id) ?? {};
      return Object.fromEntries(Object.entries(await unsent.load(localAccount)).filter(([key]) => !(key in own)));
    },
    store: (localAccount, texts) => {
      // A page that is being replaced can still store texts of a user who has signed out.
      if (localAccount.user) textsOfPage.set(localAccount.id, Promise.resolve(texts));
      return write(localAccount);
    },
    storeReplies: (localAccount, replies) => {
      repliesOf.set(localAccount.id, replies);
      return write(localAccount);
    },
    remove: (localAccount) => {
      repliesOf.delete(localAccount.id);
      textsOfPage.delete(localAccount.id);
      queue = queue.then(() => unsent.remove(localAccount));
      return queue;
    },
    settled: () => queue,
  };
}
