import type { EntityManager } from '@mikro-orm/postgresql';
import type { Facts } from '../../facts.ts';
import { indexDocument, removeDocument, type SearchDocument } from './search.service.ts';

/** Makes the document of a record as it stands now; null when it is gone. */
export type DocumentMaker = (em: EntityManager, id: string) => Promise<SearchDocument | null>;

/** The makers by type of record, and where they read. */
export interface SearchMakers {
  forkEm: () => EntityManager;
  event: DocumentMaker;
  post: DocumentMaker;
  user: DocumentMaker;
}

/** Keeps the search index by facts. Each handler reads the record afresh, so that facts may come twice or out of order. */
export function registerSearch(facts: Pick<Facts, 'on'>, { forkEm, ...makers }: SearchMakers): void {
  const refresh = async (entityType: keyof typeof makers, entityId: string) => {
    const em = forkEm();
    const document = await makers[entityType](em, entityId);
    await (document ? indexDocument(em, document) : removeDocument(em, { entityType, entityId }));
  };
  facts.on('post-created', ({ postId }) => refresh('post', postId));
  facts.on('post-updated', ({ postId }) => refresh('post', postId));
  facts.on('post-deleted', ({ postId }) => refresh('post', postId));
  facts.on('event-created', ({ eventId }) => refresh('event', eventId));
  facts.on('event-updated', ({ eventId }) => refresh('event', eventId));
  facts.on('user-created', ({ userId }) => refresh('user', userId));
  facts.on('profile-updated', ({ userId }) => refresh('user', userId));
}
