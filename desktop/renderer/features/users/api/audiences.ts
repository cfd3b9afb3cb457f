import { queryOptions } from '@tanstack/react-query';
import { audienceEndpoints } from '#shared/api/audiences.ts';
import { call } from '../../../lib/http/api.ts';

/** The audiences that the user can choose for a post or an event; they change with items and confirmed entries. */
export const audiencesQuery = queryOptions({
  queryKey: ['audiences'] as const,
  queryFn: ({ signal }) => call(audienceEndpoints.listAudiences, {}, { signal }),
  refetchOnMount: 'always',
});
