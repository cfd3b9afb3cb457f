import type { EntityManager } from '@mikro-orm/postgresql';
import { INDEXED_TYPES, type IndexedType } from '#shared/api/search.ts';
import { read } from '../../db/read.ts';
import { makeCourseDocument } from '../courses/course-document.view.ts';
import { makeEventDocument } from '../events/event-document.view.ts';
import { makePostDocument } from '../posts/post-document.view.ts';
import { makeUserDocument } from '../users/user-document.view.ts';
import { DOCUMENT_VERSION, indexDocument, removeDocument, type SearchDocument } from './search.service.ts';

/** Makes the document of a record as it stands now; null when there is nothing to find. */
type DocumentMaker = (em: EntityManager, id: string) => Promise<SearchDocument | null>;

const MAKERS: Record<IndexedType, DocumentMaker> = {
  user: makeUserDocument,
  post: makePostDocument,
  course: makeCourseDocument,
  event: makeEventDocument,
};

/** Brings the index to what a record says now. */
export async function refreshDocument(em: EntityManager, entityType: IndexedType, entityId: string): Promise<void> {
  const document = await MAKERS[entityType](em, entityId);
  await (document ? indexDocument(em, document) : removeDocument(em, { entityType, entityId }));
}

const BATCH = 200;

/** Records that ought to stand in the index and do not, or stand there as an older version made them. */
const MISSING: Record<IndexedType, string> = {
  user: 'users r where r.deactivated_at is null',
  post: `posts r join users u on u.id = r.user_id and u.deactivated_at is null where r.content <> ''`,
  course: `courses r join users u on u.id = r.user_id and u.deactivated_at is null where r.status = 'published'`,
  event: `events r join users u on u.id = r.user_id and u.deactivated_at is null where r.state = 'scheduled'`,
};
const missing = (type: IndexedType) => ({
  name: `search-missing-${type}`,
  text: `select r.id from ${MISSING[type]}
    and not exists (select 1 from search_index s where s.entity_type = '${type}' and s.entity_id = r.id and s.version = ${DOCUMENT_VERSION}) limit ${BATCH}`,
});

/**
 * Indexes records that are missing, for at most `forMs` milliseconds, and answers how many records that were. It is
 * what fills the index of a database that was there before search, and of one whose announcements were lost.
 */
export async function fillIndex(em: EntityManager, forMs = Number.POSITIVE_INFINITY): Promise<number> {
  const until = performance.now() + forMs;
  let filled = 0;
  for (const type of INDEXED_TYPES) {
    for (let left = true; left && performance.now() < until;) {
      const rows = await read<{ id: string }>(em, missing(type), []);
      // A fork of its own keeps no more records in mind than a batch holds.
      const fork = em.fork({ keepTransactionContext: true });
      for (const { id } of rows) await refreshDocument(fork, type, id);
      filled += rows.length;
      left = rows.length === BATCH;
    }
  }
  return filled;
}
