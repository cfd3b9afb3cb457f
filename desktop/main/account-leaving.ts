import type { AccountUser } from '#shared/bridge/accounts.ts';
import type { LocalAccounts, ForgetScope, LocalAccount } from './local-accounts.ts';
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
   * Removes what is stored of a user who is no longer signed in; the account keeps its cookies. Unsent replies stay in
   * memory unless the user has signed out or another one has signed in: the session may only have expired.
   */
  dropUser(localAccount: LocalAccount, user: AccountUser): Promise<void>;
  /** Ends the session of another account of the user who has signed in. */
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
    if (userId !== undefined && localAccounts.list.every(({ user }) => user?.id !== userId)) parts.onForgotten(userId);
  };
  const forgetLocalAccount = async (localAccount: LocalAccount, what: ForgetScope): Promise<void> => {
    const userId = localAccount.user?.id;
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
    dropUser: async (localAccount, { id }) => {
      const hasLeft = localAccount.user !== null || localAccount.isLeaving === true;
      const own = localAccount.user ?? localAccounts.forget(localAccount, 'stored');
      // What another program has open is removed at the next start.
      await Promise.allSettled([unsent.remove(localAccount), pageCopies.remove(localAccount), offline.wipe(id), own]);
      if (hasLeft) noteForgotten(id);
    },
    removeTwin: async (localAccount) => {
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
