import { queryOptions } from '@tanstack/react-query';
import { analyticsEndpoints } from '#shared/api/analytics.ts';
import { call } from '../../../lib/http/api.ts';
import type { AnalyticsPlace } from '../place.ts';
import { periodOf } from '../place.ts';

/** The numbers of a period; while another one loads, the old numbers stay, unless they are of other items. */
export function analyticsQuery({ isCompared, item, ...place }: Omit<AnalyticsPlace, 'metric'>) {
  const period = { ...periodOf(place), ...(item !== null && { item }) };
  return queryOptions({
    queryKey: ['analytics', { ...period, isCompared }] as const,
    queryFn: ({ signal }) =>
      call(
        analyticsEndpoints.getAnalytics,
        { query: { ...period, ...(isCompared && { compare: 'true' as const }) } },
        { signal },
      ),
    placeholderData: (previous) => ((previous?.item?.id ?? null) === item ? previous : undefined),
  });
}

/** How far the learners of an own item come. */
export function lessonNumbersQuery(item: string) {
  return queryOptions({
    queryKey: ['analytics', 'lessons', item] as const,
    queryFn: ({ signal }) => call(analyticsEndpoints.getLessonNumbers, { query: { item } }, { signal }),
  });
}
