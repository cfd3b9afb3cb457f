import { defineEntity, p } from '@mikro-orm/core';
import type { MetricName } from '#shared/api/analytics.ts';
import { User } from '../users/user.entity.ts';

const MetricDaySchema = defineEntity({
  name: 'MetricDay',
  tableName: 'metrics_daily',
  properties: {
    ownerId: () => p.manyToOne(User).mapToPk().primary().fieldName('owner_id').deleteRule('cascade'),
    metric: p.text().$type<MetricName>().primary(),
    day: p.date().primary(),
    /** The item, post, event or advertisement; the nil UUID for a number that is not divided. */
    subjectId: p.uuid().primary(),
    count: p.bigint('number'),
  },
  indexes: [{ name: 'metrics_daily_day_index', properties: ['day'] }],
});

/** A number of a user on one day (UTC); it contains nothing about other users. */
export class MetricDay extends MetricDaySchema.class {}
MetricDaySchema.setClass(MetricDay);
