import { queryOptions } from '@tanstack/react-query';
import { courseEndpoints } from '#shared/api/courses.ts';
import { call, pathOf } from '../../../lib/api.ts';

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
