import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { userEndpoints } from '#shared/api/users.ts';
import { verificationEndpoints, type VerificationState } from '#shared/api/verifications.ts';
import { call, callPage } from '../../../lib/http/api.ts';

/** The pages of the claims that name the signed-in institution; those that wait come oldest first. */
export function claimsQuery(status: VerificationState) {
  return infiniteQueryOptions({
    queryKey: ['verifications', status] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        verificationEndpoints.listVerifications,
        { query: { status, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Institutions whose name holds the text. */
export function institutionsQuery(q: string) {
  return queryOptions({
    queryKey: ['users', { part: 'institutions', q }] as const,
    queryFn: ({ signal }) => call(userEndpoints.listUsers, { query: { role: 'institution', q } }, { signal }),
  });
}
