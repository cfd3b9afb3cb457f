import { VIEW_SOURCES, type ViewSource } from '#shared/api/analytics.ts';
import { isDayInRange, type MetricParts } from '../../db/metric-source.ts';

const viewsOf = (metric: 'item-views' | 'profile-views') => ({
  name: `metric-${metric}`,
  text: `select v.owner_id, ${metric === 'item-views' ? 'v.subject_id' : 'null::uuid'} as subject_id,
      v.day::text as day, count(*) as count
    from page_views v where v.metric = '${metric}' and ${isDayInRange('v.day')}
    group by 1, 2, 3`,
});
const itemViewsFrom = (source: ViewSource) => ({
  name: `metric-item-views-from-${source}`,
  text: `select v.owner_id, v.subject_id, v.day::text as day, count(*) as count
    from page_views v where v.metric = 'item-views' and v.source = '${source}' and ${isDayInRange('v.day')}
    group by 1, 2, 3`,
});

/** Views of pages, those of items also by their sources. */
export const pageViewMetrics: MetricParts = {
  metrics: {
    'item-views': viewsOf('item-views'),
    'profile-views': viewsOf('profile-views'),
    ...Object.fromEntries(VIEW_SOURCES.map((source) => [`item-views:${source}`, itemViewsFrom(source)])),
  },
  // The hashes of a final day are not needed any more.
  forget: { name: 'metric-forget-page-views', text: 'delete from page_views where day < $1::date' },
};
