import type { AccountCalls, AccountUser, AccountView, UnsentTexts } from '#shared/bridge/accounts.ts';
import { createLeaving, type AccountStores, type Leaving } from './account-leaving.ts';
import { LocalAccounts, type ForgetScope, type LocalAccount } from './local-accounts.ts';
import { isSameUser, ownerOf, type StoredAccounts } from './core/account-list.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { KeychainPort } from './core/session-store.ts';
import { createEncryptedFiles } from './encrypted-files.ts';
import { createPageCopies } from './page-copies.ts';
import { openAccountFiles, type AccountFiles } from './platform/account-files.ts';
import { loadPhoto, type AccountSession } from './platform/account.ts';
import { sendToWindows } from './platform/ipc.ts';
import { profileDir } from './platform/lifecycle.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import { withReplies } from './unsent-replies.ts';
import { createUnsent } from './unsent.ts';

/** The accounts on this computer. */
export interface Accounts {
  /** The Electron session of the account that the window shows. */
  readonly current: AccountSession;
  /** Returns the accounts whose user is signed in, in the order they were added. */
  list(): Omit<AccountView, 'photo'>[];
  /** Id of the user of that account; null while no one is signed in. */
  readonly userId: string | null;
  /** True while any account has a user, also one that the window does not show. */
  readonly hasUsers: boolean;
  /** True once {@link current} can be read. */
  readonly isStarted: boolean;
  /**
   * Reads the accounts of the server from the keychain, removes the files of accounts that no longer exist, and opens
   * the account that was shown last. Returns false when the app quits meanwhile.
   */
  start(nowMs: number): Promise<boolean>;
  /** The app quits: nothing is read from the keychain any more, and no session is restored. */
  stop(): void;
  /**
   * Forgets the account that the window shows. With `stored` its page begins a sign-out, and ends the session on the
   * server; when another account is chosen meanwhile, the page goes or the app quits, main does both.
   */
  forget(what: ForgetScope): Promise<void>;
  /** Finishes the sign-out that a page has begun, because the page is gone. */
  finishSignOut(): void;
  /** Ends the sessions of all accounts on the server, in the background, and forgets the accounts at once. */
  forgetAll(): Promise<void>;
  /** Returns the key of a user's encrypted files, in base64; null when no account has this user. */
  fileKeyOf(userId: string): string | null;
  /** Stores the replies from notifications that a user's account has not sent yet. */
  storeReplies(userId: string, replies: UnsentTexts): void;
  /** Finishes sign-outs. Resolves when everything so far is stored, and servers were asked or did not respond. */
  settled(): Promise<void>;
  handlers: HandlersOf<AccountCalls>;
}

/** Dependencies of the accounts. */
interface AccountParts {
  installation: { version: string };
  settings: SettingsStore;
  serverUrl: () => string | null;
  /** True on a computer that several people use: there is one account. */
  isShared: boolean;
  keychain: KeychainPort;
  /** The proxy that requests use, in the values of the policy. */
  proxy: string;
  /** The files of items on this computer. */
  offline: AccountStores['offline'];
  /** The keychain cannot store sessions. */
  onUnavailable: () => void;
  /** Opens the Electron session of a partition and serves the app in it. */
  open: (partition: string) => Promise<AccountSession>;
  /** The window has to show the current account. */
  onSwitch: () => void;
  /** No one is signed in any more in the account that the window shows. */
  onSignedOut: () => void;
  /** An account was added, changed, removed or shown. */
  onChanged: () => void;
  /** Nothing of this user remains on the computer. */
  onForgotten: (userId: string) => void;
}

/** Creates the accounts; {@link Accounts.start} has to run before anything else. */
export function createAccounts(parts: AccountParts): Accounts {
  const { settings, offline } = parts;
  const localAccounts = new LocalAccounts(parts);
  const files = openAccountFiles(profileDir());
  const encrypted = createEncryptedFiles(files);
  const unsent = withReplies(createUnsent(encrypted));
  const stores = { unsent, pageCopies: createPageCopies(encrypted, parts.installation.version), offline };
  const changed = (): void => {
    sendToWindows('accountsChanged', null);
    parts.onChanged();
  };
  const leaving = createLeaving({ localAccounts, stores, onChanged: changed, onForgotten: parts.onForgotten });
  return {
    get current() {
      if (!localAccounts.current.opened) throw new Error('The account is not open.');
      return localAccounts.current.opened.account;
    },
    get userId() {
      return localAccounts.current.user?.id ?? null;
    },
    get hasUsers() {
      return localAccounts.list.some(({ user }) => user !== null);
    },
    get isStarted() {
      return localAccounts.isStarted;
    },
    list: () => listUsers(localAccounts),
    start: async (nowMs) => {
      const stored = await localAccounts.read(nowMs);
      // The keys of the files may be in a keychain that is locked now.
      if (stored && !localAccounts.isEnding)
        await localAccounts.follow(keepFilesOf(stored, { server: parts.serverUrl(), files, offline }));
      if (localAccounts.isEnding) return false;
      const usable = localAccounts.list.filter(({ endedUser }) => !endedUser);
      const last = usable.find(({ id }) => id === settings.current.lastAccount);
      await localAccounts.choose(last ?? usable[0] ?? localAccounts.add());
      return !localAccounts.isEnding;
    },
    stop: () => void (localAccounts.isEnding = true),
    forget: leaving.forget,
    finishSignOut: () => void localAccounts.follow(leaving.finish(localAccounts.current).catch(() => undefined)),
    forgetAll: () => {
      const work = leaving.forgetAll();
      void localAccounts.follow(work.catch(() => undefined));
      return work;
    },
    fileKeyOf: (userId) => findFileKey(localAccounts, userId),
    storeReplies: (userId, replies) => {
      const own = findOwn(localAccounts, userId);
      if (own) void unsent.storeReplies(own, replies);
    },
    settled: async () => {
      await Promise.allSettled(localAccounts.list.map((localAccount) => leaving.finish(localAccount)));
      await unsent.settled();
      await encrypted.settled();
      await localAccounts.settled();
    },
    handlers: createHandlers({ ...parts, ...stores, localAccounts, leaving, changed }),
  };
}

/** Returns the account of a user, first the one that the window shows. */
function findOwn({ list, current }: LocalAccounts, userId: string): LocalAccount | undefined {
  return [current, ...list].find((other) => ownerOf(other)?.id === userId);
}

function findFileKey(localAccounts: LocalAccounts, userId: string): string | null {
  const { opened, stored } = findOwn(localAccounts, userId) ?? {};
  return opened?.sessions.textsKey ?? stored?.textsKey ?? null;
}

/** Returns the accounts whose user is signed in, in the order they were added. */
function listUsers({ list, current }: LocalAccounts): Omit<AccountView, 'photo'>[] {
  return list.flatMap((localAccount) => {
    const { id, user } = localAccount;
    return user ? [{ id, fullName: user.fullName, isCurrent: localAccount === current }] : [];
  });
}

/**
 * Removes what is stored of accounts that the keychain does not contain, and everything but the unsent texts of those
 * whose session has ended.
 */
async function keepFilesOf(
  { accounts, others }: StoredAccounts,
  { server, files, offline }: { server: string | null; files: AccountFiles } & Pick<AccountParts, 'offline'>,
): Promise<void> {
  const all = [...accounts.map((account) => ({ ...account, server: server ?? '' })), ...others];
  const live = all.filter(({ session }) => session.cookie !== null);
  const users = live.flatMap(({ server: serverUrl, session: { user } }) =>
    user ? [{ serverUrl, userId: user.id }] : [],
  );
  // What another program has open is removed at the next start.
  await Promise.allSettled([
    files.keepOnly({ texts: all.map(({ id }) => id), copy: live.map(({ id }) => id) }),
    offline.keepOnly(users),
  ]);
}

function createHandlers(
  parts: AccountParts & AccountStores & { localAccounts: LocalAccounts; leaving: Leaving; changed: () => void },
): HandlersOf<AccountCalls> {
  const { localAccounts, settings, unsent, pageCopies, leaving, changed } = parts;
  const show = async (localAccount: LocalAccount): Promise<void> => {
    const former = localAccounts.current;
    if (localAccount === former) return;
    await localAccounts.choose(localAccount);
    settings.update({ lastAccount: localAccount.id });
    parts.onSwitch();
    changed();
    // Its page is gone.
    void localAccounts.follow(leaving.finish(former).catch(() => undefined));
  };
  /** A user who signs in twice has one account: the one that the window shows. */
  const removeTwins = async ({ id }: AccountUser): Promise<void> => {
    const twins = localAccounts.list.filter((other) => other !== localAccounts.current && ownerOf(other)?.id === id);
    for (const twin of twins) await leaving.removeTwin(twin);
  };
  return {
    listAccounts: () => listViews(localAccounts, parts.serverUrl()),
    switchAccount: async (id) => {
      const localAccount = localAccounts.list.find((candidate) => candidate.id === id && candidate.user !== null);
      if (localAccount) await show(localAccount);
    },
    addAccount: async () => {
      if (parts.isShared) return;
      await show(
        localAccounts.list.find((other) => ownerOf(other) === null && other.isLeaving !== true) ?? localAccounts.add(),
      );
    },
    setAccountUser: async (user) => {
      const { current } = localAccounts;
      const former = ownerOf(current);
      if (isSameUser(current.user, user)) {
        // Both may be from the keychain, when it did not respond at a sign-in.
        if (user) await removeTwins(user);
        return;
      }
      current.user = user;
      if (user) {
        delete current.endedUser;
        current.opened?.sessions.setUser(user);
      }
      // Before anything is waited for: the next page may connect meanwhile.
      if (!user) parts.onSignedOut();
      if (former && former.id !== user?.id) await leaving.dropUser(current, former);
      if (user) {
        current.isLeaving = false;
        settings.update({ lastAccount: current.id });
        await removeTwins(user);
      }
      changed();
    },
    loadUnsentTexts: () => unsent.load(localAccounts.current),
    storeUnsentTexts: (texts) => unsent.store(localAccounts.current, texts),
    loadPageCopy: () => pageCopies.load(localAccounts.current),
    storePageCopy: (copy) => pageCopies.store(localAccounts.current, copy),
  };
}

/** Returns the accounts with a signed-in user. Photos load with the session of their own account. */
function listViews(localAccounts: LocalAccounts, server: string | null): Promise<AccountView[]> {
  const viewOf = async (localAccount: LocalAccount, { fullName, profileImage }: AccountUser): Promise<AccountView> => {
    const isCurrent = localAccount === localAccounts.current;
    const view = { id: localAccount.id, fullName, isCurrent, photo: null };
    // The page has the photo of its own user.
    if (isCurrent || profileImage === null || server === null) return view;
    await localAccounts.open(localAccount);
    return {
      ...view,
      photo: localAccount.opened && (await loadPhoto(localAccount.opened.account, server + profileImage)),
    };
  };
  return Promise.all(
    localAccounts.list.flatMap((localAccount) => (localAccount.user ? [viewOf(localAccount, localAccount.user)] : [])),
  );
}
