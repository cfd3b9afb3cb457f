import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import type { ProfileInput, ProfileView } from '#shared/api/users.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError } from '../../http/app-error.ts';
import { syncListing } from '../students/directory.service.ts';
import { dropStaleClaims } from '../verifications/verifications.service.ts';
import { loadProfileView } from './profile.view.ts';
import { User } from './user.entity.ts';

/** The parts of an edit that the schema lets through; those left out stay. */
type ProfileChanges = { [Key in keyof ProfileInput]?: ProfileInput[Key] | undefined };

/**
 * Changes the member's own profile, unless it has changed since the version that was edited. A line that says something
 * else loses its confirmation.
 *
 * @throws AppError STALE; the caller shows both and asks again.
 */
export async function editProfile(
  em: EntityManager,
  userId: string,
  { changes, version }: { changes: ProfileChanges; version: string | undefined },
): Promise<ProfileView> {
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (version !== user.updatedAt.toISOString()) {
      throw new AppError('STALE', 'Your profile was changed somewhere else in the meantime');
    }
    const { fullName, bio, institution, position, educationData, experienceData } = changes;
    if (fullName !== undefined) user.fullName = fullName;
    if (bio !== undefined) user.bio = bio || null;
    if (institution !== undefined) user.institution = institution || null;
    if (position !== undefined) user.position = position || null;
    // A confirmation knows its line by the id alone, so a line of one list must not take that of the other's.
    const kept = [
      ...(educationData === undefined ? user.educationData : []),
      ...(experienceData === undefined ? user.experienceData : []),
    ];
    const known = new Set(kept.flatMap(({ id }) => id ?? []));
    if (educationData !== undefined) user.educationData = withIds(educationData, known);
    if (experienceData !== undefined) user.experienceData = withIds(experienceData, known);
    if (educationData !== undefined || experienceData !== undefined) await dropStaleClaims(tx, user);
    recordFact(tx, 'profile-updated', { userId });
    await tx.flush();
    await syncListing(tx, userId);
    return loadProfileView(tx, userId, { viewerId: userId });
  });
}

/** Gives every line an id of its own; one that a line before it has already is replaced. */
function withIds<Line extends { id?: string | undefined }>(
  lines: readonly Line[],
  known: Set<string>,
): (Line & { id: string })[] {
  return lines.map((line) => {
    const id = line.id === undefined || known.has(line.id) ? uuidv7() : line.id;
    known.add(id);
    return { ...line, id };
  });
}
