import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProfileView } from '#shared/api/users.ts';
import { recordFact, transact } from '../../facts.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { StoredFile } from '../files/file.entity.ts';
import { loadProfileView } from './profile.view.ts';
import { User } from './user.entity.ts';

/** Which of the two pictures. */
export type ProfilePicture = 'profile' | 'cover';

const FIELDS = {
  profile: { url: 'profileImage', alt: 'profileImageAlt', purpose: 'profile-image' },
  cover: { url: 'coverImage', alt: 'coverImageAlt', purpose: 'cover-image' },
} as const;

/**
 * Puts an own upload in place of a picture, or takes the picture away; the one before is deleted. Naming the picture
 * that stands already changes its description alone.
 *
 * @throws AppError NOT_FOUND when the file is not the member's own upload of this purpose.
 */
export async function setProfilePicture(
  em: EntityManager,
  userId: string,
  { picture, file }: { picture: ProfilePicture; file: { fileId: string; alt?: string | undefined } | null },
): Promise<ProfileView> {
  const { url, alt, purpose } = FIELDS[picture];
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = user[url]?.slice('/api/files/'.length);
    const stored = file && (await loadOwnFile(tx, file.fileId, { ownerId: userId, purpose }));
    user[url] = stored ? `/api/files/${stored.id}` : null;
    user[alt] = (stored && file.alt) || null;
    // The bytes of a file without a row are swept away.
    if (before !== undefined && before !== stored?.id)
      await tx.nativeDelete(StoredFile, { id: before, ownerId: userId, purpose });
    recordFact(tx, 'profile-updated', { userId });
    await tx.flush();
    return loadProfileView(tx, userId, { viewerId: userId });
  });
}
