import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { usePostWrites } from '../api/mutations.ts';
import { authorPostsQuery } from '../api/queries.ts';
import { listPosts, withPlaces, type FeedPost } from '../feed.ts';
import { onFeedKeyDown } from '../feed-keys.ts';
import { FeedFoot } from './FeedFoot.tsx';
import { FeedPage } from './FeedPage.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import type { PostWindow } from './PostCard.tsx';
import { PostDialogs, type OpenWindow } from './PostDialogs.tsx';

/** Props of {@link AuthorPosts}. */
export interface AuthorPostsProps {
  authorId: string;
  /** Draws the comments under a post; keeps its identity between renders. */
  comments: (post: FeedPost) => ReactNode;
  /** Draws what a post carries; keeps its identity between renders. */
  attachment: (attached: Attached) => ReactNode;
  /** Reports a post of someone else; keeps its identity between renders. */
  onReport: (post: FeedPost) => void;
  empty: ReactNode;
}

/** What one person wrote, newest first, with everything that can be done with it. */
export function AuthorPosts({ authorId, comments, attachment, onReport, empty }: AuthorPostsProps) {
  const query = useInfiniteQuery(authorPostsQuery(authorId));
  const { data, fetchNextPage } = query;
  const writes = usePostWrites();
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [openWindow, setOpenWindow] = useState<OpenWindow | null>(null);
  const onComments = useCallback(
    (id: string) =>
      setOpenIds((open) => new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    [],
  );
  const onWindow = useCallback((kind: PostWindow, post: FeedPost) => setOpenWindow({ kind, post }), []);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = useMemo(() => withPlaces(data?.pages.map((page) => page.items) ?? []), [data]);
  if (data === undefined) {
    if (query.isError)
      return (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    return (
      <Card isFlush>
        <FeedSkeleton />
      </Card>
    );
  }
  if (listPosts(data).length === 0 && !query.hasNextPage) return <Card isFlush>{empty}</Card>;
  return (
    <>
      <Card isFlush className="max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <div
          role="feed"
          aria-label="Posts"
          aria-busy={query.isFetchingNextPage}
          className="divide-y divide-border"
          onKeyDown={onFeedKeyDown}
        >
          {pages.map(({ posts, startsAt }, index) => (
            <FeedPage
              key={index}
              {...{ posts, startsAt, openIds, writes, comments, attachment, onComments, onWindow, onReport }}
            />
          ))}
        </div>
        <div className="border-t border-border">
          <FeedFoot
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            error={query.isFetchNextPageError ? query.error : null}
            onMore={onMore}
          />
        </div>
      </Card>
      <PostDialogs open={openWindow} writes={writes} onClose={() => setOpenWindow(null)} />
    </>
  );
}
