import type { AccountUser } from '#shared/bridge/accounts.ts';
import type { LocalAccounts, ForgetScope, LocalAccount } from './local-accounts.ts';
import { ownerOf } from './core/account-list.ts';
import type { OfflineCopies } from './offline.ts';
import type { PageCopies } from './page-copies.ts';
import type { UnsentWithReplies } from './unsent-replies.ts';

/** What is stored of the accounts beside their sessions. */
export interface AccountStores {
  unsent: UnsentWithReplies;
  pageCopies: PageCopies;
  /** The files of items on this computer. */
  offline: Pick<OfflineCopies, 'wipe' | 'wipeAll' | 'keepOnly'>;
}

/** How accounts leave this computer. */
export interface Leaving {
  forget(what: ForgetScope): Promise<void>;
  /**
   * Removes what is stored of a user who is no longer signed in; the account keeps its cookies. Unsent texts and
   * replies stay unless the user has signed out or another one has signed in: the session may only have expired.
   */
  dropUser(localAccount: LocalAccount, user: AccountUser): Promise<void>;
  /** Moves the unsent texts of the user who has signed in from their other account, and ends its session. */
  removeTwin(localAccount: LocalAccount): Promise<void>;
  /** Finishes a sign-out that the page of an account has begun; nothing without one. */
  finish(localAccount: LocalAccount): Promise<void>;
  forgetAll(): Promise<void>;
}

/** Dependencies of the accounts that leave. */
interface LeavingParts {
  localAccounts: LocalAccounts;
  stores: AccountStores;
  /** An account has changed. */
  onChanged: () => void;
  /** Nothing of this user remains on the computer. */
  onForgotten: (userId: string) => void;
}

/** Creates how accounts leave: their session on the server ends, and what is stored of them is removed. */
export function createLeaving(parts: LeavingParts): Leaving {
  const { localAccounts, stores } = parts;
  const { unsent, pageCopies, offline } = stores;
  /** The same user may be signed in with another account. */
  const noteForgotten = (userId: string | undefined): void => {
    if (userId !== undefined && localAccounts.list.every((other) => ownerOf(other)?.id !== userId))
      parts.onForgotten(userId);
  };
  const forgetLocalAccount = async (localAccount: LocalAccount, what: ForgetScope): Promise<void> => {
    const userId = ownerOf(localAccount)?.id;
    const remove = async (): Promise<void> => {
      if (what === 'everything') await unsent.remove(localAccount);
      await pageCopies.remove(localAccount);
    };
    await remove();
    await localAccounts.forget(localAccount, what);
    // The page may have stored something meanwhile; without a session it cannot.
    await remove();
    if (what !== 'stored') localAccount.isLeaving = false;
    if (what === 'everything') noteForgotten(userId);
    parts.onChanged();
  };
  const finish = async (localAccount: LocalAccount): Promise<void> => {
    const { user } = localAccount;
    await localAccounts.endOnServer(localAccount);
    await Promise.all([forgetLocalAccount(localAccount, 'everything'), user && offline.wipe(user.id)]);
  };
  return {
    forget: async (what) => {
      const localAccount = localAccounts.current;
      const { user } = localAccount;
      if (what === 'stored') localAccount.isLeaving = true;
      // The page and main may know different users, while one signs in.
      const wiped = what === 'stored' ? [] : [offline.wipe(), user && offline.wipe(user.id)];
      await Promise.all([forgetLocalAccount(localAccount, what), ...wiped]);
    },
    dropUser: async (localAccount, user) => {
      if (await dropUser(parts, localAccount, user)) noteForgotten(user.id);
    },
    removeTwin: async (localAccount) => {
      await unsent.take(localAccounts.current, localAccount);
      await localAccounts.endOnServer(localAccount);
      await forgetLocalAccount(localAccount, 'everything');
    },
    finish: async (localAccount) => {
      if (localAccount.isLeaving === true)
        await (localAccount.finishing ??= finish(localAccount).finally(() => delete localAccount.finishing));
    },
    forgetAll: async () => {
      if (!localAccounts.isStarted) return;
      await Promise.all(localAccounts.list.map((localAccount) => localAccounts.endOnServer(localAccount)));
      // One that fails must not keep the others.
      const results = await Promise.allSettled([
        ...localAccounts.list.map((localAccount) => forgetLocalAccount(localAccount, 'everything')),
        offline.wipeAll(),
      ]);
      localAccounts.list = [localAccounts.current];
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
}

/** See {@link Leaving.dropUser}. Returns whether the user has signed out or another one has signed in. */
async function dropUser(
  { localAccounts, stores: { unsent, pageCopies, offline } }: LeavingParts,
  localAccount: LocalAccount,
  user: AccountUser,
): Promise<boolean> {
  const isReplaced = localAccount.user !== null;
  const hasLeft = isReplaced || localAccount.isLeaving === true;
  const endSession = (): Promise<void> =>
    hasLeft ? localAccounts.forget(localAccount, 'stored') : localAccounts.end(localAccount, user);
  // What another program has open is removed at the next start.
  await Promise.allSettled([
    // The stored session is the next user's.
    !isReplaced && endSession(),
    hasLeft && unsent.remove(localAccount),
    pageCopies.remove(localAccount),
    offline.wipe(user.id),
  ]);
  return hasLeft;
}
