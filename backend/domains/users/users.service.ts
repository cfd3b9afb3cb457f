import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';

/** Both columns get the same time: the end of a suspension recognises by it that the suspension hid the account. */
const SUSPEND = {
  name: 'user-suspend',
  text: `update users set suspended_at = now(), suspension_reason = $2, deactivated_at = coalesce(deactivated_at,
    now()) where id = $1`,
};
const UNSUSPEND = {
  name: 'user-unsuspend',
  text: `update users set suspended_at = null, suspension_reason = null,
    deactivated_at = case when deactivated_at = suspended_at then null else deactivated_at end where id = $1`,
};
const CANCEL_DELETION = {
  name: 'user-cancel-deletion',
  text: `update users set deactivated_at = null, delete_after = null where id = $1 and delete_after > now()
    and suspended_at is null returning id`,
};
const REVOKE_ACCESS = {
  name: 'user-revoke-access',
  text: 'update users set access_revoked_at = now() where id = $1',
};
const DELETE = { name: 'deletion-delete', text: 'delete from users where id = $1' };
const MARK_SECOND_FACTOR = {
  name: 'user-mark-second-factor',
  text: 'update users set has_second_factor = $2 where id = $1 returning id',
};
const LOCK = { name: 'user-lock', text: 'select id from users where id = $1 for no key update' };
const STORE_VERIFIERS = {
  name: 'user-store-verifiers',
  text: `update users set education_verified_by = $2, experience_verified_by = $3
    where id = $1 and (education_verified_by, experience_verified_by) is distinct from ($2::uuid, $3::uuid)`,
};

/** Suspends an account with a reason and hides it. */
export async function storeSuspension(tx: EntityManager, userId: string, reason: string): Promise<void> {
  await read(tx, SUSPEND, [userId, reason]);
}

/** Ends a suspension; an account that only the suspension hid becomes visible again. */
export async function endSuspension(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, UNSUSPEND, [userId]);
}

/**
 * Cancels the pending deletion of an account. Returns false when none is pending, it is already due, or the account is
 * suspended.
 */
export async function cancelDeletion(tx: EntityManager, userId: string): Promise<boolean> {
  return (await read(tx, CANCEL_DELETION, [userId])).length > 0;
}

/** Makes archives to download and the calendar address of a user void, in the running transaction. */
export async function markAccessRevoked(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, REVOKE_ACCESS, [userId]);
}

/** Deletes the row of a user and, by cascading foreign keys, every row that refers to it. */
export async function deleteUser(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, DELETE, [userId]);
}

/** Stores whether two-factor sign-in is on, in the running transaction. */
export async function markSecondFactor(tx: EntityManager, userId: string, isOn: boolean): Promise<void> {
  await read(tx, MARK_SECOND_FACTOR, [userId, isOn]);
}

/** Locks the row of a user until the end of the transaction, in which what depends on it is then read. */
export async function lockUser(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, LOCK, [userId]);
}

/** Stores which institutions last confirmed entries of a user, in the running transaction. */
export async function storeVerifiers(
  tx: EntityManager,
  userId: string,
  { education, experience }: { education: string | null; experience: string | null },
): Promise<void> {
  await read(tx, STORE_VERIFIERS, [userId, education, experience]);
}
