import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Attached } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Card } from '../../../ui/Card.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { listPosts, withPositions, type FeedName, type FeedPost } from '../feed.ts';
import { chooseBreaks } from '../feed-breaks.ts';
import { onFeedKeyDown } from '../feed-keys.ts';
import { useCaughtUp } from '../hooks/use-caught-up.ts';
import { useFeed } from '../hooks/use-feed.ts';
import { FeedEmpty } from './FeedEmpty.tsx';
import { FeedFoot } from './FeedFoot.tsx';
import { FeedPage } from './FeedPage.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import { NewPostsPill } from './NewPostsPill.tsx';
import type { PostDialogKind } from './PostCard.tsx';
import { PostDialogs, type OpenDialog } from './PostDialogs.tsx';

/** Props of {@link Feed}. */
export interface FeedProps {
  name: FeedName;
  userId: string;
  /** Renders the comments of a post; keeps its identity between renders. */
  comments: (post: FeedPost) => ReactNode;
  /** Renders the attachment of a post; keeps its identity between renders. */
  attachment: (attached: Attached) => ReactNode;
  /** Reports another user's post; keeps its identity between renders. */
  onReport: (post: FeedPost) => void;
  /** Renders the item after every eleventh post, numbered from 0; keeps its identity between renders. */
  between?: ((place: number) => ReactNode) | undefined;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

/** The posts of one feed with their actions. */
export function Feed({ name, userId, comments, attachment, onReport, between, onWrite }: FeedProps) {
  const feed = useFeed(name, userId);
  const { data, fetchNextPage, refetch, showNew } = feed;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const onComments = useCallback((id: string) => setOpenIds((open) => toggled(open, id)), []);
  const onDialog = useCallback((kind: PostDialogKind, post: FeedPost) => setOpenDialog({ kind, post }), []);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const onShow = useCallback(() => {
    showNew();
    globalThis.scrollTo({ top: 0 });
  }, [showNew]);
  const posts = useMemo(() => listPosts(data), [data]);
  const caughtUpId = useCaughtUp(name, posts, userId);
  const breaks = useBreaks(posts);
  const pages = useMemo(() => withPositions(data?.pages.map((page) => page.items) ?? []), [data]);

  if (data === undefined) {
    if (feed.isError)
      return (
        <ErrorPanel {...describeFailure(feed.error)} isRetrying={feed.isFetching} onRetry={() => void refetch()} />
      );
    return (
      <Card isFlush>
        <FeedSkeleton />
      </Card>
    );
  }
  if (posts.length === 0 && !feed.hasNextPage) {
    return (
      <Card isFlush>
        <FeedEmpty name={name} onWrite={onWrite} />
      </Card>
    );
  }
  return (
    <>
      <NewPostsPill count={feed.newCount} onShow={onShow} />
      <Card isFlush className="max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <div
          role="feed"
          aria-label="Posts"
          aria-busy={feed.isFetchingNextPage}
          className="divide-y divide-border"
          onKeyDown={onFeedKeyDown}
        >
          {pages.map((page, index) => (
            <FeedPage
              key={index}
              {...page}
              {...{
                openIds,

                comments,
                attachment,
                onComments,
                onDialog,
                onReport,
                breaks,
                between,
                caughtUpId,
              }}
            />
          ))}
        </div>
        <div className="border-t border-border">
          <FeedFoot
            hasMore={feed.hasNextPage}
            isLoading={feed.isFetchingNextPage}
            error={feed.isFetchNextPageError ? feed.error : null}
            onMore={onMore}
          />
        </div>
      </Card>
      <PostDialogs open={openDialog} onClose={() => setOpenDialog(null)} />
    </>
  );
}

/** Returns the posts after which another item is rendered; stable while the feed is mounted. */
function useBreaks(posts: readonly FeedPost[]): ReadonlyMap<string, number> {
  const [breaks, setBreaks] = useState<ReadonlyMap<string, number>>(new Map());
  const next = useMemo(
    () =>
      chooseBreaks(
        breaks,
        posts.map(({ id }) => id),
      ),
    [breaks, posts],
  );
  if (next !== breaks) setBreaks(next);
  return next;
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
}
