import type { Pool, PoolClient } from 'pg';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { query } from '../db/pool.ts';
import { transactOnPool } from '../db/transact.ts';
import { AppError } from './app-error.ts';

/**
 * SQL of a fingerprint of the password of the user `u` and of the time when access was last revoked. It changes with
 * everything that ends the user's sessions, so a sign-in that was verified before ends as well.
 */
export const ACCESS_FINGERPRINT = `encode(sha256(convert_to(concat_ws(' ', u.password,
  extract(epoch from u.access_revoked_at)), 'UTF8')), 'hex')`;

/** Stores a session that is not stored yet. */
export const SAVE = {
  name: 'session-save',
  text: `insert into sessions (id, token_hash, user_id, data, created_at, last_seen_at, expires_at, user_agent, ip,
    previous_id)
    values ($1, $2, $3, $4, now(), now(), now() + $5 * interval '1 millisecond', $6, $7, $8)
    on conflict (token_hash) do update set user_id = excluded.user_id, data = excluded.data,
      expires_at = excluded.expires_at, user_agent = excluded.user_agent, ip = excluded.ip,
        previous_id = excluded.previous_id`,
};
/**
 * Finds the user of a sign-in, unless access was revoked since the password was checked. The lock waits for a
 * revocation that runs, and one that comes later finds the session.
 */
const LOCK_USER = {
  name: 'session-lock-user',
  text: `select u.id from users u where u.id = $1 and ${ACCESS_FINGERPRINT} = $2 and u.deactivated_at is null
    and u.suspended_at is null for share of u`,
};
/**
 * Removes the user from the session before a sign-in (ASVS 7.2.4). The CSRF token remains, so that the sign-in can be
 * repeated; the time for that is never extended. Attempts of one sign-in wait here for each other.
 */
const SUPERSEDE = {
  name: 'session-supersede',
  text: `update sessions set user_id = null, data = data - 'passport', is_superseded = true,
    expires_at = least(expires_at, now() + $2 * interval '1 millisecond')
    where id = $1 returning id`,
};
/**
 * Ends the sessions of earlier attempts of a sign-in, whose response did not reach the browser. Ends none if one of
 * them belongs to the attempt that the browser waits for: it arrived later, or the browser already uses its session.
 */
const END_EARLIER = {
  name: 'session-end-earlier',
  text: `with attempts as (select id, coalesce((data->>'startArrivedAtMs')::float8 >= $3, false)
        or last_seen_at > created_at or data ? 'csrfToken' as is_awaited
      from sessions where previous_id = $1 and data->>'startedByKey' = $2 and id <> $4),
    ended as (delete from sessions where id in (select id from attempts)
      and not exists (select 1 from attempts where is_awaited))
    select id, is_awaited from attempts`,
};

/** The session of a sign-in. */
interface SessionStart {
  id: string;
  /** Null while the sign-in requires another step. */
  userId: string | null;
  accessFingerprint: string | null;
  previousId: string;
  startedByKey: string | null;
  startArrivedAtMs: number | null;
  /** The values of {@link SAVE}. */
  values: readonly unknown[];
}

/**
 * Stores the session of a sign-in and ends the one before it, and those of earlier attempts of the same sign-in, in one
 * transaction. Returns the ids of the sessions that ended.
 *
 * A client that gets no response sends the sign-in again with the same key. The first attempt can still be running and
 * finish last, on any node; its response is not received, so the session of the later attempt must stay.
 *
 * @throws AppError UNAUTHENTICATED when access was revoked meanwhile, or when a later attempt has started a session.
 */
export function replaceSession(pool: Pool, start: SessionStart): Promise<string[]> {
  // The user first, as in a revocation: the same order of locks prevents deadlocks.
  return transactOnPool(pool, async (client) => {
    const { userId, accessFingerprint, previousId } = start;
    if (userId && (await query(client, LOCK_USER, [userId, accessFingerprint])).length === 0) throw accessChanged();
    const [previous] = await query(client, SUPERSEDE, [previousId, SESSION_LIMITS.supersededMs]);
    if (!previous) throw accessChanged();
    const earlier = await endEarlier(client, start);
    await query(client, SAVE, start.values);
    return [previousId, ...earlier];
  });
}

async function endEarlier(
  client: PoolClient,
  { id, previousId, startedByKey, startArrivedAtMs }: SessionStart,
): Promise<string[]> {
  if (startedByKey === null) return [];
  const values = [previousId, startedByKey, startArrivedAtMs, id];
  const attempts = await query<{ id: string; is_awaited: boolean }>(client, END_EARLIER, values);
  if (attempts.some((attempt) => attempt.is_awaited))
    throw new AppError('UNAUTHENTICATED', 'This sign-in was repeated. The repeat has signed you in.');
  return attempts.map((attempt) => attempt.id);
}

function accessChanged(): AppError {
  return new AppError('UNAUTHENTICATED', 'Your access has just changed. Please sign in again.');
}
