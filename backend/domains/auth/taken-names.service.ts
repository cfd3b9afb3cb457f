import type { EntityManager } from '@mikro-orm/postgresql';
import { USER_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { AppError, invalidField } from '../../http/app-error.ts';
import { takenUsernames } from '../users/released-usernames.service.ts';
import { isReservedUsername } from '../users/reserved-names.service.ts';

const TAKEN_LIKE = { name: 'auth-taken-like', text: takenUsernames('$1::text[]', '$2::uuid') };
const LOCK = { name: 'auth-lock-name', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };
/** An address is taken too while its user can restore an account that had it. */
const EMAIL_TAKEN = {
  name: 'auth-email-taken',
  text: `select id from users where lower(email) = lower($1) and id is distinct from $2::uuid
    union all select user_id from auth_tokens where lower(email) = lower($1) and purpose = 'restore'
      and expires_at > now() and user_id is distinct from $2::uuid`,
};

/** The names that an account requests; names left out are not checked. */
export interface WantedNames {
  email?: string;
  username?: string;
  /** The account that may already have the names; null for a new one. */
  userId: string | null;
}

/**
 * Refuses names that other accounts have, usernames that they had, and addresses that can still restore them. The names
 * stay locked until the commit, so that two concurrent requests for one name run one after the other.
 *
 * @throws AppError EMAIL_EXISTS, or USERNAME_EXISTS with a free name as `details.username`, VALIDATION on `username`
 *   for a reserved one.
 */
export async function refuseTaken(tx: EntityManager, { email, username, userId }: WantedNames): Promise<void> {
  if (username !== undefined && isReservedUsername(username))
    throw invalidField('username', 'This username is reserved. Choose another one.');
  const keys = [
    email !== undefined && `email:${email.toLowerCase()}`,
    username !== undefined && `username:${username.toLowerCase()}`,
  ];
  for (const key of keys.filter((name) => name !== false).sort()) await read(tx, LOCK, [key]);
  if (email !== undefined && (await read(tx, EMAIL_TAKEN, [email, userId])).length > 0) {
    throw new AppError('EMAIL_EXISTS', 'Email already exists', { details: { field: 'email' } });
  }
  if (username !== undefined && (await listTaken(tx, [username], userId)).length > 0) {
    const free = await suggestUsername(tx, username, userId);
    throw new AppError('USERNAME_EXISTS', 'Username already exists', {
      details: {
        field: 'username',
        ...(free && { suggestion: `This username is already taken. “${free}” is free.`, username: free }),
      },
    });
  }
}

/** Checks whether a username is free, and suggests a similar free one when it is not. */
export async function checkUsername(
  reader: Reader,
  username: string,
): Promise<{ available: boolean; suggestion?: string }> {
  const taken = await listTaken(reader, [username], null);
  if (taken.length === 0 && !isReservedUsername(username)) return { available: true };
  const suggestion = await suggestUsername(reader, username, null);
  return { available: false, ...(suggestion && { suggestion }) };
}

async function listTaken(reader: Reader, names: readonly string[], userId: string | null): Promise<string[]> {
  const lower = names.map((name) => name.toLowerCase());
  return (await read<{ username: string }>(reader, TAKEN_LIKE, [lower, userId])).map(({ username }) => username);
}

async function suggestUsername(reader: Reader, username: string, userId: string | null): Promise<string | undefined> {
  const stem = username.slice(0, USER_LIMITS.usernameMaxChars - 4);
  const candidates = Array.from({ length: 40 }, (_, index) => `${stem}${index + 2}`).concat(
    Array.from({ length: 8 }, (_, index) => `${stem}${(index + 1) * 127}`),
  );
  const names = new Set(await listTaken(reader, candidates, userId));
  return candidates.find((name) => !names.has(name.toLowerCase()) && !isReservedUsername(name));
}
