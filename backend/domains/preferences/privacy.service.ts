import type { EntityManager } from '@mikro-orm/postgresql';
import type { PrivacyView } from '#shared/api/privacy.ts';
import { transact } from '../../db/transact.ts';
import { syncListing } from '../students/directory.service.ts';
import { storePrivacy, type PrivacyEdit } from '../visibility/privacy.service.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';

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
