import type { EntityManager } from '@mikro-orm/postgresql';
import type { PreferencesInput, PreferencesView } from '#shared/api/preferences.ts';
import { transact } from '../../db/transact.ts';
import { toPreferencesView } from './preferences.view.ts';
import { UserPreferences } from './user-preferences.entity.ts';

/** Loads a user's preferences, and saves the defaults first when there are none. */
export async function loadPreferences(em: EntityManager, userId: string): Promise<PreferencesView> {
  const saved = await em.findOne(UserPreferences, { userId });
  return saved ? toPreferencesView(saved) : editPreferences(em, userId, {});
}

/** Changes a user's preferences. Returns all of them. */
export async function editPreferences(
  em: EntityManager,
  userId: string,
  edit: PreferencesInput,
): Promise<PreferencesView> {
  return transact(em, async (tx) => {
    // Of two concurrent first requests, the second reads the row of the first.
    await tx.upsert(UserPreferences, tx.create(UserPreferences, { userId }, { persist: false }), {
      onConflictFields: ['userId'],
      onConflictAction: 'ignore',
    });
    const saved = await tx.findOneOrFail(UserPreferences, { userId });
    const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    tx.assign(saved, given);
    await tx.flush();
    return toPreferencesView(saved);
  });
}
