import { isDayInRange, type MetricParts } from '../../db/metric-source.ts';

const ofDays = (column: 'impressions' | 'clicks') => ({
  name: `metric-ad-${column}`,
  text: `select a.user_id as owner_id, a.id as subject_id, d.day::text as day, d.${column} as count
    from ad_stats_daily d join advertisements a on a.id = d.advertisement_id
    where ${isDayInRange('d.day')} and d.${column} > 0`,
});

/** What advertisements contribute to the numbers of the advertisers. */
export const advertisementMetrics: MetricParts = {
  metrics: { 'ad-views': ofDays('impressions'), 'ad-clicks': ofDays('clicks') },
  annotations: {
    // It starts on the first day on which it is shown, which may be later than its approval.
    'ad-started': {
      name: 'annotation-advertisement',
      text: `select a.user_id as owner_id, a.id as subject_id, d.day::text as day, null::int as value
        from ad_stats_daily d join advertisements a on a.id = d.advertisement_id
        where ${isDayInRange('d.day')} and d.impressions > 0 and not exists (select 1 from ad_stats_daily e
          where e.advertisement_id = d.advertisement_id and e.day < d.day and e.impressions > 0)`,
    },
  },
  titles: {
    advertisement: {
      name: 'metric-titles-advertisement',
      text: 'select a.id, a.title from advertisements a where a.id = any($1::uuid[]) and a.user_id = $2',
    },
  },
};
