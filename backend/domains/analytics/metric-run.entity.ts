import { defineEntity, p } from '@mikro-orm/core';

const MetricRunSchema = defineEntity({
  name: 'MetricRun',
  tableName: 'metric_runs',
  properties: {
    day: p.date().primary(),
    countedAt: p.datetime(3).fieldName('counted_at').defaultRaw('now()'),
    isFinal: p.boolean().fieldName('is_final').default(false),
  },
});

/** When the numbers of a day (UTC) were counted; those of a final day are not counted again. */
export class MetricRun extends MetricRunSchema.class {}
MetricRunSchema.setClass(MetricRun);
