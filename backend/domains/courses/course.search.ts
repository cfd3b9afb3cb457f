import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument, SearchSource } from '../../db/search-document.ts';
import { User } from '../users/user.entity.ts';
import { Course } from './course.entity.ts';

/** Makes the search document of an item; null when it is gone, not published, or its author is deactivated. */
async function makeCourseDocument(em: EntityManager, courseId: string): Promise<SearchDocument | null> {
  const course = await em.findOne(Course, { id: courseId, status: 'published' });
  if (!course || !(await em.findOne(User, { id: course.userId, deactivatedAt: null }))) return null;
  return {
    entityType: 'course',
    entityId: course.id,
    title: course.title,
    content: course.description,
    tags: [course.category],
    keywords: [course.contentType],
    authorId: course.userId,
    datedAt: course.publishedAt ?? course.createdAt,
    importance: 2,
    category: course.category,
  };
}

/** The part of the search index that published items own. */
export const courseSearch: SearchSource = {
  make: makeCourseDocument,
  records: `courses r join users u on u.id = r.user_id and u.deactivated_at is null where r.status = 'published'`,
};
