import type { EntityManager } from '@mikro-orm/postgresql';
import type { IndexedType } from '#shared/api/search.ts';
import type { SearchSources } from '../../db/search-document.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { refreshDocument } from './search.documents.ts';

/** Updates the search index on domain events, which may arrive twice or out of order, since it reads the records. */
export function registerSearch(
  events: Pick<DomainEvents, 'on'>,
  { forkEm, sources }: { forkEm: () => EntityManager; sources: SearchSources },
): void {
  const refresh = (entityType: IndexedType, entityId: string) =>
    refreshDocument(forkEm(), sources, { entityType, entityId });
  events.on('post-created', ({ postId }) => refresh('post', postId));
  events.on('post-updated', ({ postId }) => refresh('post', postId));
  events.on('post-deleted', ({ postId }) => refresh('post', postId));
  events.on('event-created', ({ eventId }) => refresh('event', eventId));
  events.on('event-updated', ({ eventId }) => refresh('event', eventId));
  for (const name of ['course-created', 'course-updated', 'course-deleted'] as const)
    events.on(name, ({ courseId }) => refresh('course', courseId));
  events.on('user-created', ({ userId }) => refresh('user', userId));
  events.on('profile-updated', ({ userId }) => refresh('user', userId));
}
