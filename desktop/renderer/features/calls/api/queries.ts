import { queryOptions } from '@tanstack/react-query';
import { callEndpoints } from '#shared/api/calls.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** Whether the user can call a member now; asked again each time it is shown, as quiet hours begin and end. */
export function eligibilityQuery(userId: string) {
  return queryOptions({
    queryKey: ['calls', 'eligibility', userId],
    queryFn: ({ signal }) => call(callEndpoints.getCallEligibility, { params: { userId } }, { signal }),
    staleTime: 0,
  });
}

/** The pages of the user's calls, newest first; fetched again each time they are shown. */
export const callsQuery = {
  ...pagesQuery(['calls', 'list'], (cursor, options) =>
    callPage(callEndpoints.listCalls, { query: { ...cursor } }, options),
  ),
  staleTime: 0,
};
