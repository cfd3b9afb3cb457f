import type { MetricParts } from '../../db/metric-source.ts';

const viewsOf = (metric: 'item-views' | 'profile-views') => ({
  name: `metric-${metric}`,
  text: `select v.owner_id, ${metric === 'item-views' ? 'v.subject_id' : 'null::uuid'} as subject_id,
      v.day::text as day, count(*) as count
    from page_views v where v.metric = '${metric}' and v.day >= ($1::timestamptz at time zone 'utc')::date
      and v.day < ($2::timestamptz at time zone 'utc')::date
    group by 1, 2, 3`,
});

/** Views of pages. */
export const pageViewMetrics: MetricParts = {
  metrics: { 'item-views': viewsOf('item-views'), 'profile-views': viewsOf('profile-views') },
};
