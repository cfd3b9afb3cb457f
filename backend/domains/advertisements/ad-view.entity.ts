import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import { Advertisement } from './advertisement.entity.ts';

const AdViewSchema = defineEntity({
  name: 'AdView',
  tableName: 'ad_views',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    advertisementId: () =>
      p.manyToOne(Advertisement).mapToPk().primary().fieldName('advertisement_id').deleteRule('cascade'),
    /** The day (UTC) that is counted; a count of another day is invalid. */
    day: p.date(),
    count: p.integer().default(0),
    isFollowed: p.boolean().fieldName('is_followed').default(false),
  },
  indexes: [
    { name: 'ad_views_advertisement_index', properties: ['advertisementId'] },
    { name: 'ad_views_day_index', properties: ['day'] },
  ],
});

/**
 * How often a member was shown an advertisement today, which limits the frequency, and whether they clicked it, which
 * counts once. Deleted the day after.
 */
export class AdView extends AdViewSchema.class {}
AdViewSchema.setClass(AdView);
