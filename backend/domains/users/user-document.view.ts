import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument } from '../search/search.service.ts';
import { loadPrivacy } from '../preferences/privacy.service.ts';
import { User } from './user.entity.ts';

/**
 * Makes the search document of a person from what everyone may see; null when gone or deactivated. Never holds the
 * e-mail.
 */
export async function makeUserDocument(em: EntityManager, userId: string): Promise<SearchDocument | null> {
  const user = await em.findOne(User, { id: userId, deactivatedAt: null });
  if (!user) return null;
  const { fieldVisibility } = await loadPrivacy(em, userId);
  const parts = (['position', 'institution', 'bio'] as const).filter((part) => fieldVisibility[part] === 'everyone');
  return {
    entityType: 'user',
    entityId: user.id,
    title: user.fullName,
    content: parts
      .map((part) => user[part])
      .filter(Boolean)
      .join('\n'),
    tags: [user.role],
    keywords: [user.username],
    authorId: user.id,
    datedAt: user.createdAt,
    importance: 2,
  };
}
