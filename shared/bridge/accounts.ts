import type { BridgeTable, EventTable } from './page.ts';

/** The user of an account on this computer. */
export interface AccountUser {
  id: string;
  fullName: string;
  /** Path of the photo on the server; null without one. */
  profileImage: string | null;
}

/** An account on this computer, as the account menu lists it. */
export interface AccountView {
  /** Id of the account on this computer. */
  id: string;
  fullName: string;
  /** The photo as a `data:` address; null without one, or when it could not be loaded. */
  photo: string | null;
  /** True for the account that the window shows. */
  isCurrent: boolean;
}

/** Texts of a user that were not sent yet, by their key in the storage of the page. */
export type UnsentTexts = Record<string, string>;

/** A copy of what the pages of a user have loaded, shown after a start without a server. */
export interface PageCopy {
  userId: string;
  /** When the server sent the last of it, in milliseconds since 1970. */
  loadedAtMs: number;
  /** The queries as JSON; main does not read it. */
  queries: string;
}

/**
 * A reply from a notification that was not acknowledged, as the page's send queue stores it: under the key
 * `unsent:<user id>:<client id>`, as JSON.
 */
export interface UnsentReply {
  input: { receiverId: string; clientId: string; content: string };
  quote: null;
  createdAt: string;
}

/** Calls about the accounts on this computer: arguments and result of each. */
export interface AccountCalls {
  /** Returns the accounts whose user is signed in, in the order they were added. */
  listAccounts: { args: []; result: AccountView[] };
  /** Shows another account in the window. */
  switchAccount: { args: [id: string]; result: void };
  /** Shows the sign-in page for one more account; the others stay signed in. */
  addAccount: { args: []; result: void };
  /** The user who is signed in in the window has changed; null when no one is. */
  setAccountUser: { args: [user: AccountUser | null]; result: void };
  /** Returns the texts that the user of the account had not sent when the app quit; empty when there are none. */
  loadUnsentTexts: { args: []; result: UnsentTexts };
  /** Stores the user's unsent texts, encrypted, until the next start. Replaces those stored before. */
  storeUnsentTexts: { args: [texts: UnsentTexts]; result: void };
  /** Returns the copy of the account's user; null when there is none. */
  loadPageCopy: { args: []; result: PageCopy | null };
  /** Stores a copy of the account's user, encrypted. Replaces the one stored before. */
  storePageCopy: { args: [copy: PageCopy]; result: void };
}

/** Events about the accounts on this computer. */
export interface AccountEvents {
  /** An account was added, changed or removed. */
  accountsChanged: null;
}

/** The page that may make each call. */
export const ACCOUNT_CALLS: BridgeTable<AccountCalls> = {
  listAccounts: 'app',
  switchAccount: 'app',
  addAccount: 'app',
  setAccountUser: 'app',
  loadUnsentTexts: 'app',
  storeUnsentTexts: 'app',
  loadPageCopy: 'app',
  storePageCopy: 'app',
};

/** The page that receives each event. */
export const ACCOUNT_EVENTS: EventTable<AccountEvents> = { accountsChanged: 'app' };
