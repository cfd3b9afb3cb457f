import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { markerQuery, moveMarker } from '../api/marker.ts';
import type { FeedName, FeedPost } from '../feed.ts';

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
