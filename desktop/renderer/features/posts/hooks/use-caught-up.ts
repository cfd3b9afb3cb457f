import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { savedEndpoints } from '#shared/api/saved.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call } from '../../../lib/http/api.ts';
import type { FeedName, FeedPost } from '../feed.ts';

const FEED = { params: { list: 'feed' } } as const;

/** How far the user has read the feed on any device; fetched at each visit. */
const markerQuery = queryOptions({
  queryKey: ['feed-marker'],
  queryFn: ({ signal }) => call(savedEndpoints.getMarker, FEED, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** How long the newest post is on screen before it counts as seen, in milliseconds. */
const SEEN_AFTER_MS = 1.5 * SECOND_MS;

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
  const movedTo = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (newestId === undefined || movedTo.current === newestId) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      movedTo.current = newestId;
      void moveMarker(client, newestId);
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, newestId]);
  return useMemo(() => {
    if (!isMarked || !seenAt) return undefined;
    const at = posts.findIndex((post) => post.createdAt <= seenAt);
    const hasNew = at > 0 && posts.slice(0, at).some((post) => post.userId !== userId);
    return hasNew ? posts[at]?.id : undefined;
  }, [isMarked, posts, seenAt, userId]);
}

/** Moves the read marker to a post; ignores failures. */
async function moveMarker(client: QueryClient, lastSeenId: string): Promise<void> {
  try {
    client.setQueryData(markerQuery.queryKey, await call(savedEndpoints.setMarker, { ...FEED, body: { lastSeenId } }));
  } catch {
    // The next visible post tries again.
  }
}
