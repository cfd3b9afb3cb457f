import type { UnsentTexts } from '#shared/bridge/accounts.ts';
import type { LocalAccount } from './local-accounts.ts';
import { ownerOf } from './core/account-list.ts';
import type { Unsent } from './unsent.ts';

/** The unsent texts of the accounts, which the page stores, with the replies from notifications, which main sends. */
export interface UnsentWithReplies extends Unsent {
  /** Stores the replies that main has not sent yet. Replaces those stored before in this run. */
  storeReplies(localAccount: LocalAccount, replies: UnsentTexts): Promise<void>;
  /** Adds what another account of the same user has stored; the page receives its texts when it next loads them. */
  take(localAccount: LocalAccount, from: LocalAccount): Promise<void>;
  /** Resolves when all changes so far are passed on to the files. */
  settled(): Promise<void>;
}

/**
 * Adds replies to a store of unsent texts. Each text has one owner: replies of this run are main's and not returned to
 * the page; those of an earlier run are texts of the page, which shows and sends them. Texts of another account of the
 * user are main's until the page has loaded them.
 */
export function withReplies(unsent: Unsent): UnsentWithReplies {
  const repliesOf = new Map<string, UnsentTexts>();
  /** The texts of the page that replies are written with: what it has stored last, or what an earlier run has left. */
  const textsOfPage = new Map<string, Promise<UnsentTexts>>();
  const takenTexts = new Map<string, UnsentTexts>();
  let queue: Promise<void> = Promise.resolve();
  const read = (localAccount: LocalAccount): Promise<UnsentTexts> => {
    const texts = textsOfPage.get(localAccount.id) ?? unsent.load(localAccount);
    // Without a user there is nothing to read yet.
    if (ownerOf(localAccount)) textsOfPage.set(localAccount.id, texts);
    return texts;
  };
  const write = (localAccount: LocalAccount): Promise<void> => {
    const { id } = localAccount;
    queue = queue
      .then(async () => {
        const texts = await read(localAccount);
        await unsent.store(localAccount, { ...takenTexts.get(id), ...texts, ...repliesOf.get(id) });
      })
      .catch(() => undefined);
    return queue;
  };
  const load = async (localAccount: LocalAccount): Promise<UnsentTexts> => {
    await queue;
    const own = repliesOf.get(localAccount.id) ?? {};
    return Object.fromEntries(Object.entries(await unsent.load(localAccount)).filter(([key]) => !(key in own)));
  };
  return {
    load: async (localAccount) => {
      const texts = await load(localAccount);
      takenTexts.delete(localAccount.id);
      return texts;
    },
    store: (localAccount, texts) => {
      // A page that is being replaced can still store texts of a user who has signed out.
      if (ownerOf(localAccount)) textsOfPage.set(localAccount.id, Promise.resolve(texts));
      return write(localAccount);
    },
    take: async (localAccount, from) => {
      const texts = await load(from);
      takenTexts.set(localAccount.id, { ...texts, ...takenTexts.get(localAccount.id) });
      repliesOf.set(localAccount.id, { ...repliesOf.get(from.id), ...repliesOf.get(localAccount.id) });
      await write(localAccount);
    },
    storeReplies: (localAccount, replies) => {
      repliesOf.set(localAccount.id, replies);
      return write(localAccount);
    },
    remove: (localAccount) => {
      for (const texts of [repliesOf, textsOfPage, takenTexts]) texts.delete(localAccount.id);
      queue = queue.then(() => unsent.remove(localAccount));
      return queue;
    },
    settled: () => queue,
  };
}
