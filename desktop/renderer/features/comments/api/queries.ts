import { infiniteQueryOptions } from '@tanstack/react-query';
import { commentEndpoints } from '#shared/api/comments.ts';
import { callPage } from '../../../lib/http/api.ts';

/** Pages of a post's comments, oldest first. Fetched at each opening: pushes arrive only while they are open. */
export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        commentEndpoints.listComments,
        { query: { postId, ...(pageParam !== undefined && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnMount: 'always',
  });
}
