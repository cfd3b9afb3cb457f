import { queryOptions } from '@tanstack/react-query';
import { blockEndpoints, userEndpoints } from '#shared/api/users.ts';
import { call, pathOf } from '../../../lib/api.ts';

/** A person's page; the member's own for null. A missing or hidden one is an error with status 404. */
export function profileQuery(id: string | null) {
  return queryOptions({
    queryKey: [id === null ? userEndpoints.getOwnProfile.path : pathOf(userEndpoints.getProfile, { params: { id } })] as const,
    queryFn: ({ signal }) => (id === null ? call(userEndpoints.getOwnProfile, {}, { signal }) : call(userEndpoints.getProfile, { params: { id } }, { signal })),
  });
}

/** Whom the member blocks. */
export const blocksQuery = queryOptions({
  queryKey: [blockEndpoints.listBlocks.path] as const,
  queryFn: ({ signal }) => call(blockEndpoints.listBlocks, {}, { signal }),
});
