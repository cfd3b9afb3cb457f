import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod/mini';
import type { privacySchemas } from '#shared/api/privacy.schema.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { lockRowOf } from '../../db/transact.ts';
import { AppError } from '../../http/app-error.ts';
import { User } from '../users/user.entity.ts';
import { PrivacySettings } from './privacy-settings.entity.ts';

/** A change of the privacy settings; a field that is left out does not change. */
export type PrivacyEdit = z.infer<typeof privacySchemas.editPrivacy.body>;

/**
 * Stores a change of a user's privacy settings in the running transaction; the caller updates the directory listing.
 * Cards show position and institution only while everyone may see them.
 *
 * @throws AppError NOT_ALLOWED for the office hours of a user who is not a teacher.
 */
export async function storePrivacy(tx: EntityManager, userId: string, edit: PrivacyEdit): Promise<PrivacySettings> {
  const saved = await lockRowOf(tx, PrivacySettings, userId);
  const { fieldVisibility, suggestionSources, ...rest } = edit;
  if (edit.officeHours && (await tx.findOneOrFail(User, { id: userId })).role !== 'teacher')
    throw new AppError('NOT_ALLOWED', 'Only teachers can set office hours');
  tx.assign(saved, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)));
  if (suggestionSources) saved.suggestionSources = { ...saved.suggestionSources, ...(suggestionSources as object) };
  if (fieldVisibility) {
    saved.fieldVisibility = { ...saved.fieldVisibility, ...(fieldVisibility as object) };
    const user = await tx.findOneOrFail(User, { id: userId });
    user.isPositionPublic = (saved.fieldVisibility.position ?? 'everyone') === 'everyone';
    user.isInstitutionPublic = (saved.fieldVisibility.institution ?? 'everyone') === 'everyone';
    publishDomainEvent(tx, 'profile-updated', { userId });
  }
  if (edit.presence !== undefined) publishDomainEvent(tx, 'presence-switched', { userId });
  await tx.flush();
  return saved;
}
