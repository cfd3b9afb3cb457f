import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProfileView } from '#shared/api/users.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { StoredFile } from '../files/file.entity.ts';
import { loadProfileView } from './profile.view.ts';
import { User } from '../users/user.entity.ts';

/** One of the two images of a profile. */
export type ProfileImageKind = 'profile' | 'cover';

const FIELDS = {
  profile: { url: 'profileImage', alt: 'profileImageAlt', purpose: 'profile-image' },
  cover: { url: 'coverImage', alt: 'coverImageAlt', purpose: 'cover-image' },
} as const;

/**
 * Sets or removes an image of the user's own profile and deletes the previous one. Passing the current file changes
 * only its description.
 *
 * @throws AppError NOT_FOUND when the file is not the user's own upload of this purpose.
 */
export async function setProfileImage(
  em: EntityManager,
  userId: string,
  { kind, file }: { kind: ProfileImageKind; file: { fileId: string; alt?: string | undefined } | null },
): Promise<ProfileView> {
  const { url, alt, purpose } = FIELDS[kind];
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId }, LOCKED);
    const before = user[url]?.slice('/api/files/'.length);
    const stored = file && (await loadOwnFile(tx, file.fileId, { ownerId: userId, purpose }));
    user[url] = stored ? `/api/files/${stored.id}` : null;
    user[alt] = (stored && file.alt) || null;
    // Bytes without a row are deleted by the cleanup job.
    if (before !== undefined && before !== stored?.id)
      await tx.nativeDelete(StoredFile, { id: before, ownerId: userId, purpose });
    publishDomainEvent(tx, 'profile-updated', { userId });
    await tx.flush();
    return loadProfileView(tx, userId, { viewerId: userId });
  });
}
