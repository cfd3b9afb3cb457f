import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchEndpoints, type SearchFilters } from '#shared/api/search.ts';
import { call, callPage } from '../../../lib/api.ts';

/** What is offered for a text; while the next one loads the last stays. An older request is cut off. */
export function suggestQuery(text: string) {
  return queryOptions({
    queryKey: [searchEndpoints.suggest.path, text] as const,
    queryFn: ({ signal }) => call(searchEndpoints.suggest, { query: { q: text } }, { signal }),
    placeholderData: keepPreviousData,
    // What was searched before is offered without a connection too.
    ...(text === '' && { gcTime: Number.POSITIVE_INFINITY }),
  });
}

/** The pages of results. */
export function resultsQuery(q: string, filters: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: [searchEndpoints.search.path, { q, ...filters }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        searchEndpoints.search,
        { query: { q, ...filters, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The member's own searches, latest first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: [searchEndpoints.listSearches.path] as const,
  queryFn: ({ pageParam, signal }) =>
    callPage(searchEndpoints.listSearches, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});
