import { defineEntity, p } from '@mikro-orm/core';
import type { FeedReason } from '#shared/api/posts.ts';
import { User } from '../users/user.entity.ts';

const FeedSettingsSchema = defineEntity({
  name: 'FeedSettings',
  tableName: 'feed_settings',
  primaryKeys: ['userId'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    hiddenReasons: p.array().columnType('text[]').$type<FeedReason[]>(),
  },
});

/** The feed reasons that a member has switched off; without any there is no row, which makes the look-up fast. */
export class FeedSettings extends FeedSettingsSchema.class {}
FeedSettingsSchema.setClass(FeedSettings);
