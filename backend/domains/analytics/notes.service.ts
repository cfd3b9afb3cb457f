import type { EntityManager } from '@mikro-orm/postgresql';
import type { AnnotationView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';

/** Serialises the notes of a user, so that two requests at once do not exceed the limit. */
const LOCK = { name: 'note-lock', text: 'select id from users where id = $1 for no key update' };
const CREATE = {
  name: 'note-create',
  text: `insert into annotations (owner_id, day, type, subject_id, text) select $1::uuid, $2::date, 'note', $3::uuid, $4
    where (select count(*) from annotations a where a.owner_id = $1 and a.type = 'note') < ${ANALYTICS_LIMITS.notesMax}
    returning subject_id`,
};
const REMOVE = {
  name: 'note-remove',
  text: `delete from annotations where owner_id = $1 and type = 'note' and subject_id = $2`,
};

/** Adds a note to a day of a user's numbers. @throws AppError WRONG_STATE. */
export async function createNote(
  tx: EntityManager,
  userId: string,
  { day, text }: { day: string; text: string },
): Promise<AnnotationView> {
  await read(tx, LOCK, [userId]);
  const id = newId();
  const made = await read<{ subject_id: string }>(tx, CREATE, [userId, day, id, text]);
  if (made.length === 0)
    throw new AppError('WRONG_STATE', `You have ${ANALYTICS_LIMITS.notesMax} notes. Delete one first.`);
  return { day, type: 'note', subjectId: id, title: text, value: null };
}

/** Deletes an own note; does nothing without one. */
export async function removeNote(tx: EntityManager, userId: string, id: string): Promise<void> {
  await read(tx, REMOVE, [userId, id]);
}
