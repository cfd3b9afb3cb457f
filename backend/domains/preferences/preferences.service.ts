import type { EntityManager } from '@mikro-orm/postgresql';
import type { PreferencesView } from '#shared/api/preferences.ts';
import { transact } from '../../facts.ts';
import { toPreferencesView } from './preferences.view.ts';
import { UserPreferences } from './user-preferences.entity.ts';

/** What an edit may hold; what is left out stays. */
export type PreferencesEdit = { [Key in keyof PreferencesView]?: PreferencesView[Key] | undefined };

/** Loads a person's preferences; without a row the defaults are saved first. */
export async function loadPreferences(em: EntityManager, userId: string): Promise<PreferencesView> {
  const saved = await em.findOne(UserPreferences, { userId });
  return saved ? toPreferencesView(saved) : editPreferences(em, userId, {});
}

/** Changes a person's preferences and answers all of them. */
export async function editPreferences(
  em: EntityManager,
  userId: string,
  edit: PreferencesEdit,
): Promise<PreferencesView> {
  return transact(em, async (tx) => {
    // Two devices may ask for the first time at once: the second takes the row of the first.
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
