import { queryOptions } from '@tanstack/react-query';
import { eventEndpoints, type ListEventsQuery } from '#shared/api/events.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The pages of the events that a user hosts or attends, latest date first. */
export function userEventsQuery(id: string) {
  return pagesQuery(['users', { id, part: 'events' }], (cursor, options) =>
    callPage(userEndpoints.listUserEvents, { params: { id }, query: cursor }, options),
  );
}

/** The pages of one list of events. Fetched at each opening: pushes arrive only while it is open. */
export function eventsQuery(filter: Omit<ListEventsQuery, 'cursor' | 'limit'>) {
  const query = { ...filter, ...(filter.from !== undefined && { limit: EVENT_LIMITS.pageMaxItems }) };
  const pages = pagesQuery(['events', 'list', filter], (cursor, options) =>
    callPage(eventEndpoints.listEvents, { query: { ...query, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
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
  return pagesQuery(['events', 'attendees', id], (cursor, options) =>
    callPage(eventEndpoints.listAttendees, { params: { id }, query: cursor }, options),
  );
}

/** The signed-in user's calendar address. */
export const calendarFeedQuery = queryOptions({
  queryKey: ['events', 'calendar-feed'] as const,
  queryFn: ({ signal }) => call(eventEndpoints.getCalendarFeed, {}, { signal }),
});
