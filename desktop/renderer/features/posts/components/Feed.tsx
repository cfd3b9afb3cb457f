import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { itemsOf } from '../../../lib/http/pages.ts';
import { feedViewer } from '../api/cache.ts';
import { feedQuery, feedSettingsQuery, heldQuery, readFeed, writeFeed } from '../api/queries.ts';
import { showHeld } from '../apply.ts';
import type { FeedName, FeedPost } from '../feed.ts';
import { chooseBreaks } from '../feed-breaks.ts';
import { useCaughtUp } from '../hooks/use-caught-up.ts';
import { FeedEmpty } from './FeedEmpty.tsx';
import { NewPostsPill } from './NewPostsPill.tsx';
import { PostList, type PostListProps } from './PostList.tsx';

interface FeedProps extends Pick<PostListProps, 'comments' | 'attachment' | 'onReport' | 'between'> {
  name: FeedName;
  userId: string;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

/** The posts of one feed with their actions. New posts of other users are held back until the user asks for them. */
export function Feed({ name, userId, onWrite, ...page }: FeedProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(feedQuery(name));
  const { data: held } = useQuery(heldQuery(name));
  // Loads the settings that decide which pushed posts belong to the feed.
  useQuery(feedSettingsQuery);
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  const newCount = useMemo(() => {
    const known = new Set(posts.map((post) => post.id));
    return held.filter((post) => !known.has(post.id)).length;
  }, [held, posts]);
  const onShow = useCallback(() => {
    writeFeed(client, name, showHeld(readFeed(client, name), feedViewer(client, name, userId)));
    globalThis.scrollTo({ top: 0 });
  }, [client, name, userId]);
  const caughtUpId = useCaughtUp(name, posts, userId);
  const breaks = useBreaks(posts);
  return (
    <PostList
      query={query}
      empty={<FeedEmpty name={name} onWrite={onWrite} />}
      above={<NewPostsPill count={newCount} onShow={onShow} />}
      {...page}
      {...{ breaks, caughtUpId }}
    />
  );
}

/** Returns the posts after which another item is rendered; stable while the feed is mounted. */
function useBreaks(posts: readonly FeedPost[]): ReadonlyMap<string, number> {
  const [breaks, setBreaks] = useState<ReadonlyMap<string, number>>(new Map());
  const ids = useMemo(() => posts.map(({ id }) => id), [posts]);
  const next = useMemo(() => chooseBreaks(breaks, ids), [breaks, ids]);
  if (next !== breaks) setBreaks(next);
  return next;
}
