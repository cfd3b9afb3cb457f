import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { placeEndpoints } from '#shared/api/saved.ts';
import { call, pathOf } from '../../../lib/api.ts';

const FEED = { params: { list: 'feed' } } as const;

/** How far the feed was read, on whichever device; asked for at each visit. */
export const markerQuery = queryOptions({
  queryKey: [pathOf(placeEndpoints.getMarker, FEED)],
  queryFn: ({ signal }) => call(placeEndpoints.getMarker, FEED, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Moves the marker to a post that was seen; a failure costs nothing but the line at the next visit. */
export async function moveMarker(client: QueryClient, lastSeenId: string): Promise<void> {
  try {
    client.setQueryData(markerQuery.queryKey, await call(placeEndpoints.setMarker, { ...FEED, body: { lastSeenId } }));
  } catch {
    // The next post on screen tries again.
  }
}
