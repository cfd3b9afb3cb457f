import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { databaseNowMs, newId } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken } from '../../http/session-cookie.ts';
import { AuthToken, type TokenPurpose } from './auth-token.entity.ts';

const LIFE_MS: Record<TokenPurpose, number> = {
  verify: ACCOUNT_LIMITS.verifyLinkMs,
  change: ACCOUNT_LIMITS.verifyLinkMs,
  reset: ACCOUNT_LIMITS.resetLinkMs,
  restore: ACCOUNT_LIMITS.restoreLinkMs,
};
const FIND = {
  name: 'auth-token-find',
  text: `select user_id, purpose, email, session_id, created_at from auth_tokens where token_hash = $1
    and purpose = any($2::text[]) and expires_at > now() and used_at is null`,
};
const FIND_CONFIRMED = {
  name: 'auth-token-find-confirmed',
  text: `select u.email from auth_tokens t join users u on u.id = t.user_id
    where t.token_hash = $1 and t.used_at is not null and t.expires_at > now()
      and lower(u.email) = lower(t.email) and u.email_verified_at is not null`,
};
/** Links for an address end when it is confirmed by one of them; the other addresses of the account have none. */
const KEEP_USED = {
  name: 'auth-token-keep-used',
  text: `with kept as (update auth_tokens set used_at = now() where user_id = $2 and purpose = 'verify'
      and lower(email) = lower($3)),
    gone as (delete from auth_tokens where user_id = $2 and purpose = 'verify' and lower(email) <> lower($3))
    insert into auth_tokens (id, user_id, purpose, email, token_hash, expires_at, used_at)
    values ($1, $2, 'verify', $3, $4, now() + interval '${ACCOUNT_LIMITS.verifyLinkMs} milliseconds', now())`,
};
/**
 * Deletes the other links of the same purpose too, except those that confirm an address; the row locks serialise two
 * uses of one link. Links that restore an earlier address stay: the user of a later one may not be the owner of the
 * account.
 */
const USE = {
  name: 'auth-token-use',
  text: `delete from auth_tokens t using auth_tokens used where used.token_hash = $3 and t.user_id = $1
    and t.purpose = $2 and (t.purpose <> 'verify' or t.token_hash = $3)
    and (t.purpose <> 'restore' or t.created_at > used.created_at
      or lower(t.email) = lower(used.email))
    returning t.token_hash = $3 as is_used`,
};
const IS_OTHER_RESTORABLE = {
  name: 'auth-token-is-other-restorable',
  text: `select 1 from auth_tokens where user_id = $1 and purpose = 'restore' and lower(email) <> lower($2)
    and expires_at > now() limit 1`,
};
const REMOVE_EXPIRED = { name: 'auth-token-remove-expired', text: 'delete from auth_tokens where expires_at < now()' };

/** The owner of an emailed link, its purpose and the address that it confirms or restores. */
export interface TokenOwner {
  userId: string;
  purpose: TokenPurpose;
  email: string;
  /** The session that requested the link; null when none is signed in. */
  sessionId?: string | null;
}

/** The owner of a valid link, and when it was sent. */
export interface FoundToken extends TokenOwner {
  sentAt: Date;
}

interface TokenRow {
  user_id: string;
  purpose: TokenPurpose;
  email: string;
  session_id: string | null;
  created_at: Timestamp;
}

/**
 * Creates a link and returns its secret, whose hash is stored. Earlier links for a change of address end. `id` is given
 * by a caller that may run twice.
 */
export async function issueToken(
  tx: EntityManager,
  { id = newId(), userId, purpose, email, sessionId = null }: TokenOwner & { id?: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  if (purpose === 'change') await tx.nativeDelete(AuthToken, { userId, purpose });
  tx.create(AuthToken, {
    id,
    userId,
    purpose,
    email,
    sessionId,
    tokenHash: hashToken(token),
    expiresAt: new Date(databaseNowMs() + LIFE_MS[purpose]),
  });
  await tx.flush();
  return token;
}

/**
 * Creates the link with which the owner of a user's present address can restore the account. Returns its path; null
 * while an earlier address has a valid link, because the present one may belong to someone who took the account.
 */
export async function issueRestorePath(
  tx: EntityManager,
  { id, email }: { id: string; email: string },
): Promise<string | null> {
  if ((await read(tx, IS_OTHER_RESTORABLE, [id, email])).length > 0) return null;
  return `/auth?mode=restore#token=${await issueToken(tx, { userId: id, purpose: 'restore', email })}`;
}

/** Returns whether the link with this id was created, and neither used nor ended. */
export async function isTokenIssued(tx: EntityManager, id: string): Promise<boolean> {
  return (await tx.count(AuthToken, { id })) > 0;
}

/** Loads the owner of a link without using it. @throws AppError VALIDATION on `token` when it is used or expired. */
export async function findToken(
  tx: EntityManager,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<FoundToken> {
  const [row] = await read<TokenRow>(tx, FIND, [hashToken(token), purposes]);
  if (!row) throw linkExpired();
  return {
    userId: row.user_id,
    purpose: row.purpose,
    email: row.email,
    sessionId: row.session_id,
    sentAt: new Date(row.created_at),
  };
}

/** Returns the address that a link has confirmed and that its account still has; null for every other link. */
export async function findConfirmed(tx: EntityManager, token: string): Promise<string | null> {
  const [row] = await read<{ email: string }>(tx, FIND_CONFIRMED, [hashToken(token)]);
  return row?.email ?? null;
}

/** Stores that a link, which was used up before, confirmed an address, as all earlier links for it do. */
export async function keepUsed(
  tx: EntityManager,
  token: string,
  { userId, email }: Pick<TokenOwner, 'userId' | 'email'>,
): Promise<void> {
  await read(tx, KEEP_USED, [newId(), userId, email, hashToken(token)]);
}

/** Uses a link up, in the running transaction. Returns its owner. @throws AppError as {@link findToken}. */
export async function takeToken(
  tx: EntityManager,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<FoundToken> {
  const owner = await findToken(tx, token, purposes);
  const gone = await read<{ is_used: boolean }>(tx, USE, [owner.userId, owner.purpose, hashToken(token)]);
  if (!gone.some((row) => row.is_used)) throw linkExpired();
  return owner;
}

/**
 * Deletes the links that a former holder of the password may have requested, in the running transaction. Links that
 * restore the account stay: they belong to the address before, and must survive a change by another user.
 */
export async function voidTokens(tx: EntityManager, userId: string): Promise<void> {
  await tx.nativeDelete(AuthToken, { userId, purpose: { $in: ['change', 'reset'] } });
}

/** Deletes expired links. */
export async function removeExpiredTokens(reader: Reader): Promise<void> {
  await read(reader, REMOVE_EXPIRED, []);
}

function linkExpired(): AppError {
  return new AppError('VALIDATION', 'This link no longer works', {
    errors: { token: ['This link has expired or was already used. Request a new one.'] },
  });
}
