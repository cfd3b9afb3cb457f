import type { EntityManager } from '@mikro-orm/postgresql';
import type { IndexedType } from '#shared/api/search.ts';

/** The searchable content of one record. */
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
  /** Orders results for the same words, highest first; 1 when omitted. */
  importance?: number;
}

/** The part of a noun in the search index. */
export interface SearchSource {
  /** Builds the document of a record in its current state; null when it is not searchable. */
  make: (em: EntityManager, id: string) => Promise<SearchDocument | null>;
  /** SQL after `from`: the records `r` of the index, ending in a condition. */
  records: string;
}

/** One source for each type that is indexed. */
export type SearchSources = Record<IndexedType, SearchSource>;
