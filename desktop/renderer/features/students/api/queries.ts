import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { studentEndpoints, type StudentFilters, type StudentSort } from '#shared/api/students.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The pages of the directory; while a new order or filter loads, the old list stays. */
export function studentsQuery({ filters, sort }: { filters: StudentFilters; sort: StudentSort }) {
  return {
    ...pagesQuery(['students', 'list', { ...filters, sort }], (cursor, options) =>
      callPage(studentEndpoints.listStudents, { query: { ...filters, sort, ...cursor } }, options),
    ),
    placeholderData: keepPreviousData,
  };
}

/** What the directory can be narrowed by. */
export function facetsQuery(filters: StudentFilters) {
  return queryOptions({
    queryKey: ['students', 'facets', filters] as const,
    queryFn: ({ signal }) => call(studentEndpoints.getStudentFacets, { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The user's own listing in the directory. */
export const listingQuery = queryOptions({
  queryKey: ['students', 'listing'] as const,
  queryFn: ({ signal }) => call(studentEndpoints.getListing, {}, { signal }),
});
