import { randomBytes } from 'node:crypto';
import type { AccountUser } from '#shared/bridge/accounts.ts';
import { readSession, type StoredSession } from './session-store.ts';

/** An account that the keychain has stored. */
export interface StoredAccount {
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

/**
 * Reads the entries of the keychain: the accounts of a server, by id, and the entries that are damaged or have expired.
 * Entries of other servers belong to neither.
 */
export function readAccounts(
  entries: readonly { entry: string; secret: string }[],
  server: string,
  nowMs: number,
): { accounts: StoredAccount[]; useless: string[] } {
  const accounts: StoredAccount[] = [];
  const useless: string[] = [];
  for (const { entry, secret } of entries.toSorted((a, b) => (a.entry < b.entry ? -1 : 1))) {
    const [origin, id = ''] = entry.split('#');
    if (origin !== server) continue;
    const session = /^[\da-f]{16}$/.test(id) ? readSession(secret, nowMs) : null;
    if (session) accounts.push({ id, session });
    else useless.push(entry);
  }
  return { accounts, useless };
}

/** True for the same user with the same name and photo. */
export function isSameUser(one: AccountUser | null, other: AccountUser | null): boolean {
  return one?.id === other?.id && one?.fullName === other?.fullName && one?.profileImage === other?.profileImage;
}
