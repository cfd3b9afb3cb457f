import type { Pool } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';

/**
 * Selects the ids of users hidden from a viewer ($1) by a block in either direction. Use it in a `not in (...)`, which
 * Postgres reads once per statement and then probes as a hash.
 */
export const HIDDEN_FROM_VIEWER = `select b.blocked_id from blocks b where b.blocker_id = $1
  union all select b.blocker_id from blocks b where b.blocked_id = $1`;

/**
 * Selects the ids of users whose accounts are closed, which are few, since they are deleted after some time. Use it in
 * a `not in (...)`, which reads them once; to look for the account of each of many users, Postgres may read all
 * accounts.
 */
export const DEACTIVATED_USERS = 'select x.id from users x where x.deactivated_at is not null';

/** Selects the ids (`id`) of the accepted connections of the user that an SQL expression names. */
export const connectedTo = (user: string) =>
  `select a.connected_user_id as id from connections a where a.user_id = ${user} and a.status = 'accepted'
  union all select b.user_id from connections b where b.connected_user_id = ${user} and b.status = 'accepted'`;

/**
 * Tests whether two users, each named by an SQL expression of type uuid, are connected; never null. The limit stops
 * Postgres from hashing all connections where the test runs for each row.
 */
export const connectedWith = (user: string, other: string) =>
  `((select true from connections cw where cw.status = 'accepted'
    and least(cw.user_id, cw.connected_user_id) = least(${user}, ${other})
    and greatest(cw.user_id, cw.connected_user_id) = greatest(${user}, ${other}) limit 1) is not null)`;

/** Tests whether the user that an SQL expression names hides their connections, and so also the mutual ones. */
export const hidesConnections = (user: string) =>
  `exists (select 1 from privacy_settings kc where kc.user_id = ${user}
    and kc.field_visibility->>'connections' = 'me')`;

/**
 * Tests whether the student that an SQL expression names shows their name in the directory; never null. The directory
 * is read as a value, since Postgres would read all of it for `exists`.
 */
export const isListed = (user: string) =>
  `coalesce((select dl.has_name from directory_listings dl where dl.user_id = ${user}), false)`;

/**
 * Tests whether the viewer ($1) may find a user `u` in lists: a student is found by those connected with the student,
 * or by everyone when the student shows their name in the directory; every other user is always found.
 */
export const FINDABLE = `(u.role <> 'student' or u.id = $1
  or ${isListed('u.id')}
  or ${connectedWith('$1::uuid', 'u.id')})`;

const LOCK_PAIR = {
  name: 'lock-pair',
  text: `select pg_advisory_xact_lock(hashtextextended(least($1::text, $2::text) || greatest($1::text, $2::text), 0))`,
};

/**
 * Serialises changes to the relationship of two users until the transaction ends, such as mutual requests, or a request
 * and a block. Data that was read before the lock may be out of date.
 */
export async function lockPair(tx: Exclude<Reader, Pool>, userId: string, otherId: string): Promise<void> {
  await read(tx, LOCK_PAIR, [userId, otherId]);
}

/**
 * Makes an array of the ids of the users that a user, named by an SQL expression, blocks or is blocked by. A push that
 * is about this user does not go to them.
 */
export const blockedEitherWay = (user: string) =>
  `array(select b.blocked_id from blocks b where b.blocker_id = ${user}
    union select b.blocker_id from blocks b where b.blocked_id = ${user})`;

const EITHER_WAY = {
  name: 'blocked-either-way',
  text: `select b.blocked_id as id from blocks b where b.blocker_id = any($1::uuid[])
    union select b.blocker_id from blocks b where b.blocked_id = any($1::uuid[])`,
};

/** Lists the users that one of some users blocks and the users that block one of them, each once, in no order. */
export async function listBlockedEitherWay(reader: Reader, ...userIds: string[]): Promise<string[]> {
  const rows = await read<{ id: string }>(reader, EITHER_WAY, [userIds]);
  return rows.map((row) => row.id);
}

const CONNECTED = { name: 'connected-ids', text: connectedTo('$1') };

/** Lists the ids of a user's accepted connections, in no order. */
export async function listConnectedIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await read<{ id: string }>(reader, CONNECTED, [userId]);
  return rows.map((row) => row.id);
}
