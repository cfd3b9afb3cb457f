import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { authorPostsQuery } from '../api/queries.ts';
import { listPosts, withPositions, type FeedPost } from '../feed.ts';
import { onFeedKeyDown } from '../feed-keys.ts';
import { FeedFoot } from './FeedFoot.tsx';
import { FeedPage } from './FeedPage.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import type { PostDialogKind } from './PostCard.tsx';
import { PostDialogs, type OpenDialog } from './PostDialogs.tsx';

/** Props of {@link AuthorPosts}. */
export interface AuthorPostsProps {
  authorId: string;
  /** Renders the comments of a post; keeps its identity between renders. */
  comments: (post: FeedPost) => ReactNode;
  /** Renders the attachment of a post; keeps its identity between renders. */
  attachment: (attached: Attached) => ReactNode;
  /** Reports another user's post; keeps its identity between renders. */
  onReport: (post: FeedPost) => void;
  empty: ReactNode;
}

/** The posts of one user, newest first, with their actions. */
export function AuthorPosts({ authorId, comments, attachment, onReport, empty }: AuthorPostsProps) {
  const query = useInfiniteQuery(authorPostsQuery(authorId));
  const { data, fetchNextPage } = query;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const onComments = useCallback(
    (id: string) =>
      setOpenIds((open) => new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    [],
  );
  const onDialog = useCallback((kind: PostDialogKind, post: FeedPost) => setOpenDialog({ kind, post }), []);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = useMemo(() => withPositions(data?.pages.map((page) => page.items) ?? []), [data]);
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
              {...{ posts, startsAt, openIds, comments, attachment, onComments, onDialog, onReport }}
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
      <PostDialogs open={openDialog} onClose={() => setOpenDialog(null)} />
    </>
  );
}
