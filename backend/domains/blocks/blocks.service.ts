import type { EntityManager } from '@mikro-orm/postgresql';
import { createBlock, removeBlock } from '../visibility/blocks.service.ts';
import type { BlockView } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { endConnectionBetween } from '../connections/connection.access.ts';
import { leaveEventsBetween } from '../events/rsvp.service.ts';
import { haveConversation } from '../messages/message.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER, lockPair } from '../visibility/visibility.access.ts';

const BLOCKED = {
  name: 'blocked-users',
  text: `select ${USER_CARD_COLUMNS}, u.deactivated_at is not null or exists (select 1 from blocks h
      where h.blocker_id = u.id and h.blocked_id = $1) as is_hidden
    from blocks b join users u on u.id = b.blocked_id where b.blocker_id = $1
    order by b.created_at desc, u.id limit 500`,
};
/** The user $2 is visible to $1, or $1 blocks them already or has written with them, though they may be hidden. */
const BLOCKABLE = {
  name: 'is-blockable',
  text: `select 1 as is_blockable from users u where u.id = $2 and (
    (u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER}))
    or exists (select 1 from blocks b where b.blocker_id = $1 and b.blocked_id = u.id)
    or ${haveConversation('$1::uuid', 'u.id')})`,
};

/**
 * Hides two users from each other and ends their connection. A user who blocks the viewer is as unknown as one who does
 * not exist, unless the two have written with each other.
 *
 * @throws AppError NOT_FOUND, VALIDATION for oneself.
 */
export async function blockUser(em: EntityManager, userId: string, blockedId: string): Promise<void> {
  if (userId === blockedId) throw new AppError('VALIDATION', 'You cannot block yourself');
  await transact(em, async (tx) => {
    await lockPair(tx, userId, blockedId);
    const found = await read(tx, BLOCKABLE, [userId, blockedId]);
    if (found.length === 0) throw notFound('This member');
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
export async function listBlocks(pool: Pool, userId: string): Promise<BlockView[]> {
  const rows = await query<UserCardRow & { is_hidden: boolean }>(pool, BLOCKED, [userId]);
  return rows.map((row) => ({ id: row.author_id, user: row.is_hidden ? null : toUserCard(row) }));
}
