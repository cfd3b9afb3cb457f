import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { eventEndpoints, type ListEventsQuery } from '#shared/api/events.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { call, callPage } from '../../../lib/http/api.ts';

/** The pages of the events that a user hosts or attends, latest date first. */
export function userEventsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['users', { id, part: 'events' }] as const,
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
    queryKey: ['events', 'list', filter] as const,
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

/** One event, with the user's other events at that time. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'one', id] as const,
    queryFn: ({ signal }) => call(eventEndpoints.getEvent, { params: { id } }, { signal }),
  });
}

/** The pages of the members who answered an event. */
export function attendeesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['events', 'attendees', id] as const,
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

/** The signed-in user's calendar address. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['events', 'calendar-feed'] as const,
  queryFn: ({ signal }) => call(eventEndpoints.getCalendarFeed, {}, { signal }),
});
