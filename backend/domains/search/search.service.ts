import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { read } from '../../db/read.ts';

/** What one record is found by. `tags` and `keywords` are single lower-case words. */
export interface SearchDocument {
  entityType: string;
  entityId: string;
  title: string;
  content: string;
  tags: string[];
  keywords: string[];
  authorId: string;
}

/** A row that says the same already is left alone, so that a counted like costs no new index entry. */
const INDEX = {
  name: 'search-index',
  text: `insert into search_index (id, entity_id, entity_type, title, content, tags, keywords, author_id, last_updated)
    values ($1, $2, $3, $4, $5, $6::text[], $7::text[], $8, now())
    on conflict (entity_type, entity_id) do update set title = excluded.title, content = excluded.content,
      tags = excluded.tags, keywords = excluded.keywords, author_id = excluded.author_id, last_updated = excluded.last_updated
    where (search_index.title, search_index.content, search_index.tags, search_index.keywords)
      is distinct from (excluded.title, excluded.content, excluded.tags, excluded.keywords)`,
};
const REMOVE = { name: 'search-remove', text: 'delete from search_index where entity_type = $1 and entity_id = $2' };

/** Puts a record into the search index, in place of what was known of it. */
export async function indexDocument(em: EntityManager, document: SearchDocument): Promise<void> {
  const { entityId, entityType, title, content, tags, keywords, authorId } = document;
  await read(em, INDEX, [uuidv7(), entityId, entityType, title, content, tags, keywords, authorId]);
}

/** Takes a record out of the search index; none is not an error. */
export async function removeDocument(em: EntityManager, { entityType, entityId }: Pick<SearchDocument, 'entityType' | 'entityId'>): Promise<void> {
  await read(em, REMOVE, [entityType, entityId]);
}

/** Words of a text for tags and keywords: lower case, letters and digits only, each once, never empty. */
export function toWords(...texts: (string | null)[]): string[] {
  const words = texts.flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => word !== ''))];
}
