import type { EntityManager } from '@mikro-orm/postgresql';
import { INDEXED_TYPES, type IndexedType } from '#shared/api/search.ts';
import { read } from '../../db/read.ts';
import type { SearchSources } from '../../db/search-document.ts';
import { DOCUMENT_VERSION, indexDocument, removeDocument } from './search.service.ts';

/** Creates, updates or removes a record's row in the index. */
export async function refreshDocument(
  em: EntityManager,
  sources: SearchSources,
  { entityType, entityId }: { entityType: IndexedType; entityId: string },
): Promise<void> {
  const document = await sources[entityType].make(em, entityId);
  await (document ? indexDocument(em, document) : removeDocument(em, { entityType, entityId }));
}

const BATCH = 200;

/** Selects records that are missing in the index, or were indexed by an older version. */
const missing = (type: IndexedType, records: string) => ({
  name: `search-missing-${type}`,
  text: `select r.id from ${records}
    and not exists (select 1 from search_index s where s.entity_type = '${type}' and s.entity_id = r.id
      and s.version >= ${DOCUMENT_VERSION}) limit ${BATCH}`,
});

/** Indexes missing or outdated records for at most `forMs` milliseconds and returns their number. */
export async function fillIndex(
  em: EntityManager,
  sources: SearchSources,
  forMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const until = performance.now() + forMs;
  let filled = 0;
  for (const type of INDEXED_TYPES) {
    for (let left = true; left && performance.now() < until;) {
      const rows = await read<{ id: string }>(em, missing(type, sources[type].records), []);
      // A fork per batch limits the entities in memory to that batch.
      const fork = em.fork({ keepTransactionContext: true });
      for (const { id } of rows) await refreshDocument(fork, sources, { entityType: type, entityId: id });
      filled += rows.length;
      left = rows.length === BATCH;
    }
  }
  return filled;
}
