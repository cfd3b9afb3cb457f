import { USER_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';

const HELD_UNTIL = `now() + interval '${USER_LIMITS.usernameHeldMonths} months'`;

/** Gives up the username of a user ($1) and takes back the one that is next ($2); the latest ones are held. */
const RELEASE = {
  name: 'username-release',
  text: `with taken_back as (delete from released_usernames where username = lower($2)),
    excess as (delete from released_usernames where username in (
      select r.username from released_usernames r where r.user_id = $1 and r.username <> lower($2)
      order by r.held_until desc offset ${USER_LIMITS.usernamesHeldMax - 1}))
    insert into released_usernames (username, user_id, held_until)
    select lower(u.username), u.id, ${HELD_UNTIL} from users u where u.id = $1 and lower(u.username) <> lower($2)
    on conflict (username) do update set user_id = excluded.user_id, held_until = excluded.held_until`,
};
const RELEASE_LAST = {
  name: 'username-release-last',
  text: `insert into released_usernames (username, held_until)
    select lower(u.username), ${HELD_UNTIL} from users u where u.id = $1
    on conflict (username) do update set user_id = null, held_until = excluded.held_until`,
};
const PRUNE = { name: 'usernames-prune', text: 'delete from released_usernames where held_until < now()' };

/**
 * Selects the usernames among `names`, an expression for an array in lower case, that users other than `userId` have,
 * or had within the last months.
 */
export function takenUsernames(names: string, userId: string): string {
  return `select lower(u.username) as username from users u
    where lower(u.username) = any(${names}) and u.id is distinct from ${userId}
    union all select r.username from released_usernames r
    where r.username = any(${names}) and r.held_until > now()
      and (r.user_id is null or r.user_id is distinct from ${userId})`;
}

/**
 * Holds the username of a user, who is about to get `next`, for {@link USER_LIMITS}.usernameHeldMonths, in the running
 * transaction; a held one that becomes the username again is no longer held.
 */
export async function releaseUsername(tx: Reader, userId: string, next: string): Promise<void> {
  await read(tx, RELEASE, [userId, next]);
}

/** Holds the username of a user who is about to be deleted, in the running transaction. */
export async function releaseLastUsername(tx: Reader, userId: string): Promise<void> {
  await read(tx, RELEASE_LAST, [userId]);
}

/** Deletes the usernames that are no longer held. */
export async function pruneUsernames(reader: Reader): Promise<void> {
  await read(reader, PRUNE, []);
}
