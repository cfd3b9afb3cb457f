import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex, type JsonRecord } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SearchHistorySchema = defineEntity({
  name: 'SearchHistory',
  tableName: 'search_history',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    query: p.text(),
    filters: p.json<JsonRecord>().defaultRaw(`'{}'`),
    numResults: p.integer().default(0),
    clickedResults: p.json<JsonRecord[]>().defaultRaw(`'[]'`),
    createdAt: createdAtColumn(),
  },
  indexes: [sqlIndex('search_history_user_list', '"search_history" ("user_id", "created_at" desc, "id" desc)')],
});

/** One search of a member, with the results that they opened. */
export class SearchHistory extends SearchHistorySchema.class {}
SearchHistorySchema.setClass(SearchHistory);
