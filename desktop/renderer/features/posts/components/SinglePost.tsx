import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Attached } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { postQuery } from '../api/queries.ts';
import type { FeedPost } from '../feed.ts';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import { PostCard, type PostDialogKind } from './PostCard.tsx';
import { PostDialogs, type OpenDialog } from './PostDialogs.tsx';

/** Props of {@link SinglePost}. */
export interface SinglePostProps {
  postId: string;
  comments: (post: FeedPost) => ReactNode;
  /** Renders the attachment of the post. */
  attachment: (attached: Attached) => ReactNode;
  onReport: (post: FeedPost) => void;
}

/** One post on its own page, with its comments open. */
export function SinglePost({ postId, comments, attachment, onReport }: SinglePostProps) {
  const { data: post, error, isFetching, refetch } = useQuery(postQuery(postId));
  const [areCommentsOpen, setAreCommentsOpen] = useState(true);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const onComments = useCallback(() => setAreCommentsOpen((isOpen) => !isOpen), []);
  const onDialog = useCallback((kind: PostDialogKind, over: FeedPost) => setOpenDialog({ kind, post: over }), []);
  if (post === undefined && error instanceof ApiError && error.status === 404) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title="This post is unavailable"
          text="It may have been deleted by its author."
          action={
            <Link to="/home" className={buttonClasses('secondary')}>
              See all posts
            </Link>
          }
        />
      </Card>
    );
  }
  if (post === undefined && error) {
    return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <Card isFlush className="max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      {post === undefined ? (
        <FeedSkeleton count={1} />
      ) : (
        <PostCard {...{ post, areCommentsOpen, comments, attachment, onComments, onDialog, onReport }} />
      )}
      <PostDialogs open={openDialog} onClose={() => setOpenDialog(null)} />
    </Card>
  );
}
