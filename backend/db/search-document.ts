import type { EntityManager } from '@mikro-orm/postgresql';
import type { IndexedType } from '#shared/api/search.ts';

/** What one record is found by. */
export interface SearchDocument {
  entityType: IndexedType;
  entityId: string;
  title: string;
  content: string;
  tags: (string | null | undefined)[];
  keywords: (string | null | undefined)[];
  authorId: string;
  /** When it was created; for an event, when it takes place. */
  datedAt: Date;
  category?: string | null | undefined;
  /** Results for the same words are ordered by it, highest first; 1 without it. */
  importance?: number;
}

/** What search indexes of one noun. */
export interface SearchSource {
  /** Makes the document of a record as it is now; null when there is nothing to find. */
  make: (em: EntityManager, id: string) => Promise<SearchDocument | null>;
  /** SQL after `from`: the records `r` that belong in the index, ending in a condition. */
  records: string;
}

/** One source for each type that is indexed. */
export type SearchSources = Record<IndexedType, SearchSource>;
