import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { ApiError } from '../../../lib/http/errors.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { postQuery } from '../api/queries.ts';
import { usePostDialogs } from '../hooks/use-post-dialogs.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import { PostCard, type PostCardProps } from './PostCard.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface SinglePostProps extends Pick<PostCardProps, 'comments' | 'attachment'> {
  postId: string;
}

/** One post on its own page, with its comments open. */
export function SinglePost({ postId, comments, attachment }: SinglePostProps) {
  const query = useQuery(postQuery(postId));
  const { data: post, error } = query;
  const [areCommentsOpen, setAreCommentsOpen] = useState(true);
  const { dialog, onDialog } = usePostDialogs();
  const onComments = useCallback(() => setAreCommentsOpen((isOpen) => !isOpen), []);
  // Also after a block, when the post is still in the cache.
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title="This post is unavailable"
          text="It may have been deleted by its author."
          action={<ButtonLink to="/home">See all posts</ButtonLink>}
        />
      </Card>
    );
  }
  if (post === undefined && error) return <QueryState query={query} />;
  return (
    <Card isFlush className="max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      {post === undefined ? (
        <FeedSkeleton count={1} />
      ) : (
        <PostCard {...{ post, areCommentsOpen, comments, attachment, onComments, onDialog }} />
      )}
      {dialog}
    </Card>
  );
}
