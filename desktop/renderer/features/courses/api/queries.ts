import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { courseEndpoints } from '#shared/api/courses.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';

/** How many items the strip on the landing page shows. */
const STRIP_ITEMS = 8;

/** The newest published items, newest first; empty while there are none. */
export function publicCoursesQuery() {
  const input = { query: { limit: STRIP_ITEMS } };
  return queryOptions({
    queryKey: [pathOf(courseEndpoints.listPublicCourses, input)],
    queryFn: ({ signal }) => call(courseEndpoints.listPublicCourses, input, { signal }),
  });
}

/** The pages of what someone made and learns with, newest first. */
export function userCoursesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [pathOf(userEndpoints.listUserCourses, { params: { id } })] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        userEndpoints.listUserCourses,
        { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
