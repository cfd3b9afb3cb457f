import type { EntityManager } from '@mikro-orm/postgresql';
import type { DraftView } from '#shared/api/saved.ts';
import { DRAFT_LIMITS } from '#shared/limits.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';

const LOAD = { name: 'draft', text: 'select body, updated_at from drafts where user_id = $1 and key = $2' };
const SET = {
  name: 'draft-set',
  text: `insert into drafts (user_id, key, body, updated_at) values ($1, $2, $3, now())
    on conflict (user_id, key) do update set body = excluded.body, updated_at = excluded.updated_at
      returning body, updated_at`,
};
const REMOVE = { name: 'draft-remove', text: 'delete from drafts where user_id = $1 and key = $2' };
const CLEAR_OLD = {
  name: 'drafts-clear-old',
  text: `delete from drafts where user_id = $1 and key in (
    select key from drafts where user_id = $1 order by updated_at desc offset ${DRAFT_LIMITS.storedMax})`,
};

interface DraftRow {
  body: string;
  updated_at: Timestamp;
}

const NONE: DraftView = { body: '', updatedAt: null };

function toDraftView(row: DraftRow | undefined): DraftView {
  return row ? { body: row.body, updatedAt: isoOf(row.updated_at) } : NONE;
}

/** Loads a user's draft of a form; an empty text when there is none. */
export async function loadDraft(reader: Reader, userId: string, key: string): Promise<DraftView> {
  const [row] = await read<DraftRow>(reader, LOAD, [userId, key]);
  return toDraftView(row);
}

/** Stores a draft; deletes an empty one, and the oldest beyond a hundred. */
export async function setDraft(
  em: EntityManager,
  userId: string,
  { key, body }: { key: string; body: string },
): Promise<DraftView> {
  return transact(em, async (tx) => {
    if (body.trim() === '') {
      await read(tx, REMOVE, [userId, key]);
      return NONE;
    }
    const [row] = await read<DraftRow>(tx, SET, [userId, key, body]);
    await read(tx, CLEAR_OLD, [userId]);
    return toDraftView(row);
  });
}

/** Deletes a draft; does nothing when there is none. */
export async function removeDraft(em: EntityManager, userId: string, key: string): Promise<void> {
  await read(em, REMOVE, [userId, key]);
}
