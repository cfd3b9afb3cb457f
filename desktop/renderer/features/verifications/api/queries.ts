import { queryOptions } from '@tanstack/react-query';
import { userEndpoints } from '#shared/api/users.ts';
import { verificationEndpoints, type VerificationState } from '#shared/api/verifications.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The pages of the claims that name the signed-in institution; pending ones are listed oldest first. */
export function claimsQuery(status: VerificationState) {
  return pagesQuery(['verifications', status], (cursor, options) =>
    callPage(verificationEndpoints.listVerifications, { query: { status, ...cursor } }, options),
  );
}

/** Institutions whose name contains the text. */
export function institutionsQuery(q: string) {
  return queryOptions({
    queryKey: ['users', { part: 'institutions', q }] as const,
    queryFn: ({ signal }) => call(userEndpoints.listUsers, { query: { role: 'institution', q } }, { signal }),
  });
}
