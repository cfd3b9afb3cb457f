import type { EntityManager } from '@mikro-orm/postgresql';
import { toWords, type SearchDocument } from '../search/search.service.ts';
import { User } from '../users/user.entity.ts';
import { Event } from './event.entity.ts';

/** Makes the search document of an event; null when it is gone or cancelled, or its host deactivated. */
export async function makeEventDocument(em: EntityManager, eventId: string): Promise<SearchDocument | null> {
  const event = await em.findOne(Event, { id: eventId, state: 'scheduled' });
  const host = event && (await em.findOne(User, { id: event.userId, deactivatedAt: null }));
  if (!event || !host) return null;
  return {
    entityType: 'event',
    entityId: event.id,
    title: event.title,
    content: [event.description, event.location].filter(Boolean).join('\n'),
    tags: event.isVirtual ? ['online'] : [],
    keywords: toWords(host.fullName, host.username),
    authorId: event.userId,
  };
}
