import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument } from '../search/search.service.ts';
import { User } from '../users/user.entity.ts';
import { Event } from './event.entity.ts';

/**
 * Makes the search document of an event; null when it is gone or cancelled, or its host deactivated. Never holds the
 * join link.
 */
export async function makeEventDocument(em: EntityManager, eventId: string): Promise<SearchDocument | null> {
  const event = await em.findOne(Event, { id: eventId, state: 'scheduled' });
  if (!event || !(await em.findOne(User, { id: event.userId, deactivatedAt: null }))) return null;
  return {
    entityType: 'event',
    entityId: event.id,
    title: event.title,
    content: event.description,
    tags: event.isVirtual ? ['online'] : [],
    keywords: [event.location],
    authorId: event.userId,
    datedAt: event.date,
  };
}
