import { queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#shared/api/account.ts';
import { authEndpoints } from '#shared/api/auth.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import { call } from '../../../lib/http/api.ts';

/** Whether a username is free, and a suggestion when it is taken. */
export function usernameQuery(username: string) {
  return queryOptions({
    queryKey: ['auth', 'username', username],
    queryFn: ({ signal }) => call(authEndpoints.checkUsername, { query: { u: username } }, { signal }),
    staleTime: 30_000,
  });
}

/** The user's sessions; fetched at each visit. */
export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => call(sessionEndpoints.listSessions, {}, { signal }),
  staleTime: 0,
});

/** The signed-in user's account. */
export const accountQuery = queryOptions({
  queryKey: ['auth', 'account'],
  queryFn: ({ signal }) => call(accountEndpoints.getAccount, {}, { signal }),
});

/** The state of a data export; polled every two seconds. */
export function exportQuery(id: string) {
  return queryOptions({
    queryKey: ['auth', 'export', id],
    queryFn: ({ signal }) => call(accountEndpoints.getExport, { params: { id } }, { signal }),
    refetchInterval: 2_000,
    staleTime: 0,
  });
}
