import { defineEntity, p } from '@mikro-orm/core';

const FeedSourceSchema = defineEntity({
  name: 'FeedSource',
  tableName: 'feed_sources',
  primaryKeys: ['userId', 'isGroup', 'sourceId'],
  properties: {
    userId: p.uuid().primary(),
    isGroup: p.boolean().primary(),
    sourceId: p.uuid().primary(),
  },
  indexes: [{ name: 'feed_sources_source_index', properties: ['sourceId'] }],
});

/** A connection of a user, or an institution or class that the user is a member of. Triggers alone write it. */
export class FeedSource extends FeedSourceSchema.class {}
FeedSourceSchema.setClass(FeedSource);
