import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProfileInput, ProfileView } from '#shared/api/users.ts';
import type { Reader } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadProfileView } from './profile.view.ts';
import { User } from './user.entity.ts';

/** Loads a person's page. @throws AppError NOT_FOUND for nobody, a creator other than the viewer, and whoever is hidden. */
export async function loadProfile(reader: Reader, userId: string, viewerId: string): Promise<ProfileView> {
  const view = await loadProfileView(reader, userId, viewerId);
  if (!view) throw notFound('This person');
  return view;
}

/** The parts of an edit that the schema lets through; those left out stay. */
type ProfileChanges = { [Key in keyof ProfileInput]?: ProfileInput[Key] | undefined };

/**
 * Changes the member's own profile, unless it has changed since the version that was edited.
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
    if (educationData !== undefined) user.educationData = educationData.map((item) => ({ ...item }));
    if (experienceData !== undefined) user.experienceData = experienceData.map((item) => ({ ...item }));
    recordFact(tx, 'profile-updated', { userId });
    await tx.flush();
    return loadProfile(tx, userId, userId);
  });
}
