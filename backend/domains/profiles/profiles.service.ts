import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '#shared/api/endpoint.ts';
import type { ProfileInput, ProfileView } from '#shared/api/users.ts';
import { newId } from '../../db/clock.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { refuseStale } from '../../http/text-version.ts';
import { syncListing } from '../students/directory.service.ts';
import { dropStaleClaims } from '../verifications/verifications.service.ts';
import { loadProfileView } from './profile.view.ts';
import { refuseReservedName } from '../users/reserved-names.service.ts';
import { User } from '../users/user.entity.ts';

/**
 * Edits the user's own profile unless it changed since `version`. A profile entry with a new content loses its
 * confirmation, and a user whose role is approved awaits approval again with a new name: an operator approved the
 * name.
 *
 * @throws AppError STALE when the profile was changed in the meantime, VALIDATION for a reserved name.
 */
export async function editProfile(
  em: EntityManager,
  userId: string,
  {
    changes,
    version,
    approvedRoles,
  }: { changes: ProfileInput; version: string | undefined; approvedRoles: readonly Role[] },
): Promise<ProfileView> {
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId }, LOCKED);
    refuseStale(version, user.updatedAt.toISOString());
    const { fullName, bio, institution, position, educationData, experienceData } = changes;
    if (fullName !== undefined && fullName !== user.fullName) {
      refuseReservedName(fullName);
      user.fullName = fullName;
      if (approvedRoles.includes(user.role)) user.isAwaitingApproval = true;
    }
    if (bio !== undefined) user.bio = bio || null;
    if (institution !== undefined) user.institution = institution || null;
    if (position !== undefined) user.position = position || null;
    // A confirmation refers to an entry by id alone, so an entry of one list must not reuse an id of the other list.
    const unchanged = [
      ...(educationData === undefined ? user.educationData : []),
      ...(experienceData === undefined ? user.experienceData : []),
    ];
    const known = new Set(unchanged.flatMap(({ id }) => id ?? []));
    if (educationData !== undefined) user.educationData = withIds(educationData, known);
    if (experienceData !== undefined) user.experienceData = withIds(experienceData, known);
    if (educationData !== undefined || experienceData !== undefined) await dropStaleClaims(tx, user);
    publishDomainEvent(tx, 'profile-updated', { userId });
    await tx.flush();
    await syncListing(tx, userId);
    return loadProfileView(tx, userId, { viewerId: userId });
  });
}

/** Gives each entry a unique id; a duplicate id is replaced. */
function withIds<Entry extends { id?: string | undefined }>(
  entries: readonly Entry[],
  known: Set<string>,
): (Entry & { id: string })[] {
  return entries.map((entry) => {
    const id = entry.id === undefined || known.has(entry.id) ? newId() : entry.id;
    known.add(id);
    return { ...entry, id };
  });
}
