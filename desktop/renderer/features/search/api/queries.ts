import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchEndpoints, type SearchFilters } from '#shared/api/search.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The suggestions for a text. Shows the previous ones while the next load; aborts outdated requests. */
export function suggestQuery(text: string) {
  return queryOptions({
    queryKey: ['search', 'suggest', text] as const,
    queryFn: ({ signal }) => call(searchEndpoints.suggest, { query: { q: text } }, { signal }),
    placeholderData: keepPreviousData,
    // Earlier searches are suggested offline as well.
    ...(text === '' && { gcTime: Number.POSITIVE_INFINITY }),
  });
}

/** The pages of search results. */
export function resultsQuery(q: string, filters: SearchFilters) {
  return infiniteQueryOptions({
    queryKey: ['search', 'results', { q, ...filters }] as const,
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

/** The user's search history, newest first. */
export const historyQuery = pagesQuery(['search', 'history'], (cursor, options) =>
  callPage(searchEndpoints.listSearches, { query: cursor }, options),
);
