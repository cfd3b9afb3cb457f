import type { AccountUser } from '#shared/bridge/accounts.ts';
import type { AccountSlots, Forgotten, Slot } from './account-slots.ts';
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
  forget(what: Forgotten): Promise<void>;
  /** Removes what is stored of a user who is no longer signed in; the account keeps its cookies. */
  dropUser(slot: Slot, user: AccountUser): Promise<void>;
  /** Ends the session of another account of the user who has signed in. */
  removeTwin(slot: Slot): Promise<void>;
  /** Finishes a sign-out that the page of an account has begun; nothing without one. */
  finish(slot: Slot): Promise<void>;
  forgetAll(): Promise<void>;
}

/** Creates how accounts leave: their session on the server ends, and what is stored of them is removed. */
export function createLeaving(parts: {
  slots: AccountSlots;
  stores: AccountStores;
  /** An account has changed. */
  onChanged: () => void;
  /** Nothing of this user remains on the computer. */
  onForgotten: (userId: string) => void;
}): Leaving {
  const { slots, stores } = parts;
  const { unsent, pageCopies, offline } = stores;
  /** The same user may be signed in with another account. */
  const noteForgotten = (userId: string | undefined): void => {
    if (userId !== undefined && slots.list.every(({ user }) => user?.id !== userId)) parts.onForgotten(userId);
  };
  const forgetSlot = async (slot: Slot, what: Forgotten): Promise<void> => {
    const userId = slot.user?.id;
    const remove = async (): Promise<void> => {
      if (what === 'everything') await unsent.remove(slot);
      await pageCopies.remove(slot);
    };
    await remove();
    await slots.forget(slot, what);
    // The page may have stored something meanwhile; without a session it cannot.
    await remove();
    if (what !== 'stored') slot.isLeaving = false;
    if (what === 'everything') noteForgotten(userId);
    parts.onChanged();
  };
  const finish = async (slot: Slot): Promise<void> => {
    const { user } = slot;
    await slots.endOnServer(slot);
    await Promise.all([forgetSlot(slot, 'everything'), user && offline.wipe(user.id)]);
  };
  return {
    forget: async (what) => {
      const slot = slots.current;
      const { user } = slot;
      if (what === 'stored') slot.isLeaving = true;
      // The page and main may know different users, while one signs in.
      const wiped = what === 'stored' ? [] : [offline.wipe(), user && offline.wipe(user.id)];
      await Promise.all([forgetSlot(slot, what), ...wiped]);
    },
    dropUser: async (slot, { id }) => {
      const own = slot.user ?? slots.forget(slot, 'stored');
      await Promise.all([unsent.remove(slot), pageCopies.remove(slot), offline.wipe(id), own]);
      noteForgotten(id);
    },
    removeTwin: async (slot) => {
      await slots.endOnServer(slot);
      await forgetSlot(slot, 'everything');
    },
    finish: async (slot) => {
      if (slot.isLeaving === true) await (slot.finishing ??= finish(slot).finally(() => delete slot.finishing));
    },
    forgetAll: async () => {
      if (!slots.isStarted) return;
      await Promise.all(slots.list.map((slot) => slots.endOnServer(slot)));
      // One that fails must not keep the others.
      const results = await Promise.allSettled([
        ...slots.list.map((slot) => forgetSlot(slot, 'everything')),
        offline.wipeAll(),
      ]);
      slots.list = [slots.current];
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
}
