import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { CommentList } from '../features/comments/components/CommentList.tsx';
import { countComment } from '../features/posts/api/cache.ts';
import { liveLink } from '../lib/live.ts';

/** Draws the comments under a post, for every screen that shows posts; keeps its identity between renders. */
export function usePostComments(user: CurrentUser): (post: { id: string }) => ReactNode {
  const client = useQueryClient();
  return useCallback(
    (post) => (
      <CommentList
        postId={post.id}
        author={user}
        onCount={(step) => {
          // Otherwise the post's own push brings the count.
          if (liveLink.status !== 'live') countComment(client, post.id, step);
        }}
      />
    ),
    [client, user],
  );
}
