import { defineEntity, p } from '@mikro-orm/core';
import { INDEXED_TYPES } from '#shared/api/search.ts';
import { createdAtColumn, idColumn, sqlIndex, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { bucketsColumn } from '../../db/text/time-buckets.ts';

const vectorColumn = () => p.type('string').columnType('tsvector').lazy().hidden().nullable();
/**
 * One GIN index per type, since a shared one reads a word's records of all types. fastupdate is off: reads would have
 * to scan a pending list.
 */
const vectorIndexes = (column: 'fts' | 'title_fts') =>
  INDEXED_TYPES.map((type) =>
    sqlIndex(
      `search_index_${type}_${column}`,
      `"search_index" using gin ("${column}", "time_buckets") with (fastupdate = off) where entity_type = '${type}'`,
    ),
  );

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
    /** When the record was made; for an event, when it takes place. */
    datedAt: createdAtColumn(),
    /** The time buckets that contain `dated_at`. */
    timeBuckets: () => p.array().columnType('int[]').generated(bucketsColumn('dated_at')).lazy().hidden().nullable(),
    /** Category of the record in lower case. */
    category: p.text().nullable(),
    /** Version of the code that made the row; rows of an older version are rebuilt. */
    version: p.smallint().default(0),
    /** Title (A), tags and keywords (B) and content (D), written by db/text/words.ts. */
    fts: vectorColumn(),
    /** The same without the content: suggestions and the best results use it, and planner statistics of its own. */
    titleFts: vectorColumn(),
  },
  uniques: [{ name: 'search_index_entity_unique', properties: ['entityType', 'entityId'] }],
  indexes: [
    ...vectorIndexes('fts'),
    ...vectorIndexes('title_fts'),
    sqlIndex('search_index_type_list', '"search_index" ("entity_type", "dated_at" desc, "id" desc)'),
    sqlIndex(
      'search_index_category_list',
      '"search_index" ("entity_type", "category", "dated_at" desc, "id" desc) where category is not null',
    ),
    sqlIndex('search_index_author_list', '"search_index" ("author_id", "entity_type", "dated_at" desc, "id" desc)'),
  ],
});

/** One searchable record of any type. `tags` and `keywords` are single folded words. */
export class SearchIndex extends SearchIndexSchema.class {}
SearchIndexSchema.setClass(SearchIndex);
