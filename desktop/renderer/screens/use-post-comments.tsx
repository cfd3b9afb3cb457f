import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { countComment } from '../features/posts/api/cache.ts';
import { liveLink } from '../lib/live/live.ts';
import { Skeleton } from '../ui/Skeleton.tsx';

// Loads with the first opened comments, to keep the first load of Home small.
const CommentList = lazy(async () => ({
  default: (await import('../features/comments/components/CommentList.tsx')).CommentList,
}));

/** Returns the function that renders the comments of a post; it keeps its identity between renders. */
export function usePostComments(user: CurrentUser): (post: { id: string }) => ReactNode {
  const client = useQueryClient();
  return useCallback(
    (post) => (
      <Suspense fallback={<Skeleton className="h-10 w-full" />}>
        <CommentList
          postId={post.id}
          author={user}
          onCount={(step) => {
            // While the link is live, the push of the post contains the count.
            if (liveLink.status !== 'live') countComment(client, post.id, step);
          }}
        />
      </Suspense>
    ),
    [client, user],
  );
}
