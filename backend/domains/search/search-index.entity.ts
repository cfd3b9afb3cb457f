import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SearchIndexSchema = defineEntity({
  name: 'SearchIndex',
  tableName: 'search_index',
  properties: {
    id: idColumn(),
    entityId: p.uuid(),
    entityType: p.text(),
    title: p.text(),
    content: p.text(),
    tags: p.array().columnType('text[]').default([]),
    keywords: p.array().columnType('text[]').default([]),
    authorId: () => p.manyToOne(User).mapToPk().fieldName('author_id').nullable().deleteRule('cascade'),
    importance: p.integer().default(1),
    metadata: p.json<JsonRecord>().defaultRaw(`'{}'`),
    lastUpdated: createdAtColumn(),
    fts: p
      .type('string')
      .columnType('tsvector')
      .generated(
        `(setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, content), 'B'::"char") || array_to_tsvector(tags) || array_to_tsvector(keywords)) stored`,
      )
      .lazy()
      .hidden()
      .nullable(),
  },
  uniques: [{ name: 'search_index_entity_unique', properties: ['entityType', 'entityId'] }],
  indexes: [
    { name: 'search_index_fts_index', expression: 'create index "search_index_fts_index" on "search_index" using gin ("fts")' },
    { name: 'search_index_author_id_index', properties: ['authorId'] },
  ],
});

/**
 * One searchable record of any noun, kept by that noun's writes.
 * `tags` and `keywords` are single lower-case words, never empty strings: they enter `fts` as they are.
 */
export class SearchIndex extends SearchIndexSchema.class {}
SearchIndexSchema.setClass(SearchIndex);
