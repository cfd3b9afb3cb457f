import type { MetricParts } from '../../db/metric-source.ts';

const isStudied = (day: string) => `exists (select 1 from metrics_daily m where m.owner_id = $1
  and m.metric in ('study-minutes', 'study-days') and m.day = ${day})`;

/** The numbers that are computed from the numbers of days. */
export const metricDayMetrics: MetricParts = {
  states: {
    // Goes back day by day to the first one without study.
    streak: {
      name: 'state-streak',
      text: `with recursive streak (day) as (
          (select t.day from (select (now() at time zone 'utc')::date - a.ago as day from (values (0), (1)) a (ago)) t
            where ${isStudied('t.day')} order by t.day desc limit 1)
          union all select s.day - 1 from streak s where ${isStudied('s.day - 1')})
        select count(*)::int as value from streak`,
    },
  },
};
