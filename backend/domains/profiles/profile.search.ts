import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument, SearchSource } from '../../db/search-document.ts';
import { User } from '../users/user.entity.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';

/** Builds the search document of a user from fields that everyone sees; null for a deactivated or deleted user. */
async function makeUserDocument(em: EntityManager, userId: string): Promise<SearchDocument | null> {
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
    tags: user.isAwaitingApproval ? [] : [user.role],
    keywords: [user.username],
    authorId: user.id,
    datedAt: user.createdAt,
    importance: 2,
  };
}

/** What search indexes of users. */
export const userSearch: SearchSource = {
  make: makeUserDocument,
  records: `users r where r.deactivated_at is null`,
};
