import type { EntityManager } from '@mikro-orm/postgresql';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';

const BLOCK = {
  name: 'block',
  text: 'insert into blocks (blocker_id, blocked_id) values ($1, $2) on conflict do nothing',
};
const UNBLOCK = {
  name: 'unblock',
  text: 'delete from blocks where blocker_id = $1 and blocked_id = $2 returning blocked_id',
};

/** Hides two users from each other in the running transaction and publishes it; blocking twice changes nothing. */
export async function createBlock(tx: EntityManager, userId: string, blockedId: string): Promise<void> {
  await read(tx, BLOCK, [userId, blockedId]);
  publishDomainEvent(tx, 'block-changed', { userId, blockedId });
}

/** Removes a block in the running transaction and publishes it; none is not an error. */
export async function removeBlock(tx: EntityManager, userId: string, blockedId: string): Promise<void> {
  const [undone] = await read<{ blocked_id: string }>(tx, UNBLOCK, [userId, blockedId]);
  if (undone) publishDomainEvent(tx, 'block-changed', { userId, blockedId });
}
