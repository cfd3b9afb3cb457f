import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { analyticsEndpoints } from '#shared/api/analytics.ts';
import { call } from '../../../lib/http/api.ts';
import type { AnalyticsPlace } from '../place.ts';
import { periodOf } from '../place.ts';

/** The numbers of a period; while another one loads, the old numbers stay. */
export function analyticsQuery({ days, isCompared }: Pick<AnalyticsPlace, 'days' | 'isCompared'>) {
  const period = periodOf(days);
  return queryOptions({
    queryKey: ['analytics', { ...period, isCompared }] as const,
    queryFn: ({ signal }) =>
      call(
        analyticsEndpoints.getAnalytics,
        { query: { ...period, ...(isCompared && { compare: 'true' as const }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
