import { infiniteQueryOptions } from '@tanstack/react-query';
import { userEndpoints } from '#shared/api/users.ts';
import { callPage, pathOf } from '../../../lib/api.ts';

/** The pages of what someone hosts and goes to, latest date first. */
export function userEventsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [pathOf(userEndpoints.listUserEvents, { params: { id } })] as const,
    queryFn: ({ pageParam, signal }) => callPage(userEndpoints.listUserEvents, { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
