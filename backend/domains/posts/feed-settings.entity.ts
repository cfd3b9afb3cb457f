import { defineEntity, p } from '@mikro-orm/core';
import type { FeedFact } from '#shared/api/posts.ts';
import { User } from '../users/user.entity.ts';

const FeedSettingsSchema = defineEntity({
  name: 'FeedSettings',
  tableName: 'feed_settings',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    hiddenFacts: p.array().columnType('text[]').$type<FeedFact[]>(),
  },
});

/**
 * The facts that a member does not want posts for; there is no row while there are none, which keeps the feed's look-up
 * short.
 */
export class FeedSettings extends FeedSettingsSchema.class {}
FeedSettingsSchema.setClass(FeedSettings);
