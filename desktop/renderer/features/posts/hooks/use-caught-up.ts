import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../../../lib/http/api.ts';
import { startLater } from '../../../lib/start-later.ts';
import type { FeedName, FeedPost } from '../feed.ts';

/** The list whose marker this is. */
export const FEED = { params: { list: 'feed' } } as const;

/** How far the user has read the feed on any device; fetched at each visit. */
export const markerQuery = queryOptions({
  queryKey: ['feed-marker'],
  queryFn: ({ signal }) => call(savedEndpoints.getMarker, FEED, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/**
 * Returns the id of the first post that the user saw at an earlier visit, for a line above it; undefined without new
 * posts of others, in Top, and on the first visit. The line does not move during a visit; the marker moves for the next
 * visit and for other devices.
 */
export function useCaughtUp(name: FeedName, posts: readonly FeedPost[], userId: string): string | undefined {
  const client = useQueryClient();
  const { data: marker } = useQuery(markerQuery);
  const [seenAt, setSeenAt] = useState<string | null>();
  if (marker !== undefined && seenAt === undefined) setSeenAt(marker.lastSeenAt);
  const isMarked = name === 'all' || name === 'network';
  const newestId = isMarked && seenAt !== undefined ? posts[0]?.id : undefined;
  useEffect(() => {
    if (newestId !== undefined)
      return startLater(import('./move-marker.ts'), ({ moveWhenSeen }) => moveWhenSeen(client, newestId));
  }, [client, newestId]);
  return useMemo(() => {
    if (!isMarked || !seenAt) return undefined;
    const at = posts.findIndex((post) => post.createdAt <= seenAt);
    const hasNew = at > 0 && posts.slice(0, at).some((post) => post.userId !== userId);
    return hasNew ? posts[at]?.id : undefined;
  }, [isMarked, posts, seenAt, userId]);
}
