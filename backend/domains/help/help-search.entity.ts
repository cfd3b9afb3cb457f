import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';

const HelpSearchSchema = defineEntity({
  name: 'HelpSearch',
  tableName: 'help_searches',
  primaryKeys: ['query'],
  properties: {
    /** In lower case, with single spaces. */
    query: p.text().primary(),
    count: p.integer().default(1),
    createdAt: createdAtColumn(),
    lastAt: p.datetime(3).defaultRaw('now()'),
  },
  indexes: [{ name: 'help_searches_last_at_index', properties: ['lastAt'] }],
});

/** A search of the help without results, stored without the user. */
export class HelpSearch extends HelpSearchSchema.class {}
HelpSearchSchema.setClass(HelpSearch);
