import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedType } from '#shared/api/saved.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import { checkPostReadable } from '../posts/post.access.ts';

/** Names one item that can be saved. */
export interface SavedKey {
  type: SavedType;
  id: string;
}

/** Checks by type that the viewer may see the item. */
const CHECK_READABLE: Record<SavedType, (reader: Reader, id: string, viewerId: string) => Promise<unknown>> = {
  post: checkPostReadable,
};

const SAVE = {
  name: 'saved-put',
  text: 'insert into saved_items (user_id, type, item_id, created_at) values ($1, $2, $3, now()) on conflict do nothing',
};
const UNSAVE = {
  name: 'saved-delete',
  text: 'delete from saved_items where user_id = $1 and type = $2 and item_id = $3',
};

/** Saves an item for later; a repeat changes nothing. @throws AppError NOT_FOUND. */
export async function saveItem(em: EntityManager, userId: string, { type, id }: SavedKey): Promise<void> {
  await transact(em, async (tx) => {
    await CHECK_READABLE[type](tx, id, userId);
    await read(tx, SAVE, [userId, type, id]);
  });
}

/** Takes an item off the saved ones; none is not an error. */
export async function unsaveItem(em: EntityManager, userId: string, { type, id }: SavedKey): Promise<void> {
  await transact(em, async (tx) => {
    await read(tx, UNSAVE, [userId, type, id]);
  });
}
