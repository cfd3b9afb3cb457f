import type { EntityManager } from '@mikro-orm/postgresql';
import type { SearchDocument, SearchSource } from '../../db/search-document.ts';
import { User } from '../users/user.entity.ts';
import { Event } from './event.entity.ts';

/** Makes the search document of an event, without the join link; null when it is cancelled or its host deactivated. */
async function makeEventDocument(em: EntityManager, eventId: string): Promise<SearchDocument | null> {
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

/** The part of the search index that scheduled events own. */
export const eventSearch: SearchSource = {
  make: makeEventDocument,
  records: `events r join users u on u.id = r.user_id and u.deactivated_at is null where r.state = 'scheduled'`,
};
