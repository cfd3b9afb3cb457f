import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { refreshFeed, showNewPosts } from '../api/new-posts.ts';
import { feedQuery, feedSettingsQuery, heldQuery } from '../api/queries.ts';
import type { FeedName, FeedPost } from '../feed.ts';
import { chooseBreaks } from '../feed-breaks.ts';
import { useCaughtUp } from '../hooks/use-caught-up.ts';
import { NewPostsPill } from './NewPostsPill.tsx';
import { PostList, type PostListProps } from './PostList.tsx';

const FeedEmpty = lazy(async () => ({ default: (await import('./FeedEmpty.tsx')).FeedEmpty }));

/** Age from which a cached feed may have missed pushes, in milliseconds: they arrive only while it is on screen. */
const FRESH_MS = 5 * SECOND_MS;

interface FeedProps extends Pick<PostListProps, 'comments' | 'attachment' | 'between'> {
  name: FeedName;
  userId: string;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

/** The posts of one feed with their actions. New posts of other users are held back until the user asks for them. */
export function Feed({ name, userId, onWrite, ...page }: FeedProps) {
  const client = useQueryClient();
  useRooms(...(name === 'all' ? ['feed'] : []));
  const query = useInfiniteQuery(feedQuery(name));
  useRefresh(name, userId, query.dataUpdatedAt);
  const { data: held } = useQuery(heldQuery(name));
  // Loads the settings that decide which pushed posts belong to the feed.
  useQuery(feedSettingsQuery);
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  const newCount = useMemo(() => {
    const known = new Set(posts.map((post) => post.id));
    return held.filter((post) => !known.has(post.id)).length;
  }, [held, posts]);
  const showNew = useMutation({
    mutationFn: () => showNewPosts(client, name),
    onSuccess: () => globalThis.scrollTo({ top: 0 }),
    meta: { action: 'load the new posts' },
  });
  // An empty feed has no scroll position to lose. One with a next page is not empty: its pages skipped hidden posts.
  const isOutdated = !query.isPending && posts.length === 0 && !query.hasNextPage && newCount > 0;
  const { mutate: fill } = showNew;
  useEffect(() => {
    if (isOutdated) fill();
  }, [isOutdated, fill]);
  // The user's own posts do not make a network: the way on stays offered.
  const isOnlyOwn = name.startsWith('network') && posts.every(({ author }) => author.id === userId);
  const caughtUpId = useCaughtUp(name, posts, userId);
  const breaks = useBreaks(posts);
  const invitation = (
    <Suspense fallback={null}>
      <FeedEmpty name={name} onWrite={onWrite} />
    </Suspense>
  );
  return (
    <PostList
      query={query}
      empty={invitation}
      end={isOnlyOwn ? invitation : undefined}
      above={<NewPostsPill count={newCount} isLoading={showNew.isPending} onShow={() => showNew.mutate()} />}
      {...page}
      {...{ breaks, caughtUpId }}
    />
  );
}

/** Brings a feed that was cached by an earlier visit up to date. */
function useRefresh(name: FeedName, userId: string, updatedAt: number): void {
  const client = useQueryClient();
  const atMount = useRef(updatedAt);
  useEffect(() => {
    if (atMount.current === 0 || Date.now() - atMount.current < FRESH_MS) return;
    // Without a network the feed stays as it is, and the page says so.
    refreshFeed(client, name, userId).catch(() => undefined);
  }, [client, name, userId]);
}

/** Returns the posts after which another item is rendered; stable while the feed is mounted. */
function useBreaks(posts: readonly FeedPost[]): ReadonlyMap<string, number> {
  const [breaks, setBreaks] = useState<ReadonlyMap<string, number>>(new Map());
  const ids = useMemo(() => posts.map(({ id }) => id), [posts]);
  const next = useMemo(() => chooseBreaks(breaks, ids), [breaks, ids]);
  if (next !== breaks) setBreaks(next);
  return next;
}
