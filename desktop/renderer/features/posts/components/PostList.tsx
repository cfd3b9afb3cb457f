import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Card } from '../../../ui/Card.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { withPositions, type FeedData } from '../feed.ts';
import { onFeedKeyDown } from '../feed-keys.ts';
import { usePostDialogs } from '../hooks/use-post-dialogs.tsx';
import { FeedFoot } from './FeedFoot.tsx';
import { FeedPage, type FeedPageProps } from './FeedPage.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** Props of {@link PostList}; the functions keep their identity between renders. */
export interface PostListProps extends Omit<
  FeedPageProps,
  'posts' | 'startsAt' | 'openIds' | 'onComments' | 'onDialog'
> {
  query: UseInfiniteQueryResult<FeedData>;
  empty: ReactNode;
  /** Shown above the posts. */
  above?: Elements;
  /** Shown after the last post instead of a note that there are no more. */
  end?: ReactNode;
}

/** The pages of a feed with their actions, and its loading, failed and empty states. */
export function PostList({ query, empty, above, end, ...page }: PostListProps) {
  const { data, fetchNextPage, isFetchingNextPage, hasNextPage } = query;
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const { dialog, onDialog } = usePostDialogs();
  const onComments = useCallback(
    (id: string) => setOpenIds((open) => (open.includes(id) ? open.filter((other) => other !== id) : [...open, id])),
    [],
  );
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = useMemo(() => withPositions(data?.pages.map(({ items }) => items) ?? []), [data]);
  if (data === undefined) {
    const skeleton = (
      <Card isFlush>
        <FeedSkeleton />
      </Card>
    );
    return <QueryState query={query} skeleton={skeleton} />;
  }
  if (itemsOf(data).length === 0 && !hasNextPage) return <Card isFlush>{empty}</Card>;
  return (
    <>
      {above}
      <Card isFlush className="max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <div
          role="feed"
          aria-label="Posts"
          aria-busy={isFetchingNextPage}
          className="divide-y divide-border"
          onKeyDown={onFeedKeyDown}
        >
          {pages.map(
            (posts, index) =>
              // A page without posts would leave a border.
              posts.posts.length > 0 && (
                <FeedPage key={index} {...posts} {...page} {...{ openIds, onComments, onDialog }} />
              ),
          )}
        </div>
        <div className="border-t border-border">
          <FeedFoot
            pageCount={pages.length}
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            error={query.isFetchNextPageError ? query.error : null}
            onMore={onMore}
            end={end}
          />
        </div>
      </Card>
      {dialog}
    </>
  );
}
