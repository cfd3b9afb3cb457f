import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument } from '../search/search.service.ts';
import { User } from '../users/user.entity.ts';
import { Course } from './course.entity.ts';

/** Makes the search document of an item; null when it is gone, not published, or its author deactivated. */
export async function makeCourseDocument(em: EntityManager, courseId: string): Promise<SearchDocument | null> {
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
    datedAt: course.createdAt,
    importance: 2,
    category: course.category,
  };
}
