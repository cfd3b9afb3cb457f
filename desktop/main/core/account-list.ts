import { randomBytes } from 'node:crypto';
import type { AccountUser } from '#shared/bridge/accounts.ts';
import { readSession, type StoredSession } from './session-store.ts';

/** An account that the keychain has stored. */
interface StoredAccount {
  id: string;
  session: StoredSession;
}

/** Returns the name of an account's keychain entry. */
export function entryOf(server: string, id: string): string {
  return `${server}#${id}`;
}

/** Returns a new id of an account on this computer. */
export function createAccountId(): string {
  return randomBytes(8).toString('hex');
}

/** What the keychain contains: the accounts of the chosen server and of others, and entries without use. */
export interface StoredAccounts {
  /** Accounts of the server, by id. */
  accounts: StoredAccount[];
  /** Accounts of other servers, whose files on this computer stay. */
  others: (StoredAccount & { server: string })[];
  /** Entries of the server that are damaged or have expired. */
  useless: string[];
}

/** Reads the entries of the keychain. Entries of other servers that cannot be read are left alone. */
export function readAccounts(
  entries: readonly { entry: string; secret: string }[],
  server: string,
  nowMs: number,
): StoredAccounts {
  const found: StoredAccounts = { accounts: [], others: [], useless: [] };
  for (const { entry, secret } of entries.toSorted((a, b) => (a.entry < b.entry ? -1 : 1))) {
    const [origin = '', id = ''] = entry.split('#');
    const session = /^[\da-f]{16}$/.test(id) ? readSession(secret, nowMs) : null;
    if (origin !== server) found.others.push(...(session ? [{ id, session, server: origin }] : []));
    else if (session) found.accounts.push({ id, session });
    else found.useless.push(entry);
  }
  return found;
}

/** Returns the user whose texts an account contains: its user, or the one whose session has ended. */
export function ownerOf({
  user,
  endedUser,
}: {
  user: AccountUser | null;
  endedUser?: AccountUser;
}): AccountUser | null {
  return user ?? endedUser ?? null;
}

/** True for the same user with the same name and photo. */
export function isSameUser(one: AccountUser | null, other: AccountUser | null): boolean {
  return one?.id === other?.id && one?.fullName === other?.fullName && one?.profileImage === other?.profileImage;
}
