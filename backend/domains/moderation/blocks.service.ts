import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserCard } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { recordConnection } from '../connections/connections.access.ts';
import { leaveEventsBetween } from '../events/rsvp.service.ts';
import { loadUserCard } from '../users/user-card.view.ts';
import { lockPair } from './blocks.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';

const BLOCK = {
  name: 'block',
  text: 'insert into blocks (blocker_id, blocked_id) values ($1, $2) on conflict do nothing',
};
const UNBLOCK = {
  name: 'unblock',
  text: 'delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocked_id',
};
const END_CONNECTION = {
  name: 'end-blocked-connection',
  text: `delete from connections where least(user_id, connected_user_id) = least($1::uuid, $2::uuid)
    and greatest(user_id, connected_user_id) = greatest($1::uuid, $2::uuid) returning id, user_id, connected_user_id`,
};
const BLOCKED = {
  name: 'blocked-people',
  text: `select ${USER_CARD_COLUMNS} from blocks b join users u on u.id = b.blocked_id where b.blocker_id = $1 order by b.created_at desc, u.id limit 500`,
};

/**
 * Hides two people from each other and ends what connects them; blocking twice changes nothing. @throws AppError
 * NOT_FOUND, VALIDATION for oneself.
 */
export async function blockUser(em: EntityManager, userId: string, blockedId: string): Promise<void> {
  if (userId === blockedId) throw new AppError('VALIDATION', 'You cannot block yourself');
  await transact(em, async (tx) => {
    if (!(await loadUserCard(tx, blockedId))) throw notFound('This person');
    await lockPair(tx, userId, blockedId);
    await read(tx, BLOCK, [userId, blockedId]);
    recordFact(tx, 'block-changed', { userId, blockedId });
    const [ended] = await read<{ id: string; user_id: string; connected_user_id: string }>(tx, END_CONNECTION, [
      userId,
      blockedId,
    ]);
    if (ended)
      recordConnection(tx, 'connection-deleted', {
        connectionId: ended.id,
        userId: ended.user_id,
        connectedUserId: ended.connected_user_id,
      });
    await leaveEventsBetween(tx, userId, blockedId);
  });
}

/** Takes an own block back; what it ended stays ended. */
export async function unblockUser(em: EntityManager, userId: string, blockedId: string): Promise<void> {
  await transact(em, async (tx) => {
    const [undone] = await read<{ blocked_id: string }>(tx, UNBLOCK, [userId, blockedId]);
    if (undone) recordFact(tx, 'block-changed', { userId, blockedId });
  });
}

/** Lists whom the member blocks, newest first, at most 500. */
export async function listBlocks(pool: Pool, userId: string): Promise<UserCard[]> {
  const rows = await query<UserCardRow>(pool, BLOCKED, [userId]);
  return rows.map(toUserCard);
}
