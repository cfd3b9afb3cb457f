import type { EntityManager } from '@mikro-orm/postgresql';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import type { Statement } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import type { Identity } from '../../http/identity.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/auth.service.ts';
import { tellSecurity } from '../auth/security.service.ts';
import { User } from '../users/user.entity.ts';
import type { ExportDeps } from './exports.service.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const DUE = {
  name: 'deletion-due',
  text: 'select id from users where delete_after <= $1 order by delete_after limit 100',
};
const LOCK = { name: 'deletion-lock', text: 'select id from users where id = $1 and delete_after <= $2 for update' };
const FILES = { name: 'deletion-files', text: 'select id from files where owner_id = $1' };
const EXPORTS = { name: 'deletion-exports', text: 'select id from export_jobs where user_id = $1' };

/**
 * What may be many goes in parts, each well within the time of one statement; what the account has counted up elsewhere
 * is counted down with it. Each answers how many rows it took.
 */
const IN_PARTS = [
  {
    name: 'deletion-likes',
    text: `with gone as (delete from post_likes where user_id = $1 and post_id in (select post_id from post_likes where user_id = $1 order by post_id limit 500) returning post_id),
      counted as (update posts p set likes = p.likes - 1 from gone where p.id = gone.post_id) select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-comments',
    text: `with gone as (delete from comments where id in (select id from comments where user_id = $1 order by post_id limit 500) returning post_id),
      counted as (update posts p set comments = p.comments - mine.made from (select post_id, count(*)::int as made from gone group by post_id) mine where p.id = mine.post_id)
      select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-posts',
    text: `with gone as (delete from posts where id in (select id from posts where user_id = $1 order by id limit 200) returning shared_post_id),
      counted as (update posts p set shares = p.shares - mine.made
        from (select shared_post_id, count(*)::int as made from gone where shared_post_id is not null group by shared_post_id) mine
        where p.id = mine.shared_post_id and p.user_id <> $1)
      select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-enrollments',
    text: `with gone as (delete from enrollments where id in (select id from enrollments where user_id = $1 order by course_id limit 500) returning course_id),
      counted as (update courses c set enrollments = greatest(c.enrollments - 1, 0) from gone where c.id = gone.course_id) select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-sent',
    text: `with gone as (update messages set sender_id = null where id in (select id from messages where sender_id = $1 limit 1000) returning 1) select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-received',
    text: `with gone as (update messages set receiver_id = null where id in (select id from messages where receiver_id = $1 limit 1000) returning 1) select count(*)::int as taken from gone`,
  },
  {
    name: 'deletion-notifications',
    text: `with gone as (delete from notifications where id in (select id from notifications where user_id = $1 limit 1000) returning 1) select count(*)::int as taken from gone`,
  },
];
/** Shares of others that would show nothing. */
const REMOVE_PLAIN_SHARES = {
  name: 'deletion-plain-shares',
  text: `delete from posts where content = '' and user_id <> $1 and shared_post_id in (select id from posts where user_id = $1) returning id, user_id`,
};
const UNSAVE = {
  name: 'deletion-unsave',
  text: `delete from saved_items where item_id in (select id from posts where user_id = $1 union all select id from courses where user_id = $1) or item_id = any($2::uuid[])`,
};
const DELETE = { name: 'deletion-delete', text: 'delete from users where id = $1' };
/** With its messages: nobody is left to read them. */
const UNREAD_BY_ALL = {
  name: 'deletion-unread-by-all',
  text: 'delete from conversations where low_id is null and high_id is null',
};

/** Hides an account at once, ends its sessions, and has it deleted in 14 days unless its owner signs in before. */
export async function askDeletion(
  em: EntityManager,
  { id: userId }: Identity,
  ip: string | null,
): Promise<{ deletedAfter: string }> {
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId });
    const now = new Date();
    const deleteAfter = new Date(now.getTime() + ACCOUNT_LIMITS.undoDeletionMs);
    user.deactivatedAt ??= now;
    user.deleteAfter = deleteAfter;
    await tx.flush();
    await endAllSessions(tx, userId);
    recordFact(tx, 'profile-updated', { userId });
    const data = { name: user.fullName, until: DATE.format(deleteAfter), path: '/auth' };
    await tellSecurity(
      tx,
      { userId, what: 'deletion-asked', ip },
      { to: user.email, template: 'account-deletion', data },
    );
    return { deletedAfter: deleteAfter.toISOString() };
  });
}

/** Deletes every account whose time is over, with its files; answers how many. */
export async function deleteDueAccounts(deps: ExportDeps, now: Date): Promise<number> {
  const due = await read<{ id: string }>(deps.forkEm(), DUE, [now]);
  let deleted = 0;
  for (const { id } of due) if (await deleteForGood(deps, id, now)) deleted += 1;
  return deleted;
}

async function deleteForGood({ forkEm, files, archives }: ExportDeps, userId: string, now: Date): Promise<boolean> {
  const left = await transact(forkEm(), async (tx) => {
    // Its owner may be taking it back this moment.
    if ((await read(tx, LOCK, [userId, now])).length === 0) return null;
    const bytes = {
      files: (await read<{ id: string }>(tx, FILES, [userId])).map(({ id }) => id),
      archives: (await read<{ id: string }>(tx, EXPORTS, [userId])).map(({ id }) => id),
    };
    const shares = await read<{ id: string; user_id: string }>(tx, REMOVE_PLAIN_SHARES, [userId]);
    await read(tx, UNSAVE, [userId, shares.map(({ id }) => id)]);
    for (const statement of IN_PARTS) await repeat(tx, statement, userId);
    await endAllSessions(tx, userId);
    await read(tx, DELETE, [userId]);
    await read(tx, UNREAD_BY_ALL, []);
    for (const share of shares) recordFact(tx, 'post-deleted', { postId: share.id, userId: share.user_id });
    await recordAudit(tx, { event: 'user_deleted', outcome: 'success', actorId: userId });
    return bytes;
  });
  if (!left) return false;
  // What a crash leaves here is found by the sweeps of bytes without a row.
  for (const id of left.files) await files.remove(id);
  for (const id of left.archives) await archives.remove(id);
  return true;
}

async function repeat(tx: EntityManager, statement: Statement, userId: string): Promise<void> {
  for (;;) {
    const [part] = await read<{ taken: number }>(tx, statement, [userId]);
    if (!part?.taken) return;
  }
}
