import type { EntityManager } from '@mikro-orm/postgresql';
import type { PreferencesInput, PreferencesView } from '#shared/api/preferences.ts';
import type { PrivacyView } from '#shared/api/privacy.ts';
import { lockRowOf, transact } from '../../db/transact.ts';
import { syncListing } from '../students/directory.service.ts';
import { storePrivacy, type PrivacyEdit } from '../visibility/privacy.service.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';
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
    const saved = await lockRowOf(tx, UserPreferences, userId);
    const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
    tx.assign(saved, given);
    await tx.flush();
    return toPreferencesView(saved);
  });
}

/**
 * Changes a user's privacy settings and returns all of them.
 *
 * @throws AppError NOT_ALLOWED for the office hours of a user who is not a teacher.
 */
export async function editPrivacy(em: EntityManager, userId: string, edit: PrivacyEdit): Promise<PrivacyView> {
  return transact(em, async (tx) => {
    await storePrivacy(tx, userId, edit);
    await syncListing(tx, userId);
    return loadPrivacy(tx, userId);
  });
}
