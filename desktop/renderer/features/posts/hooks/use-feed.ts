import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PostScope } from '#shared/api/posts.ts';
import { isConnection } from '../api/cache.ts';
import { feedQuery, heldQuery, readFeed, writeFeed } from '../api/queries.ts';
import { showHeld } from '../apply.ts';
import { listPosts } from '../feed.ts';

/** A feed with the number of new posts that wait, and the way to show them. */
export function useFeed(scope: PostScope, userId: string) {
  const client = useQueryClient();
  const query = useInfiniteQuery(feedQuery(scope));
  const { data: held } = useQuery(heldQuery(scope));
  const waitingCount = useMemo(() => {
    if (held.length === 0) return 0;
    const known = new Set(listPosts(query.data).map((post) => post.id));
    return held.filter((post) => !known.has(post.id)).length;
  }, [held, query.data]);
  const showWaiting = useCallback(() => {
    const viewer = { userId, scope, isConnection: (id: string) => isConnection(client, id) };
    writeFeed(client, scope, showHeld(readFeed(client, scope), viewer));
  }, [client, scope, userId]);
  return { ...query, waitingCount, showWaiting };
}
