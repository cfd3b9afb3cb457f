import type { AccountUser } from '#shared/bridge/accounts.ts';
import { createAccountId, entryOf, readAccounts, type StoredAccounts } from './core/account-list.ts';
import { createKey } from './core/encryption.ts';
import { SessionStore, type KeychainPort, type StoredSession } from './core/session-store.ts';
import { cookiesOf, type AccountSession } from './platform/account.ts';
import { endOnServer, stopRequests } from './platform/sign-out.ts';

/** An account on this computer; its Electron session is opened when the window first shows it. */
export interface LocalAccount {
  id: string;
  /** Null while no one is signed in. */
  user: AccountUser | null;
  /**
   * The user whose session has ended without a sign-out. Their unsent texts stay until they or another user sign in.
   */
  endedUser?: AccountUser;
  /** Read from the keychain; null once it is opened. */
  stored: StoredSession | null;
  opened: { account: AccountSession; sessions: SessionStore } | null;
  /** Resolves when it is opened. */
  opening?: Promise<void>;
  /** Its page has begun to sign out, or main finishes that: no other member gets this account. */
  isLeaving?: boolean;
  /** Resolves when main has finished the sign-out. */
  finishing?: Promise<void>;
}

/** What is forgotten of an account; see the call `forgetSession`. */
export type ForgetScope = 'stored' | 'session' | 'everything';

/** Dependencies of the accounts. */
interface LocalAccountParts {
  keychain: KeychainPort;
  serverUrl: () => string | null;
  /** The proxy that requests use, in the values of the policy. */
  proxy: string;
  /** Opens the Electron session of a partition and serves the app in it. */
  open: (partition: string) => Promise<AccountSession>;
  /** There is no keychain. */
  onUnavailable: () => void;
}

/** The accounts on this computer, each with the Electron session that it has once it is opened. */
export class LocalAccounts {
  list: LocalAccount[] = [];
  /** True once the app quits: nothing is read, opened or restored any more. */
  isEnding = false;
  private readonly parts: LocalAccountParts;
  private lastPartition = 0;
  private currentLocalAccount: LocalAccount | undefined;
  /** Sign-outs that servers are asked for, and the removal of entries. */
  private readonly pending = new Set<Promise<unknown>>();

  constructor(parts: LocalAccountParts) {
    this.parts = parts;
  }

  /** True once the window has an account to show. */
  get isStarted(): boolean {
    return this.currentLocalAccount !== undefined;
  }

  /** The account that the window shows. */
  get current(): LocalAccount {
    if (!this.currentLocalAccount) throw new Error('The accounts have not started.');
    return this.currentLocalAccount;
  }

  /**
   * Reads the accounts of the server from the keychain and removes entries that are of no use. Returns null when
   * nothing could be read.
   */
  async read(nowMs: number): Promise<StoredAccounts | null> {
    const { keychain, serverUrl, onUnavailable } = this.parts;
    const server = serverUrl();
    if (server === null) return null;
    const entries = await keychain.list().catch(() => {
      if (!this.isEnding) onUnavailable();
      return null;
    });
    if (entries === null || this.isEnding) return null;
    const stored = readAccounts(entries, server, nowMs);
    this.list = stored.accounts.map(({ id, session }) => {
      const { cookie, user } = session;
      return { id, stored: session, opened: null, ...(cookie || !user ? { user } : { user: null, endedUser: user }) };
    });
    await this.follow(Promise.all(stored.useless.map((entry) => keychain.remove(entry).catch(onUnavailable))));
    return stored;
  }

  /** Adds an account without a user. */
  add(): LocalAccount {
    const localAccount: LocalAccount = { id: createAccountId(), user: null, stored: null, opened: null };
    this.list.push(localAccount);
    return localAccount;
  }

  /** Makes an account the one that the window shows. */
  async choose(localAccount: LocalAccount): Promise<void> {
    await this.open(localAccount);
    this.currentLocalAccount = localAccount;
  }

  /** Opens the Electron session of an account with its stored cookie, unless it is open. */
  open(localAccount: LocalAccount): Promise<void> {
    localAccount.opening ??= this.openNow(localAccount).catch((error: unknown) => {
      // So that the next call tries again.
      delete localAccount.opening;
      throw error;
    });
    return localAccount.opening;
  }

  /**
   * Ends the session of an account on the server, in the background. Resolves when its cookies were copied, which may
   * then be removed.
   */
  async endOnServer(localAccount: LocalAccount): Promise<void> {
    const { serverUrl, proxy } = this.parts;
    const origin = serverUrl();
    if (origin === null) return;
    await localAccount.opening?.catch(() => undefined);
    const { opened, stored } = localAccount;
    const cookies = opened
      ? await stopRequests(opened.account, origin).catch(() => [])
      : stored?.cookie
        ? [stored.cookie]
        : [];
    void this.follow(endOnServer(cookies, { origin, proxy }));
  }

  /** The session of an account's user has ended without a sign-out. Resolves when the keychain contains no cookie. */
  async end(localAccount: LocalAccount, user: AccountUser): Promise<void> {
    localAccount.endedUser = user;
    await localAccount.opened?.sessions.end();
  }

  /** Forgets an account on this computer. */
  async forget(localAccount: LocalAccount, what: ForgetScope): Promise<void> {
    const { user, isLeaving } = localAccount;
    if (what === 'everything') delete localAccount.endedUser;
    if (what === 'session' && user && isLeaving !== true) localAccount.endedUser = user;
    if (what !== 'stored') localAccount.user = null;
    const { keychain, serverUrl } = this.parts;
    const server = serverUrl();
    if (localAccount.opening === undefined && server !== null) {
      localAccount.stored = null;
      // Without a keychain nothing is stored.
      return this.follow(keychain.remove(entryOf(server, localAccount.id)).catch(() => undefined));
    }
    await this.open(localAccount);
    await localAccount.opened?.sessions.forget(what);
  }

  /** Resolves when everything so far is in the keychain, and the servers were asked or did not respond in time. */
  async settled(): Promise<void> {
    await Promise.all([
      ...this.pending,
      ...this.list.flatMap(({ opened }) => (opened ? [opened.sessions.settled()] : [])),
    ]);
  }

  /** Lets {@link settled} wait for work that does not fail. */
  async follow(work: Promise<unknown>): Promise<void> {
    this.pending.add(work);
    await work.finally(() => this.pending.delete(work));
  }

  private async openNow(localAccount: LocalAccount): Promise<void> {
    const { keychain, serverUrl, open, onUnavailable } = this.parts;
    this.lastPartition += 1;
    const account = await open(this.lastPartition === 1 ? 'account' : `account-${this.lastPartition}`);
    const sessions = new SessionStore({
      jar: cookiesOf(account),
      keychain,
      entry: () => {
        const server = serverUrl();
        return server === null ? null : entryOf(server, localAccount.id);
      },
      onUnavailable,
      textsKey: localAccount.stored?.textsKey ?? createKey(),
    });
    localAccount.opened = { account, sessions };
    const server = serverUrl();
    if (localAccount.stored && server !== null && !this.isEnding) await sessions.restore(server, localAccount.stored);
    localAccount.stored = null;
  }
}
