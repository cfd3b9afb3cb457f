import { queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#shared/api/account.ts';
import { authEndpoints } from '#shared/api/auth.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import type { CurrentUser } from '#shared/api/auth.ts';
import { call } from '../../../lib/api.ts';
import { getQueryFn } from '../../../lib/query-client.ts';

/** The session: the current user, or null when nobody is signed in. Source: decision 43. */
export const sessionQuery = queryOptions({
  queryKey: [authEndpoints.getCurrentUser.path],
  queryFn: getQueryFn<CurrentUser | null>({ on401: 'null' }),
  // Without a network the desktop shell still opens the app, which then says that no server answers instead of waiting.
  networkMode: 'always',
  refetchOnReconnect: true,
});

/** Whether a username is free, and another one when it is not. */
export function usernameQuery(username: string) {
  return queryOptions({
    queryKey: [authEndpoints.checkUsername.path, username],
    queryFn: ({ signal }) => call(authEndpoints.checkUsername, { query: { u: username } }, { signal }),
    staleTime: 30_000,
  });
}

/** Where the member is signed in; fetched afresh each time it is looked at. */
export const sessionsQuery = queryOptions({
  queryKey: [sessionEndpoints.listSessions.path],
  queryFn: ({ signal }) => call(sessionEndpoints.listSessions, {}, { signal }),
  staleTime: 0,
});

/** The account as its owner sees it. */
export const accountQuery = queryOptions({
  queryKey: [accountEndpoints.getAccount.path],
  queryFn: ({ signal }) => call(accountEndpoints.getAccount, {}, { signal }),
});

/** One archive while it is being made; asked for every two seconds. */
export function exportQuery(id: string) {
  return queryOptions({
    queryKey: [accountEndpoints.getExport.path, id],
    queryFn: ({ signal }) => call(accountEndpoints.getExport, { params: { id } }, { signal }),
    refetchInterval: 2_000,
    staleTime: 0,
  });
}
