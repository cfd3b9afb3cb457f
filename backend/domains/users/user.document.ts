import type { EntityManager } from '@mikro-orm/postgresql';
import { toWords, type SearchDocument } from '../search/search.service.ts';
import { User } from './user.entity.ts';

/** Makes the search document of a person from what the card shows; null when gone or deactivated. Never holds the e-mail. */
export async function makeUserDocument(em: EntityManager, userId: string): Promise<SearchDocument | null> {
  const user = await em.findOne(User, { id: userId, deactivatedAt: null });
  if (!user) return null;
  return {
    entityType: 'user',
    entityId: user.id,
    title: user.fullName,
    content: [user.position, user.institution, user.bio].filter(Boolean).join('\n'),
    tags: [user.role],
    keywords: toWords(user.username, user.fullName),
    authorId: user.id,
  };
}
