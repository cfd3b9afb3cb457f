import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { blockEndpoints, userEndpoints, type ProfileView, type ViewAs } from '#shared/api/users.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import { sessionQuery } from '../../../lib/me.ts';

/** A profile; the user's own for null, as others see it with `as`. A missing or hidden one is an error 404. */
export function profileQuery(id: string | null, as?: ViewAs) {
  const query = as === undefined ? {} : { as };
  return queryOptions({
    queryKey: ['users', { id: id ?? 'me', part: 'profile', as }] as const,
    queryFn: ({ signal }) =>
      id === null
        ? call(userEndpoints.getOwnProfile, { query }, { signal })
        : call(userEndpoints.getProfile, { params: { id } }, { signal }),
  });
}

/** Fetches a profile as it is now; several callers at a time share one request. Creators can fetch their own alone. */
export function fetchProfile(client: QueryClient, id: string): Promise<ProfileView> {
  const me = client.getQueryData(sessionQuery.queryKey);
  const isOwn = me?.role === 'creator' && me.id === id;
  return client.fetchQuery({ ...profileQuery(isOwn ? null : id), staleTime: 0 });
}

/** What the user and another user have in common. */
export function commonQuery(id: string) {
  return queryOptions({
    queryKey: ['users', { id, part: 'common' }] as const,
    queryFn: ({ signal }) => call(userEndpoints.getCommon, { params: { id } }, { signal }),
  });
}

/** Pages of the members on a profile: a user's connections, or the members an institution has confirmed. */
export function profileUsersQuery(id: string, list: 'connections' | 'people') {
  const endpoint = list === 'connections' ? userEndpoints.listUserConnections : userEndpoints.listUserPeople;
  return pagesQuery(['users', { id, part: list }], (cursor, options) =>
    callPage(endpoint, { params: { id }, query: cursor }, options),
  );
}

/** The users whom the user has blocked. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'] as const,
  queryFn: ({ signal }) => call(blockEndpoints.listBlocks, {}, { signal }),
});
