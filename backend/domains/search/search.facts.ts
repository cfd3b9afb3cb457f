import type { EntityManager } from '@mikro-orm/postgresql';
import type { Facts } from '../../facts.ts';
import { refreshDocument } from './search.documents.ts';

/** Keeps the search index by facts. Each handler reads the record afresh, so that facts may come twice or out of order. */
export function registerSearch(facts: Pick<Facts, 'on'>, { forkEm }: { forkEm: () => EntityManager }): void {
  facts.on('post-created', ({ postId }) => refreshDocument(forkEm(), 'post', postId));
  facts.on('post-updated', ({ postId }) => refreshDocument(forkEm(), 'post', postId));
  facts.on('post-deleted', ({ postId }) => refreshDocument(forkEm(), 'post', postId));
  facts.on('event-created', ({ eventId }) => refreshDocument(forkEm(), 'event', eventId));
  facts.on('event-updated', ({ eventId }) => refreshDocument(forkEm(), 'event', eventId));
  facts.on('user-created', ({ userId }) => refreshDocument(forkEm(), 'user', userId));
  facts.on('profile-updated', ({ userId }) => refreshDocument(forkEm(), 'user', userId));
}
