import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { feedViewer } from '../api/cache.ts';
import { feedQuery, feedSettingsQuery, heldQuery, readFeed, writeFeed } from '../api/queries.ts';
import { showHeld } from '../apply.ts';
import { listPosts, type FeedName } from '../feed.ts';

/** A feed with the number of new posts that are held back, and a function that shows them. */
export function useFeed(name: FeedName, userId: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(feedQuery(name));
  const { data: held } = useQuery(heldQuery(name));
  // Loads the settings that decide which pushed posts belong to the feed.
  useQuery(feedSettingsQuery);
  const newCount = useMemo(() => {
    if (held.length === 0) return 0;
    const known = new Set(listPosts(query.data).map((post) => post.id));
    return held.filter((post) => !known.has(post.id)).length;
  }, [held, query.data]);
  const showNew = useCallback(() => {
    writeFeed(client, name, showHeld(readFeed(client, name), feedViewer(client, name, userId)));
  }, [client, name, userId]);
  return { ...query, newCount, showNew };
}
