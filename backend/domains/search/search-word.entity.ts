import { defineEntity, p } from '@mikro-orm/core';
import { sqlIndex } from '../../db/columns.ts';

const SearchWordSchema = defineEntity({
  name: 'SearchWord',
  tableName: 'search_words',
  primaryKeys: ['word'],
  properties: {
    word: p.text().primary(),
    /** The word and its variants with letters left out; see search.spelling.ts. */
    variants: p.array().columnType('text[]'),
    /** Number of records for every member that contain the word, at the last count. */
    documents: p.integer().default(1),
  },
  indexes: [sqlIndex('search_words_variants', '"search_words" using gin ("variants") with (fastupdate = off)')],
});

/** One word of the records that every member may find, for the correction of typing errors. */
export class SearchWord extends SearchWordSchema.class {}
SearchWordSchema.setClass(SearchWord);
