import type { AccountCalls, AccountUser, AccountView } from '#shared/bridge/accounts.ts';
import { AccountSlots, type Forgotten, type Slot } from './account-slots.ts';
import { isSameUser } from './core/account-list.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { KeychainPort } from './core/session-store.ts';
import { loadPhoto, type Account } from './platform/account.ts';
import { sendToWindows } from './platform/ipc.ts';
import { profileDir } from './platform/lifecycle.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import { openUnsentFiles } from './platform/unsent-files.ts';
import { createUnsent, type Unsent } from './unsent.ts';

/** The accounts on this computer. */
export interface Accounts {
  /** The Electron session of the account that the window shows. */
  readonly current: Account;
  /** Reads the accounts of the server from the keychain and opens the one that was shown last. */
  start(nowMs: number): Promise<void>;
  /** Forgets the account that the window shows. */
  forget(what: Forgotten): Promise<void>;
  /** Forgets every account, because another server was chosen. */
  forgetAll(): Promise<void>;
  /** Resolves when everything so far is stored. */
  settled(): Promise<void>;
  handlers: HandlersOf<AccountCalls>;
}

/** Dependencies of the accounts. */
interface AccountParts {
  settings: SettingsStore;
  serverUrl: () => string | null;
  /** True on a computer that several people use: there is one account. */
  isShared: boolean;
  keychain: KeychainPort;
  /** The keychain cannot store sessions. */
  onUnavailable: () => void;
  /** Opens the Electron session of a partition and serves the app in it. */
  open: (partition: string) => Promise<Account>;
  /** The window has to show the current account. */
  onSwitch: () => void;
}

/** Creates the accounts; {@link Accounts.start} has to run before anything else. */
export function createAccounts(parts: AccountParts): Accounts {
  const { settings, serverUrl, isShared, onSwitch } = parts;
  const slots = new AccountSlots(parts);
  const files = openUnsentFiles(profileDir());
  const unsent = createUnsent(files);
  const forgetSlot = async (slot: Slot, what: Forgotten): Promise<void> => {
    if (what === 'everything') await unsent.remove(slot);
    await slots.forget(slot, what);
    sendToWindows('accountsChanged', null);
  };
  return {
    get current() {
      if (!slots.current.opened) throw new Error('The account is not open.');
      return slots.current.opened.account;
    },
    start: async (nowMs) => {
      // The keys of texts may be in a keychain that is locked now.
      if (await slots.read(nowMs)) await files.keepOnly(slots.list.map(({ id }) => id)).catch(() => undefined);
      const last = slots.list.find(({ id }) => id === settings.current.lastAccount);
      await slots.choose(last ?? slots.list[0] ?? slots.add());
    },
    forget: (what) => forgetSlot(slots.current, what),
    forgetAll: async () => {
      for (const slot of slots.list) await forgetSlot(slot, 'everything');
      slots.list = [slots.current];
    },
    settled: async () => {
      await unsent.settled();
      await slots.settled();
    },
    handlers: createHandlers({ slots, settings, serverUrl, isShared, unsent, forgetSlot, onSwitch }),
  };
}

function createHandlers(parts: {
  slots: AccountSlots;
  settings: SettingsStore;
  serverUrl: () => string | null;
  isShared: boolean;
  unsent: Unsent;
  forgetSlot: (slot: Slot, what: Forgotten) => Promise<void>;
  onSwitch: () => void;
}): HandlersOf<AccountCalls> {
  const { slots, settings, unsent } = parts;
  const show = async (slot: Slot): Promise<void> => {
    if (slot === slots.current) return;
    await slots.choose(slot);
    settings.update({ lastAccount: slot.id });
    parts.onSwitch();
  };
  return {
    listAccounts: () => listViews(slots, parts.serverUrl()),
    switchAccount: async (id) => {
      const slot = slots.list.find((candidate) => candidate.id === id && candidate.user !== null);
      if (slot) await show(slot);
    },
    addAccount: async () => {
      if (!parts.isShared) await show(slots.list.find(({ user }) => user === null) ?? slots.add());
    },
    setAccountUser: async (user) => {
      const { current } = slots;
      if (isSameUser(current.user, user)) return;
      current.user = user;
      current.opened?.sessions.setUser(user);
      if (user) {
        settings.update({ lastAccount: current.id });
        // A user who signs in twice has one account: the one that the window shows.
        const twins = slots.list.filter((slot) => slot !== current && slot.user?.id === user.id);
        for (const twin of twins) await parts.forgetSlot(twin, 'everything');
      }
      sendToWindows('accountsChanged', null);
    },
    loadUnsentTexts: () => unsent.load(slots.current),
    storeUnsentTexts: (texts) => unsent.store(slots.current, texts),
  };
}

/** Returns the accounts with a signed-in user. Photos load with the session of their own account. */
function listViews(slots: AccountSlots, server: string | null): Promise<AccountView[]> {
  const viewOf = async (slot: Slot, { fullName, profileImage }: AccountUser): Promise<AccountView> => {
    const isCurrent = slot === slots.current;
    const view = { id: slot.id, fullName, isCurrent, photo: null };
    // The page has the photo of its own user.
    if (isCurrent || profileImage === null || server === null) return view;
    await slots.open(slot);
    return { ...view, photo: slot.opened && (await loadPhoto(slot.opened.account, server + profileImage)) };
  };
  return Promise.all(slots.list.flatMap((slot) => (slot.user ? [viewOf(slot, slot.user)] : [])));
}
