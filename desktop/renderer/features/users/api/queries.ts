import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { blockEndpoints, userEndpoints, type ViewAs } from '#shared/api/users.ts';
import { call, callPage, pathOf } from '../../../lib/api.ts';

/**
 * A person's page; the member's own for null, through other eyes with `as`. A missing or hidden one is an error with
 * status 404.
 */
export function profileQuery(id: string | null, as?: ViewAs) {
  const query = as === undefined ? {} : { as };
  return queryOptions({
    queryKey: [
      id === null
        ? pathOf(userEndpoints.getOwnProfile, { query })
        : pathOf(userEndpoints.getProfile, { params: { id } }),
    ] as const,
    queryFn: ({ signal }) =>
      id === null
        ? call(userEndpoints.getOwnProfile, { query }, { signal })
        : call(userEndpoints.getProfile, { params: { id } }, { signal }),
  });
}

/** How the member and someone know each other. */
export function commonQuery(id: string) {
  return queryOptions({
    queryKey: [pathOf(userEndpoints.getCommon, { params: { id } })] as const,
    queryFn: ({ signal }) => call(userEndpoints.getCommon, { params: { id } }, { signal }),
  });
}

/** The pages of a list of people on a profile: whom someone is connected with, or whom an institution has confirmed. */
export function profilePeopleQuery(id: string, list: 'connections' | 'people') {
  const endpoint = list === 'connections' ? userEndpoints.listUserConnections : userEndpoints.listUserPeople;
  return infiniteQueryOptions({
    queryKey: [pathOf(endpoint, { params: { id } })] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoint, { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Whom the member blocks. */
export const blocksQuery = queryOptions({
  queryKey: [blockEndpoints.listBlocks.path] as const,
  queryFn: ({ signal }) => call(blockEndpoints.listBlocks, {}, { signal }),
});
