import type { EntityManager } from '@mikro-orm/postgresql';
import { createBlock, removeBlock } from '../visibility/blocks.service.ts';
import type { UserCard } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { endConnectionBetween } from '../connections/connection.access.ts';
import { leaveEventsBetween } from '../events/rsvp.service.ts';
import { loadUserCard, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { lockPair } from '../visibility/visibility.access.ts';

const BLOCKED = {
  name: 'blocked-users',
  text: `select ${USER_CARD_COLUMNS} from blocks b join users u on u.id = b.blocked_id where b.blocker_id = $1
    order by b.created_at desc, u.id limit 500`,
};

/** Hides two users from each other and ends their connection. @throws AppError NOT_FOUND, VALIDATION for oneself. */
export async function blockUser(em: EntityManager, userId: string, blockedId: string): Promise<void> {
  if (userId === blockedId) throw new AppError('VALIDATION', 'You cannot block yourself');
  await transact(em, async (tx) => {
    if (!(await loadUserCard(tx, blockedId))) throw notFound('This member');
    await lockPair(tx, userId, blockedId);
    await createBlock(tx, userId, blockedId);
    await endConnectionBetween(tx, userId, blockedId);
    await leaveEventsBetween(tx, userId, blockedId);
  });
}

/** Removes the user's own block; a connection that it ended is not restored. */
export async function unblockUser(em: EntityManager, userId: string, blockedId: string): Promise<void> {
  await transact(em, (tx) => removeBlock(tx, userId, blockedId));
}

/** Lists the users whom a user blocks, newest first, at most 500. */
export async function listBlocks(pool: Pool, userId: string): Promise<UserCard[]> {
  const rows = await query<UserCardRow>(pool, BLOCKED, [userId]);
  return rows.map(toUserCard);
}
