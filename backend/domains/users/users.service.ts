import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DELETED_MEMBER_ID } from '#shared/api/users.ts';
import { read, type Reader } from '../../db/read.ts';
import { releaseLastUsername } from './released-usernames.service.ts';

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
/**
 * A deactivated account that is never deleted. Neither its username nor its address can be registered, and nothing is
 * known of which its password is the hash.
 */
const CREATE_DELETED_MEMBER = {
  name: 'user-create-deleted-member',
  text: `insert into users (id, username, email, full_name, role, password, deactivated_at)
    values ('${DELETED_MEMBER_ID}', '_deleted', '_deleted', 'Deleted user', 'creator',
      '$argon2id$v=19$m=8,t=1,p=1$' || $1 || '$' || $2, now()) on conflict (id) do nothing`,
};
/** The address is compared as the unique index has it. Most emails are accepted and change nothing. */
const MARK_REFUSED = {
  name: 'user-mark-email-refused',
  text: `update users set email_refused_at = case when $2 then now() end
    where lower(email) = lower($1) and (email_refused_at is not null) <> $2`,
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

/** Deletes the row of a user and, by cascading foreign keys, every row that refers to it; the username is held. */
export async function deleteUser(tx: EntityManager, userId: string): Promise<void> {
  await releaseLastUsername(tx, userId);
  await read(tx, DELETE, [userId]);
}

/** Creates the account of {@link DELETED_MEMBER_ID} when it does not exist. */
export async function createDeletedMember(tx: EntityManager): Promise<void> {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''));
  await read(tx, CREATE_DELETED_MEMBER, [salt, digest]);
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

/** Stores whether a mail server refused the last email to an address permanently; nothing when no account has it. */
export async function markEmailRefused(reader: Reader, address: string, isRefused: boolean): Promise<void> {
  await read(reader, MARK_REFUSED, [address, isRefused]);
}
