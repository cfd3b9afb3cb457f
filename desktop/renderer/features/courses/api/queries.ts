import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { courseEndpoints } from '#shared/api/courses.ts';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import type { CourseFilter } from '../apply.ts';
import { loadCard } from './card-batch.ts';

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

/** The public page of an item. */
export function publicCourseQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'public', id],
    queryFn: ({ signal }) => call(courseEndpoints.getPublicCourse, { params: { id } }, { signal }),
  });
}

/** Pages of the courses that a user made or is enrolled in, newest first. */
export function userCoursesQuery(id: string) {
  return pagesQuery(['users', { id, part: 'courses' }], (cursor, options) =>
    callPage(userEndpoints.listUserCourses, { params: { id }, query: cursor }, options),
  );
}

/** The pages of one list of items. Fetched at each opening: pushes arrive only while it is open. */
export function coursesQuery(filter: CourseFilter) {
  const pages = pagesQuery(['courses', 'list', filter], (cursor, options) =>
    callPage(courseEndpoints.listCourses, { query: { ...filter, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const, placeholderData: keepPreviousData };
}

/** Numbers of published items by type and subject, and the currency. */
export const courseMetaQuery = queryOptions({
  queryKey: ['courses', 'meta'] as const,
  queryFn: ({ signal }) => call(courseEndpoints.getCourseMeta, {}, { signal }),
});

/** One item, with its files, its outline and its changes. */
export function courseQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'one', id] as const,
    queryFn: ({ signal }) => call(courseEndpoints.getCourse, { params: { id } }, { signal }),
    // Pushes arrive only while the item is open.
    refetchOnMount: 'always',
  });
}

/** An item in a post or a message, as lists contain it. */
export function courseCardQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'card', id] as const,
    queryFn: () => loadCard(id),
    // Pushes arrive only while the card is in view.
    refetchOnMount: 'always',
  });
}

/** The pages of the connections of the user who are enrolled in an item. */
export function knownLearnersQuery(id: string) {
  const pages = pagesQuery(['courses', 'known-learners', id], (cursor, options) =>
    callPage(
      userEndpoints.listKnownLearners,
      { params: { id }, query: { limit: PROFILE_LIMITS.pageMaxItems, ...cursor } },
      options,
    ),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** A lesson of an item with its content. */
export function lessonQuery(id: string, lessonId: string) {
  return queryOptions({
    queryKey: ['courses', 'lesson', id, lessonId] as const,
    queryFn: ({ signal }) => call(enrollmentEndpoints.getLesson, { params: { id, lessonId } }, { signal }),
  });
}

/** Where the user stopped in the files of an item. */
export function filePositionsQuery(id: string) {
  return queryOptions({
    queryKey: ['courses', 'positions', id] as const,
    queryFn: ({ signal }) => call(enrollmentEndpoints.listFilePositions, { params: { id } }, { signal }),
  });
}
