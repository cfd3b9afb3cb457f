import type { QueryClient } from '@tanstack/react-query';
import { savedEndpoints } from '#shared/api/saved.ts';
import { SECOND_MS } from '#shared/time.ts';
import { call } from '../../../lib/http/api.ts';
import { isSeen, whileSeen } from '../../../lib/page/activity.ts';
import { FEED, markerQuery } from './use-caught-up.ts';

/** How long the user sees the newest post before the marker moves, in milliseconds. */
const SEEN_AFTER_MS = 1.5 * SECOND_MS;

/** Moves the read marker to a post once the user has seen it. Returns a function that ends it. */
export function moveWhenSeen(client: QueryClient, lastSeenId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMoved = false;
  const end = whileSeen(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isMoved || !isSeen()) return;
      isMoved = true;
      void moveMarker(client, lastSeenId);
    }, SEEN_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Moves the read marker to a post; ignores failures. */
async function moveMarker(client: QueryClient, lastSeenId: string): Promise<void> {
  try {
    client.setQueryData(markerQuery.queryKey, await call(savedEndpoints.setMarker, { ...FEED, body: { lastSeenId } }));
  } catch {
    // The next visible post tries again.
  }
}
