import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedType } from '#shared/api/saved.ts';
import type { Statement } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import type { Identity } from '../../http/identity.ts';

/** The type and id of an item that can be saved. */
export interface SavedKey {
  type: SavedType;
  id: string;
}

/** The user who saves an item. */
export type Saver = Pick<Identity, 'id' | 'role'>;

/** Checks by type that a user may see an item. @throws AppError NOT_FOUND. */
export type SavedChecks = Record<SavedType, (reader: Reader, id: string, saver: Saver) => Promise<unknown>>;

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
  saver: Saver,
  { type, id, checks }: SavedKey & { checks: SavedChecks },
): Promise<void> {
  await transact(em, async (tx) => {
    await checks[type](tx, id, saver);
    await read(tx, SAVE, [saver.id, type, id]);
  });
}

/** Deletes items of a type from everyone's saved ones; `ids` is SQL that selects them. */
export const forgetItemsSql = (type: SavedType, ids: string) =>
  `delete from saved_items where type = '${type}' and item_id in (${ids})`;

const FORGET: Readonly<Record<SavedType, Statement>> = {
  post: { name: 'post-unsave-all', text: forgetItemsSql('post', 'select unnest($1::uuid[])') },
  course: { name: 'course-unsave-all', text: forgetItemsSql('course', 'select unnest($1::uuid[])') },
};

/** Removes items that are being deleted from everyone's saved ones. */
export async function forgetItems(tx: EntityManager, type: SavedType, ids: readonly string[]): Promise<void> {
  await read(tx, FORGET[type], [ids]);
}

/** Removes a saved item; does nothing when there is none. */
export async function unsaveItem(em: EntityManager, userId: string, { type, id }: SavedKey): Promise<void> {
  await read(em, UNSAVE, [userId, type, id]);
}
