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
  indexes: [{ name: 'ad_stats_daily_day_index', properties: ['day'] }],
});

/** Counts of views and clicks of an advertisement on one day (UTC); it contains nothing about users. */
export class AdDay extends AdDaySchema.class {}
AdDaySchema.setClass(AdDay);
