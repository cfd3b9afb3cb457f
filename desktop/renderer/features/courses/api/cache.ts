import type { QueryClient } from '@tanstack/react-query';
import type { CourseDetailView, CourseView, PushedCourseView } from '#shared/api/courses.ts';
import type { ProgressView } from '#shared/api/enrollments.ts';
import { showRecord } from '../../../lib/http/local-writes.ts';
import { itemsOf, mapItems } from '../../../lib/http/pages.ts';
import {
  applyCounters,
  applyCourse,
  freshViewer,
  removeCourse,
  toCourseView,
  type CourseFilter,
  type CoursePages,
} from '../apply.ts';
import { courseCardQuery, courseQuery } from './queries.ts';

const LISTS = { queryKey: ['courses', 'list'] };

/** Returns a cached item from its page, its card or any list; undefined when it is not cached. */
export function findCourse(client: QueryClient, id: string): CourseView | undefined {
  const one =
    client.getQueryData<CourseDetailView>(courseQuery(id).queryKey) ??
    client.getQueryData<CourseView>(courseCardQuery(id).queryKey);
  if (one) return one;
  const lists = client.getQueriesData<CoursePages>(LISTS);
  return lists.flatMap(([, data]) => itemsOf(data)).find((course) => course.id === id);
}

/**
 * Changes the cached copies of an item, on its page, in cards and lists, without moving it. Each copy is written even
 * if it stays the same, because a fetch that runs meanwhile may return an older one.
 */
export function changeCourse(
  client: QueryClient,
  id: string,
  change: <Course extends CourseView>(course: Course) => Course,
): void {
  for (const [queryKey, data] of client.getQueriesData<CoursePages>(LISTS)) {
    if (data && itemsOf(data).some((course) => course.id === id))
      client.setQueryData<CoursePages>(
        queryKey,
        mapItems(data, (course) => (course.id === id ? change(course) : course)),
      );
  }
  client.setQueryData<CourseDetailView>(courseQuery(id).queryKey, (detail) => detail && change(detail));
  client.setQueryData<CourseView>(courseCardQuery(id).queryKey, (card) => card && change(card));
}

/**
 * Shows a pushed item in every list that it belongs to, on its page and in cards; of an older version only the
 * counters.
 */
export function putPushed(client: QueryClient, push: PushedCourseView, userId: string): void {
  const cached = findCourse(client, push.id);
  if (cached && push.updatedAt < cached.updatedAt)
    return changeCourse(client, push.id, (course) => applyCounters(course, push));
  const course = toCourseView(push, cached?.viewer ?? freshViewer(push.userId === userId));
  for (const [queryKey, data] of client.getQueriesData<CoursePages>(LISTS))
    if (data) client.setQueryData<CoursePages>(queryKey, applyCourse(data, course, queryKey[2] as CourseFilter));
  client.setQueryData<CourseDetailView>(courseQuery(push.id).queryKey, (page) => page && { ...page, ...course });
  // The push does not contain the version, on which an edit of the author is based.
  if (cached?.viewer.isOwner && push.updatedAt !== cached.updatedAt)
    void client.invalidateQueries({ queryKey: courseQuery(push.id).queryKey });
  client.setQueryData<CourseView>(courseCardQuery(push.id).queryKey, (card) => card && course);
}

/** Removes an item from the lists; the lists of the user's own items are fetched again. */
export function dropCourse(client: QueryClient, id: string): void {
  for (const [queryKey, data] of client.getQueriesData<CoursePages>(LISTS)) {
    const { mine } = queryKey[2] as CourseFilter;
    if (mine !== undefined) void client.invalidateQueries({ queryKey, exact: true });
    else if (data) client.setQueryData<CoursePages>(queryKey, removeCourse(data, id));
  }
}

/** Refetches the page of an item and its cards where they are on screen. */
export function refetchCourse(client: QueryClient, id: string): void {
  for (const { queryKey } of [courseQuery(id), courseCardQuery(id)]) void client.invalidateQueries({ queryKey });
}

/** Shows an optimistic change of an item on its page and in cards, as `showRecord` does. */
export function showCourse(
  client: QueryClient,
  id: string,
  change: <Course extends CourseView>(course: Course) => Course,
): ReturnType<typeof showRecord> {
  const page = showRecord(client, courseQuery(id).queryKey, change<CourseDetailView>);
  const card = showRecord(client, courseCardQuery(id).queryKey, change<CourseView>);
  return {
    undo: () => [page, card].forEach((shown) => shown.undo()),
    end: () => [page, card].forEach((shown) => shown.end()),
  };
}

/** Shows how far the user is in an item. */
export function putProgress(client: QueryClient, id: string, { progress, completedAt }: ProgressView): void {
  changeCourse(client, id, (course) => ({ ...course, viewer: { ...course.viewer, progress, completedAt } }));
}
