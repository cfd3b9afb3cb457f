import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { countComment } from '../features/posts/api/cache.ts';
import { liveLink } from '../lib/live/live.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Reporting } from './use-reporting.tsx';

// Loads with the first comments that are opened, outside Home's first load.
const CommentList = lazy(async () => ({
  default: (await import('../features/comments/components/CommentList.tsx')).CommentList,
}));

/** Draws the comments under a post, for every screen that shows posts; keeps its identity between renders. */
export function usePostComments(
  user: CurrentUser,
  onReport: Reporting['onReportComment'],
): (post: { id: string }) => ReactNode {
  const client = useQueryClient();
  return useCallback(
    (post) => (
      <Suspense fallback={<Skeleton className="h-10 w-full" />}>
        <CommentList
          postId={post.id}
          author={user}
          onCount={(step) => {
            // Otherwise the post's own push brings the count.
            if (liveLink.status !== 'live') countComment(client, post.id, step);
          }}
          onReport={onReport}
        />
      </Suspense>
    ),
    [client, user, onReport],
  );
}
