import type { EntityManager } from '@mikro-orm/postgresql';
import { databaseNow } from '../../db/clock.ts';
import { deleteUser } from '../users/users.service.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import { read, type Eraser } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import type { Identity } from '../../http/identity.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/revocation.service.ts';
import { recordSecurityEvent } from '../auth/security.service.ts';
import { User } from '../users/user.entity.ts';
import type { ExportDeps } from './exports.service.ts';

/** A suspended account stays, with what reports are about, until the suspension ends. */
const DUE = {
  name: 'deletion-due',
  text: `select id from users where delete_after <= $1 and suspended_at is null order by delete_after limit 100`,
};
const LOCK = {
  name: 'deletion-lock',
  text: `select id from users where id = $1 and delete_after <= $2
  and suspended_at is null for update`,
};
const FILES = { name: 'deletion-files', text: 'select id from files where owner_id = $1' };
const EXPORTS = { name: 'deletion-exports', text: 'select id from export_jobs where user_id = $1' };

/** Dependencies of the deletion of accounts. */
export interface DeletionDeps extends ExportDeps {
  /** Erase or anonymise what each noun stores of a user, in this order, before the user's own row is deleted. */
  erasers: readonly Eraser[];
}

/** Hides an account, ends its sessions and schedules its deletion in 14 days; signing in before then can cancel it. */
export async function requestDeletion(
  em: EntityManager,
  { id: userId, sessionId }: Identity,
  ip: string | null,
): Promise<{ deletedAfter: string }> {
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId });
    const now = databaseNow();
    const deleteAfter = new Date(now.getTime() + ACCOUNT_LIMITS.undoDeletionMs);
    user.deactivatedAt ??= now;
    user.deleteAfter = deleteAfter;
    await tx.flush();
    await endAllSessions(tx, userId, sessionId);
    publishDomainEvent(tx, 'profile-updated', { userId });
    const data = { name: user.fullName, until: deleteAfter.toISOString(), path: '/auth' };
    await recordSecurityEvent(
      tx,
      { userId, what: 'deletion-requested', ip },
      { to: user.email, template: 'account-deletion', data },
    );
    return { deletedAfter: deleteAfter.toISOString() };
  });
}

/** Deletes every account whose deletion is due, with its files. Returns how many. */
export async function deleteDueAccounts(deps: DeletionDeps, now: Date): Promise<number> {
  const due = await read<{ id: string }>(deps.forkEm(), DUE, [now]);
  let deleted = 0;
  for (const { id } of due) if (await deleteAccount(deps, id, now)) deleted += 1;
  return deleted;
}

async function deleteAccount(
  { forkEm, files, archives, erasers }: DeletionDeps,
  userId: string,
  now: Date,
): Promise<boolean> {
  const left = await transact(forkEm(), async (tx) => {
    // The owner may be cancelling the deletion at this moment.
    if ((await read(tx, LOCK, [userId, now])).length === 0) return null;
    for (const erase of erasers) await erase(tx, userId);
    // The files of items that others have bought belong to another account now.
    const bytes = {
      files: (await read<{ id: string }>(tx, FILES, [userId])).map(({ id }) => id),
      archives: (await read<{ id: string }>(tx, EXPORTS, [userId])).map(({ id }) => id),
    };
    await endAllSessions(tx, userId);
    await deleteUser(tx, userId);
    await recordAudit(tx, { event: 'user_deleted', actorId: userId });
    return bytes;
  });
  if (!left) return false;
  // Bytes that a crash leaves here are removed by the cleanup of bytes without a row.
  for (const id of left.files) await files.remove(id);
  for (const id of left.archives) await archives.remove(id);
  return true;
}
