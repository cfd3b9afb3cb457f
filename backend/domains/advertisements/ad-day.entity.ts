import { defineEntity, p } from '@mikro-orm/core';
import { Advertisement } from './advertisement.entity.ts';

const AdDaySchema = defineEntity({
  name: 'AdDay',
  tableName: 'ad_stats_daily',
  properties: {
    advertisementId: () =>
      p.manyToOne(Advertisement).mapToPk().primary().fieldName('advertisement_id').deleteRule('cascade'),
    day: p.date().primary(),
    impressions: p.integer().default(0),
    clicks: p.integer().default(0),
  },
});

/** How often an advertisement was shown and followed on one day (UTC); it says nothing about anybody. */
export class AdDay extends AdDaySchema.class {}
AdDaySchema.setClass(AdDay);
