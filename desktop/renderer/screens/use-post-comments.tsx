import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { CommentList } from '../features/comments/components/CommentList.tsx';
import { countComment } from '../features/posts/api/cache.ts';
import { liveLink } from '../lib/live.ts';
import type { Reporting } from './use-reporting.tsx';

/** Draws the comments under a post, for every screen that shows posts; keeps its identity between renders. */
export function usePostComments(user: CurrentUser, onReport: Reporting['onReportComment']): (post: { id: string }) => ReactNode {
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
        onReport={onReport}
      />
    ),
    [client, user, onReport],
  );
}
