import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { eventEndpoints, type ListEventsQuery } from '#shared/api/events.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';

/** The path that every cached answer about events stands under. Source: spec section 7. */
export const EVENTS_PATH = eventEndpoints.listEvents.path;

/** The pages of what someone hosts and goes to, latest date first. */
export function userEventsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [pathOf(userEndpoints.listUserEvents, { params: { id } })] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        userEndpoints.listUserEvents,
        { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** The pages of one list of events. */
export function eventsQuery(filter: Omit<ListEventsQuery, 'cursor' | 'limit'>) {
  return infiniteQueryOptions({
    queryKey: [EVENTS_PATH, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        eventEndpoints.listEvents,
        {
          query: {
            ...filter,
            ...(filter.from !== undefined && { limit: EVENT_LIMITS.pageMaxItems }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** One event with what else the member has at that time. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: [pathOf(eventEndpoints.getEvent, { params: { id } })] as const,
    queryFn: ({ signal }) => call(eventEndpoints.getEvent, { params: { id } }, { signal }),
  });
}

/** The pages of who answered an event. */
export function attendeesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [pathOf(eventEndpoints.listAttendees, { params: { id } })] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        eventEndpoints.listAttendees,
        { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Whether the member has a calendar address. */
export const calendarFeedQuery = queryOptions({
  queryKey: [eventEndpoints.getCalendarFeed.path] as const,
  queryFn: ({ signal }) => call(eventEndpoints.getCalendarFeed, {}, { signal }),
});
