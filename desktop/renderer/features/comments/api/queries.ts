import { infiniteQueryOptions } from '@tanstack/react-query';
import { commentEndpoints } from '#shared/api/comments.ts';
import { callPage } from '../../../lib/api.ts';

/** The path that every cached list of comments stands under. Source: spec section 7. */
export const COMMENTS_PATH = commentEndpoints.listComments.path;

/**
 * The pages of a post's comments, oldest first; fetched afresh each time they are opened, since pushes come only to
 * open ones.
 */
export function commentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: [COMMENTS_PATH, { postId }] as const,
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
