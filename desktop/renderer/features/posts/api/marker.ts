import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../../../lib/http/api.ts';

const FEED = { params: { list: 'feed' } } as const;

/** How far the user has read the feed on any device; fetched at each visit. */
export const markerQuery = queryOptions({
  queryKey: ['feed-marker'],
  queryFn: ({ signal }) => call(savedEndpoints.getMarker, FEED, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Moves the read marker to a post; ignores failures. */
export async function moveMarker(client: QueryClient, lastSeenId: string): Promise<void> {
  try {
    client.setQueryData(markerQuery.queryKey, await call(savedEndpoints.setMarker, { ...FEED, body: { lastSeenId } }));
  } catch {
    // The next visible post tries again.
  }
}
