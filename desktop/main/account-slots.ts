import type { AccountUser } from '#shared/bridge/accounts.ts';
import { createAccountId, entryOf, readAccounts } from './core/account-list.ts';
import { SessionStore, type KeychainPort, type StoredSession } from './core/session-store.ts';
import { createTextsKey } from './core/unsent-texts.ts';
import { cookiesOf, type Account } from './platform/account.ts';

/** An account on this computer; its Electron session is opened when the window first shows it. */
export interface Slot {
  id: string;
  /** Null while no one is signed in. */
  user: AccountUser | null;
  /** Read from the keychain; null once it is opened. */
  stored: StoredSession | null;
  opened: { account: Account; sessions: SessionStore } | null;
  /** Resolves when it is opened. */
  opening?: Promise<void>;
}

/** What is forgotten of an account; see the call `forgetSession`. */
export type Forgotten = 'stored' | 'session' | 'everything';

/** Dependencies of the slots. */
interface SlotParts {
  keychain: KeychainPort;
  serverUrl: () => string | null;
  /** Opens the Electron session of a partition and serves the app in it. */
  open: (partition: string) => Promise<Account>;
  /** There is no keychain. */
  onUnavailable: () => void;
}

/** The accounts on this computer, each with the Electron session that it has once it is opened. */
export class AccountSlots {
  list: Slot[] = [];
  private readonly parts: SlotParts;
  private lastPartition = 0;
  private currentSlot: Slot | undefined;

  constructor(parts: SlotParts) {
    this.parts = parts;
  }

  /** The account that the window shows. */
  get current(): Slot {
    if (!this.currentSlot) throw new Error('The accounts have not started.');
    return this.currentSlot;
  }

  /**
   * Reads the accounts of the server from the keychain and removes entries that are of no use. Returns false when the
   * keychain could not be read.
   */
  async read(nowMs: number): Promise<boolean> {
    const { keychain, serverUrl, onUnavailable } = this.parts;
    const server = serverUrl();
    if (server === null) return true;
    const entries = await keychain.list().catch(() => {
      onUnavailable();
      return null;
    });
    if (entries === null) return false;
    const { accounts, useless } = readAccounts(entries, server, nowMs);
    for (const entry of useless) await keychain.remove(entry).catch(onUnavailable);
    this.list = accounts.map(({ id, session }) => ({ id, user: session.user, stored: session, opened: null }));
    return true;
  }

  /** Adds an account without a user. */
  add(): Slot {
    const slot: Slot = { id: createAccountId(), user: null, stored: null, opened: null };
    this.list.push(slot);
    return slot;
  }

  /** Makes an account the one that the window shows. */
  async choose(slot: Slot): Promise<void> {
    await this.open(slot);
    this.currentSlot = slot;
  }

  /** Opens the Electron session of an account with its stored cookie, unless it is open. */
  open(slot: Slot): Promise<void> {
    slot.opening ??= this.openNow(slot);
    return slot.opening;
  }

  /** Forgets an account on this computer. */
  async forget(slot: Slot, what: Forgotten): Promise<void> {
    await this.open(slot);
    if (what !== 'stored') slot.user = null;
    await slot.opened?.sessions.forget(what);
  }

  /** Resolves when everything so far is in the keychain. */
  async settled(): Promise<void> {
    await Promise.all(this.list.flatMap(({ opened }) => (opened ? [opened.sessions.settled()] : [])));
  }

  private async openNow(slot: Slot): Promise<void> {
    const { keychain, serverUrl, open, onUnavailable } = this.parts;
    this.lastPartition += 1;
    const account = await open(this.lastPartition === 1 ? 'account' : `account-${this.lastPartition}`);
    const sessions = new SessionStore({
      jar: cookiesOf(account),
      keychain,
      entry: () => {
        const server = serverUrl();
        return server === null ? null : entryOf(server, slot.id);
      },
      onUnavailable,
      textsKey: slot.stored?.textsKey ?? createTextsKey(),
    });
    slot.opened = { account, sessions };
    const server = serverUrl();
    if (slot.stored && server !== null) await sessions.restore(server, slot.stored);
    slot.stored = null;
  }
}
