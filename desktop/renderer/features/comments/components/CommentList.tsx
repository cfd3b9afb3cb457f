import { useInfiniteQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../lib/http/failure.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { commentsQuery } from '../api/queries.ts';
import { usePendingComments } from '../hooks/use-pending-comments.ts';
import { CommentComposer } from './CommentComposer.tsx';
import { CommentItem } from './CommentItem.tsx';
import { PendingCommentItem } from './PendingCommentItem.tsx';
import { useRooms } from '../../../lib/live/use-rooms.ts';

interface CommentListProps {
  postId: string;
  /** The signed-in user. */
  author: { id: string; fullName: string; profileImage: string | null };
  /** Called with 1 after an own comment was added and with -1 after a deletion; keeps its identity between renders. */
  onCount: (step: 1 | -1) => void;
}

/** A post's comments, oldest first, and the composer; subscribes to new comments while it is on screen. */
export function CommentList({ postId, author, onCount }: CommentListProps) {
  useRooms(`post-${postId}`);
  const query = useInfiniteQuery(commentsQuery(postId));
  const comments = itemsOf(query.data);
  const { pending, add, retry, discard } = usePendingComments({
    postId,
    userId: author.id,
    loaded: comments,
    onAdded: () => onCount(1),
  });
  // A stored comment that is in none of the loaded pages is on a later one, or it has been deleted.
  const echoes = pending.filter((one) => !one.view || query.data === undefined || query.hasNextPage);
  return (
    <section aria-label="Comments" className="flex flex-col gap-4">
      {query.data === undefined && !query.isError && <CommentsSkeleton />}
      {query.isError && (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {comments.length + echoes.length > 0 && (
        <ul className="flex flex-col gap-4">
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} onRemoved={() => onCount(-1)} />
          ))}
          {query.hasNextPage && (
            <li>
              <Button
                size="sm"
                variant="ghost"
                isLoading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
                className="-ms-2.5"
              >
                Show more comments
              </Button>
            </li>
          )}
          {echoes.map((one) =>
            one.view ? (
              <CommentItem key={one.key} comment={one.view} onRemoved={() => (discard(one.key), onCount(-1))} />
            ) : (
              <PendingCommentItem
                key={one.key}
                comment={one}
                author={author}
                onRetry={() => retry(one)}
                onDiscard={() => discard(one.key)}
              />
            ),
          )}
        </ul>
      )}
      <CommentComposer postId={postId} author={author} onSend={add} />
    </section>
  );
}

function CommentsSkeleton() {
  return (
    <div role="status" className="flex gap-2.5">
      <span className="sr-only">Loading comments</span>
      <Skeleton className="size-8 shrink-0 rounded-full!" />
      <div className="flex-1 pt-1">
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="mt-2.5 h-3.5 w-3/4" />
      </div>
    </div>
  );
}
