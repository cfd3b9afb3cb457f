import { queryOptions } from '@tanstack/react-query';
import { courseEndpoints } from '#shared/api/courses.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** Number of courses on the landing page. */
const STRIP_ITEMS = 8;

/** The newest published courses, newest first. */
export function publicCoursesQuery() {
  const input = { query: { limit: STRIP_ITEMS } };
  return queryOptions({
    queryKey: ['courses', 'public'],
    queryFn: ({ signal }) => call(courseEndpoints.listPublicCourses, input, { signal }),
  });
}

/** Pages of the courses that a user made or is enrolled in, newest first. */
export function userCoursesQuery(id: string) {
  return pagesQuery(['users', { id, part: 'courses' }], (cursor, options) =>
    callPage(userEndpoints.listUserCourses, { params: { id }, query: cursor }, options),
  );
}

/** One item, with its files, its outline and its changes. */
export function courseQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'one', id] as const,
    queryFn: ({ signal }) => call(courseEndpoints.getCourse, { params: { id } }, { signal }),
  });
}
