import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedType } from '#shared/api/saved.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';

/** The type and id of an item that can be saved. */
export interface SavedKey {
  type: SavedType;
  id: string;
}

/** Checks by type that a viewer may see an item. @throws AppError NOT_FOUND. */
export type SavedChecks = Record<SavedType, (reader: Reader, id: string, viewerId: string) => Promise<unknown>>;

const SAVE = {
  name: 'saved-put',
  text: 'insert into saved_items (user_id, type, item_id, created_at) values ($1, $2, $3, now()) on conflict do nothing',
};
const UNSAVE = {
  name: 'saved-delete',
  text: 'delete from saved_items where user_id = $1 and type = $2 and item_id = $3',
};

/** Saves an item for later; a repeat changes nothing. @throws AppError NOT_FOUND. */
export async function saveItem(
  em: EntityManager,
  userId: string,
  { type, id, checks }: SavedKey & { checks: SavedChecks },
): Promise<void> {
  await transact(em, async (tx) => {
    await checks[type](tx, id, userId);
    await read(tx, SAVE, [userId, type, id]);
  });
}

/** Deletes items of a type from everyone's saved ones; `ids` is SQL that selects them. */
export const forgetItemsSql = (type: SavedType, ids: string) =>
  `delete from saved_items where type = '${type}' and item_id in (${ids})`;

const FORGET = { name: 'post-unsave-all', text: forgetItemsSql('post', 'select unnest($1::uuid[])') };

/** Removes posts that are being deleted from everyone's saved items. */
export async function forgetPosts(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await read(tx, FORGET, [ids]);
}

/** Removes a saved item; does nothing when there is none. */
export async function unsaveItem(em: EntityManager, userId: string, { type, id }: SavedKey): Promise<void> {
  await read(em, UNSAVE, [userId, type, id]);
}
